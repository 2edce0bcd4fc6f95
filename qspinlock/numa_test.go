package qspinlock

import (
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/numa"
	"github.com/klock-go/klock/internal/waitq"
)

var numaMutex = locktest.NUMALock{
	New: func() (sync.Locker, *uint32) {
		m := new(NUMAMutex)
		return m, &m.m.word
	},
	Arrivals: arrivals,
	Bound:    waitq.PassOverBound,
}

func TestNUMAOrder(t *testing.T) { locktest.NUMAOrder(t, numaMutex) }
func TestNUMABound(t *testing.T) { locktest.NUMABound(t, numaMutex) }

// Waiters that give up among those passed over do not lose the others.
func TestNUMACancel(t *testing.T) {
	defer numa.Pretend(func() uint32 { return uint32(time.Now().UnixNano()) % 4 })()
	TestCancelStorm(t)
}

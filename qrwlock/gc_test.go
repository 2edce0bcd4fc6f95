package qrwlock

import (
	"testing"

	"github.com/klock-go/klock/internal/locktest"
)

func TestGCLatency(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		locktest.GCLatency(t, rw, rw, rw, rw.RLocker(), rw.RLocker())
		expectIdle(t, words)
	})
}

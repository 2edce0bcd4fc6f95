package locktest

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// LongSections tests that goroutines which come back without pause share the lock, though most sections are much longer than
// it takes to wake one of them: a waiter that is woken after each section must not come too late after each.
func LongSections(t *testing.T, lock sync.Locker) {
	t.Helper()
	if testing.Short() || race.Enabled || testenv.Emulated() {
		t.Skip("needs processors that are its own")
	}
	const (
		goroutines = 64
		section    = 100 * time.Microsecond
		length     = 400 * time.Millisecond // 80 sections for each, if they share well
		fewest     = 4
		attempts   = 3 // the machine may be busy
	)
	var served [goroutines]int
	for range attempts {
		share(lock, served[:], section, length)
		if slices.Min(served[:]) >= fewest {
			return
		}
	}
	t.Errorf("goroutines got the lock %v times, want at least %d each", served, fewest)
}

// share has a goroutine for each element of served lock and unlock without pause, and counts how often it did. Every fourth
// has short sections.
func share(lock sync.Locker, served []int, section, length time.Duration) {
	var (
		stop  atomic.Bool
		ended sync.WaitGroup
	)
	for i := range served {
		served[i] = 0
		ended.Go(func() {
			for !stop.Load() {
				lock.Lock()
				if i%4 != 0 {
					for begin := time.Now(); time.Since(begin) < section; {
					}
				}
				served[i]++
				lock.Unlock()
			}
		})
	}
	time.Sleep(length)
	stop.Store(true)
	ended.Wait()
}

package tests

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// TestCollectionIsNotHeldUp measures runtime.GC with 8 goroutines in each wait primitive against the same program
// without them. A wait that passes no safepoint costs seconds here, or hangs.
func TestCollectionIsNotHeldUp(t *testing.T) {
	const waiting = 8
	collections, attempts, allowed := 25, 5, 2*time.Millisecond
	if testing.Short() || race.Enabled {
		collections = 10
	}
	if testenv.Emulated() {
		collections, allowed = 2, time.Second
	}
	for _, w := range waiters() {
		t.Run(w.name, func(t *testing.T) {
			var with, without time.Duration
			for range attempts { // a busy machine disturbs a measurement; a wait that holds up the collector spoils all
				without = meanCollection(collections)
				var goroutines, started sync.WaitGroup
				started.Add(waiting)
				wait, end := w.start()
				for range waiting {
					goroutines.Go(func() { started.Done(); wait() })
				}
				started.Wait()
				with = meanCollection(collections)
				end()
				goroutines.Wait()
				// A machine so busy that a collection alone takes milliseconds stretches both alike.
				if with <= without+max(allowed, 3*without) {
					t.Logf("on average %v with %d goroutines waiting, %v without them", with, waiting, without)
					return
				}
			}
			t.Errorf("on average a collection takes %v with %d goroutines waiting, %v without them", with, waiting, without)
		})
	}
}

// meanCollection is the mean time of n garbage collections.
func meanCollection(n int) time.Duration {
	start := time.Now()
	for range n {
		runtime.GC()
	}
	return time.Since(start) / time.Duration(n)
}

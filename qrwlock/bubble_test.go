package qrwlock

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/klock-go/klock/internal/locktest"
)

// A waiter blocks durably in a bubble of testing/synctest, so that the clock of the bubble goes on meanwhile.
func TestBubble(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		outside := func() {
			var ended sync.WaitGroup
			rw.Lock()
			enqueue(t, words, &ended,
				func() { rw.Lock(); rw.Unlock() }, func() { rw.RLock(); rw.RUnlock() }, func() { rw.RLock(); rw.RUnlock() })
			rw.Unlock()
			finish(t, words, &ended)
		}
		// The second bubble, and the goroutines outside, use the nodes of the first.
		outside()
		synctest.Test(t, func(t *testing.T) { bubble(t, rw) })
		outside()
		synctest.Test(t, func(t *testing.T) { bubble(t, rw) })
		expectIdle(t, words)
	})
}

func bubble(t *testing.T, rw tested) {
	begin := time.Now()
	after := func(what string, d time.Duration) {
		if passed := time.Since(begin); passed != d {
			t.Errorf("%s ended after %v, want %v", what, passed, d)
		}
	}
	rw.Lock()
	var ended sync.WaitGroup
	for range 3 {
		ended.Go(func() { rw.RLock(); after("RLock", time.Hour); rw.RUnlock() })
	}
	ended.Go(func() { rw.Lock(); after("Lock", time.Hour); rw.Unlock() })
	for _, wait := range waits {
		ended.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := wait.acquire(rw, ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s returned %v", wait.name, err)
			}
			after(wait.name, time.Minute)
		})
	}
	synctest.Wait() // for all of them to be parked
	time.Sleep(time.Hour)
	rw.Unlock()
	ended.Wait()

	rw.RLock()
	ended.Go(func() { rw.Lock(); after("Lock behind a reader", 2*time.Hour); rw.Unlock() })
	time.Sleep(time.Hour)
	rw.RUnlock()
	ended.Wait()
}

// Goroutines that never block keep nobody out, although the clock of a bubble stands still meanwhile. The readers of a
// ReaderBiased may.
func TestBusyBubble(t *testing.T) {
	for _, procs := range []int{1, 2} {
		before := runtime.GOMAXPROCS(procs)
		rw := new(RWMutex)
		for name, lockers := range map[string][2]sync.Locker{
			"a writer among writers": {rw, rw},
			"a writer among readers": {rw, rw.RLocker()},
			"a reader among writers": {rw.RLocker(), rw},
		} {
			t.Run(fmt.Sprintf("%s/%d", name, procs), func(t *testing.T) {
				locktest.BusyBubble(t, lockers[0], lockers[1])
				expectIdle(t, rw)
			})
		}
		runtime.GOMAXPROCS(before)
	}
}

package qrwlock

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/locktest"
)

// Under the detector the tests of exclusion are the test that it has nothing to say: their data is plain memory.

// What orders a wait that was cancelled is the context, and nothing else.
func TestNoRaceAfterCancel(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, wait := range waits {
			t.Run(wait.name, func(t *testing.T) {
				locktest.NoRaceReported(t, func() {
					data := 0
					ctx, cancel := context.WithCancel(context.Background())
					rw.Lock()
					done := start(func() {
						if wait.acquire(rw, ctx) == nil {
							panic("not cancelled")
						}
						data++ // written before cancel
					})
					awaitParked(t, words)
					data++
					cancel()
					<-done
				})
			})
		}
	})
}

// Tries and waits that fail order nothing.
func TestFailureOrdersNothing(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) {
		soon := func() context.Context {
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			t.Cleanup(cancel)
			return ctx
		}
		for name, try := range map[string]func() bool{
			"TryLock":      rw.TryLock,
			"TryRLock":     rw.TryRLock,
			"LockContext":  func() bool { return rw.LockContext(soon()) == nil },
			"RLockContext": func() bool { return rw.RLockContext(soon()) == nil },
		} {
			t.Run(name, func(t *testing.T) { locktest.FailureOrdersNothing(t, rw, try) })
		}
	})
}

// The lock orders no more than it must. In each case data is written by two goroutines that use the lock, but not so
// that it excludes them.
func TestRace(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for name, racy := range map[string]func(data *int){
			"two readers": func(data *int) {
				use := func() { rw.RLock(); *data++; rw.RUnlock() }
				done := start(use)
				use()
				<-done
			},
			"readers one after the other": func(data *int) {
				rw.RLock()
				done := start(func() { rw.RLock(); rw.RUnlock(); *data++ })
				*data++
				rw.RUnlock()
				<-done
			},
			"readers that waited together": func(data *int) {
				rw.Lock()
				use := func() { _ = rw.RLockContext(context.Background()); *data++; rw.RUnlock() }
				one, other := start(use), start(use)
				awaitParked(t, words)
				rw.Unlock()
				<-one
				<-other
			},
			"a recursive reader": func(data *int) {
				rw.RLock()
				done := start(func() { rw.RLockRecursive(); *data++; rw.RUnlock() })
				*data++
				rw.RUnlock()
				<-done
			},
			"after Downgrade": func(data *int) {
				rw.Lock()
				done := start(func() { rw.RLock(); *data++; rw.RUnlock() })
				rw.Downgrade()
				runtime.Gosched()
				*data++
				rw.RUnlock()
				<-done
			},
		} {
			t.Run(name, func(t *testing.T) {
				locktest.RaceReported(t, func() { racy(new(int)) })
			})
		}
	})
}

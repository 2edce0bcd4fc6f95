package qrwlock

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/race"
)

// Readers that come while a writer holds the lock leave at most one share each in the word, however often they try, and none
// when the writer has left.
func TestSharesBesideWriter(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, release := range []struct {
			name string
			call func()
			held uint32
		}{
			{"Unlock", rw.Unlock, 0},
			{"Downgrade", rw.Downgrade, bias},
		} {
			t.Run(release.name, func(t *testing.T) {
				const waiters = 4
				rw.Lock()
				ctx, cancel := context.WithCancel(context.Background())
				var ended, gone sync.WaitGroup
				for range waiters {
					ended.Go(func() { rw.RLock(); rw.RUnlock() })
				}
				locktest.Eventually(t, "shares", func() bool { return rw.IsContended() })
				for range 3 {
					gone.Go(func() {
						for range scaled(1_000_000) {
							if rw.TryRLock() {
								t.Error("TryRLock took a lock that a writer holds")
							}
						}
						for range scaled(300) {
							soon, stop := context.WithTimeout(ctx, time.Microsecond)
							if rw.RLockContext(soon) == nil {
								t.Error("RLockContext took a lock that a writer holds")
							}
							stop()
						}
					})
				}
				within(t, words, "the end of those that try", start(gone.Wait))
				cancel()
				if shares := klock.LoadUint32(&words.cnts) >> endian.ReaderShift; shares > waiters {
					t.Errorf("%d readers that wait left %d shares", waiters, shares)
				}
				if got := rw.String(); !strings.Contains(got, "locked for writing") || strings.Contains(got, "readers:") {
					t.Errorf("a lock that a writer holds describes itself as %q", got)
				}
				if rw.TryLock() {
					t.Error("TryLock took a lock that a writer holds")
				}
				release.call()
				if release.held != 0 {
					if rw.TryLock() {
						t.Error("TryLock took a lock that was downgraded")
					}
					rw.RUnlock()
				}
				finish(t, words, &ended)
			})
		}
	})
}

// A share that is taken away in vain, by an RUnlock too many that nobody can tell from a right one, does not outlive the
// writer either.
func TestRUnlockBesideWriter(t *testing.T) {
	if race.Enabled {
		t.Skip("under the detector a reader looks before it adds itself")
	}
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		var ended sync.WaitGroup
		rw.Lock()
		ended.Go(func() { words.RLock(); words.RUnlock() })
		locktest.Eventually(t, "a share", func() bool { return klock.LoadUint32(&words.cnts)>>endian.ReaderShift == 1 })
		rw.RUnlock()
		rw.Unlock()
		finish(t, words, &ended)
	})
}

package qrwlock

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// After a long section the release acquires the lock for the readers that sleep. They have it from then on, whatever becomes of
// their contexts before they run.
func TestAdmittedWhileAsleep(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		const readers, attempts = 3, 100
		admitted := 0
		for range attempts {
			ctx, cancel := context.WithCancel(context.Background())
			var ended sync.WaitGroup
			leave := make(chan struct{})
			results := make([]error, readers)
			calls := make([]func(), readers)
			for i := range calls {
				calls[i] = func() {
					if results[i] = rw.RLockContext(ctx); results[i] == nil {
						<-leave
						rw.RUnlock()
					}
				}
			}
			rw.Lock()
			enqueue(t, words, &ended, calls...)
			awaitParked(t, words)
			time.Sleep(10 * time.Microsecond)
			if admitted%2 == 0 {
				rw.Unlock()
			} else {
				rw.Downgrade()
				rw.RUnlock()
			}
			// A head that happened to be awake lets the others in itself, and may do so too late.
			all := klock.LoadUint32(&words.cnts)>>endian.ReaderShift == readers
			cancel()
			if all && rw.TryLock() {
				t.Fatal("TryLock took a lock that readers were admitted to")
			}
			close(leave)
			finish(t, words, &ended)
			for _, err := range results {
				if all && err != nil {
					t.Errorf("a reader that was admitted returned %v", err)
				}
			}
			if all {
				admitted++
			}
			if admitted == 10 {
				return
			}
		}
		t.Errorf("the release admitted sleeping readers in %d of %d cases only", admitted, attempts)
	})
}

// A release that wants to admit a head which has recalled itself meanwhile leaves nothing behind.
func TestAdmitTooLate(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for patience := time.Millisecond; patience < time.Minute; patience *= 2 {
			ctx, cancel := context.WithCancel(context.Background())
			var ended sync.WaitGroup
			rw.Lock()
			enqueue(t, words, &ended, func() {
				if rw.RLockContext(ctx) == nil {
					rw.RUnlock()
				}
			})
			awaitParked(t, words)
			race.Disable()
			n := waitq.Call(&words.queue)
			race.Enable()
			cancel()
			time.Sleep(patience) // for the head to notice, and to wait for whoever has called it
			if n == nil {
				rw.Unlock()
				finish(t, words, &ended)
				continue
			}
			race.Disable()
			klock.StoreUint32(&words.cnts, 0)
			admitted := words.admit(n)
			left := klock.LoadUint32(&words.cnts)
			if !admitted {
				n.Wake()
			}
			race.Enable()
			if !admitted && left != 0 {
				t.Errorf("a head that was not admitted left %#x", left)
			}
			finish(t, words, &ended)
			if !admitted {
				return
			}
		}
		t.Error("a head never noticed that its context was done")
	})
}

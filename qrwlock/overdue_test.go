package qrwlock

import (
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// absentHead makes the queue of rw begin with a waiter that counts as awake and does nothing, as if its thread had no
// processor. Calling run lets it go on: it acquires and releases rw.
func absentHead(t *testing.T, rw *RWMutex, kind waitq.Kind) (run func()) {
	t.Helper()
	race.Disable()
	defer race.Enable()
	n := waitq.Get(kind)
	if !n.Join(&rw.queue) {
		t.Fatal("the queue was not empty")
	}
	return func() {
		race.Disable()
		defer race.Enable()
		if kind == waitq.Writer {
			rw.lockHead(n, nil)
			rw.unlock(0)
		} else {
			rw.rLockHead(n, nil)
			rw.rUnlock()
		}
	}
}

// A head that is awake and has no processor is passed over for a turn, not for ever.
func TestAbsentHeadIsNext(t *testing.T) {
	for _, head := range []struct {
		name string
		kind waitq.Kind
	}{{"a writer", waitq.Writer}, {"a reader", waitq.Reader}} {
		t.Run(head.name, func(t *testing.T) {
			each(t, func(t *testing.T, rw tested, words *RWMutex) {
				run := absentHead(t, words, head.kind)
				begin := time.Now()
				for rw.TryLock() {
					rw.Unlock()
					if time.Since(begin) > 10*time.Second {
						t.Fatalf("a head without a processor is passed over for ever: %v", rw)
					}
				}
				if took := time.Since(begin); took < waitq.Turn/2 {
					t.Errorf("the head's turn ended after %v", took)
				}
				run()
				expectIdle(t, words)
			})
		})
	}
}

// The same for a writer among readers of whom some hold the lock at every time.
func TestAbsentWriterAmongReaders(t *testing.T) {
	rw := new(RWMutex)
	run := absentHead(t, rw, waitq.Writer)
	rw.RLock()
	for begin := time.Now(); rw.TryRLock(); {
		rw.RUnlock()
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("a writer without a processor is passed over for ever: %v", rw)
		}
	}
	rw.RUnlock()
	run()
	expectIdle(t, rw)
}

// Readers so many that the bit of their count in which the queue shows a head is set do not see one.
func TestManyReadersAreNoHead(t *testing.T) {
	const readers = attention / bias
	rw := new(RWMutex)
	klock.StoreUint32(&rw.cnts, readers*bias)
	for range 100 {
		rw.RLock()
		rw.RUnlock()
	}
	if cnts := klock.LoadUint32(&rw.cnts); cnts != readers*bias {
		t.Errorf("%d readers became %d, and the lock %v", readers, cnts>>endian.ReaderShift, rw)
	}
	if queue := klock.LoadUint32(&rw.queue); queue != 0 {
		t.Errorf("readers counted passes of a head that is not there: %#x", queue)
	}
	klock.StoreUint32(&rw.cnts, 0)
}

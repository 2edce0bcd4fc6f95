package qrwlock

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/klock-go/klock/internal/locktest"
)

func TestOrder(t *testing.T) {
	both(t, func(t *testing.T, create func() (tested, *RWMutex)) {
		for _, waiters := range []int{1, 2, 3, 40} {
			rw, words := create()
			locktest.Order(t, rw, waiters, arrivals(words))
			expectIdle(t, words)
		}
	})
}

// Readers and writers stand in one queue: a reader does not pass a writer that came before it, nor a writer a reader.
func TestOrderOfBoth(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, queue := range []string{"rw", "wr", "wrw", "rwr", "rrwwrrrw", "wwrrwrwrrrrw"} {
			rw.Lock()
			var (
				ended  sync.WaitGroup
				inside atomic.Int32 // how many entered
				calls  []func()
			)
			for place, kind := range queue {
				// Readers that stand side by side enter together; everybody else one after the other.
				lowest, highest := place, place
				for kind == 'r' && lowest > 0 && queue[lowest-1] == 'r' {
					lowest--
				}
				for kind == 'r' && highest+1 < len(queue) && queue[highest+1] == 'r' {
					highest++
				}
				calls = append(calls, func() {
					lock := sync.Locker(rw)
					if kind == 'r' {
						lock = rw.RLocker()
					}
					lock.Lock()
					if before := int(inside.Add(1)) - 1; before < lowest || before > highest {
						t.Errorf("in the queue %s number %d entered after %d others", queue, place, before)
					}
					lock.Unlock()
				})
			}
			enqueue(t, words, &ended, calls...)
			rw.Unlock()
			finish(t, words, &ended)
		}
	})
}

// meet queues readers behind a writer and lets them in: each stays until all are inside.
func meet(t *testing.T, rw tested, words *RWMutex, readers int) {
	t.Helper()
	rw.Lock()
	var ended, inside sync.WaitGroup
	inside.Add(readers)
	calls := make([]func(), readers)
	for i := range calls {
		calls[i] = func() {
			rw.RLock()
			inside.Done()
			inside.Wait()
			rw.RUnlock()
		}
	}
	enqueue(t, words, &ended, calls...)
	rw.Unlock()
	finish(t, words, &ended)
}

// All readers that wait side by side are admitted (the fault of tinygo-org/tinygo#2407: only one of them was woken).
func TestReadersEnterTogether(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, readers := range []int{1, 2, 3, 33} {
			meet(t, rw, words, readers)
		}
	})
}

// Downgrade admits the readers that come next, and no writer: what was written stays until the last of them has left.
func TestDowngrade(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for range scaled(40) {
			var (
				value uint64
				ended sync.WaitGroup
			)
			rw.Lock()
			in := make(chan struct{})
			enqueue(t, words, &ended, func() {
				rw.RLock()
				if value != 1 {
					t.Errorf("a reader behind a Downgrade read %d", value)
				}
				close(in)
				rw.RUnlock()
			}, func() {
				rw.Lock()
				value = 2
				rw.Unlock()
			})
			value = 1
			rw.Downgrade()
			within(t, words, "a reader beside one that was a writer", in)
			if rw.TryLock() {
				t.Fatal("TryLock took a lock that was downgraded")
			}
			if value != 1 {
				t.Errorf("a writer came in between: %d", value)
			}
			rw.RUnlock()
			finish(t, words, &ended)
			if value != 2 {
				t.Error("the writer did not come in after all")
			}
		}
	})
}

// A downgraded lock whose first waiter is a writer keeps it waiting, and others behind it.
func TestDowngradeBeforeWriter(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for range scaled(40) {
			var (
				written atomic.Bool
				ended   sync.WaitGroup
			)
			rw.Lock()
			enqueue(t, words, &ended, func() { rw.Lock(); written.Store(true); rw.Unlock() })
			rw.Downgrade()
			awaitReserved(t, words)
			if written.Load() || rw.TryRLock() {
				t.Error("somebody came in between")
			}
			rw.RUnlock()
			finish(t, words, &ended)
		}
	})
}

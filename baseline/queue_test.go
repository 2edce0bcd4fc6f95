package baseline

import (
	"testing"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/waitq"
)

func TestInitialisers2013(t *testing.T) {
	for name, l := range map[string]*QRW2013{"zero value": new(QRW2013), "fair": NewQRW2013()} {
		if l.word != 0 {
			t.Errorf("%s: the word of an idle lock is %#x, want 0", name, l.word)
		}
	}
	if l := NewQRW2013Stealing(); l.word != 0x100 {
		t.Errorf("stealing: the word of an idle lock is %#x, want 0x100", l.word)
	}
}

// The word of an idle stealing lock is not 0: TryLock must succeed all the same, and leave the rsteal byte alone.
func TestTryLockOfIdleStealingLock(t *testing.T) {
	l := NewQRW2013Stealing()
	for range 3 {
		if !l.CanLock() || !l.CanRLock() || !l.TryLock() {
			t.Fatalf("TryLock of an idle stealing lock failed at %#x", l.word)
		}
		if l.word != 0x1ff {
			t.Fatalf("the word is %#x while a writer holds, want 0x1ff", l.word)
		}
		l.Unlock()
	}
	if l.word != 0x100 {
		t.Errorf("the word is %#x at the end, want 0x100", l.word)
	}
}

func TestCan2013(t *testing.T) {
	for name, l := range map[string]*QRW2013{"fair": NewQRW2013(), "stealing": NewQRW2013Stealing()} {
		can := func(state string, lock, rlock bool) {
			t.Helper()
			if l.CanLock() != lock || l.CanRLock() != rlock {
				t.Errorf("%s, %s: CanLock %v and CanRLock %v, want %v and %v",
					name, state, l.CanLock(), l.CanRLock(), lock, rlock)
			}
		}
		can("idle", true, true)
		l.RLock()
		can("a reader holds", false, true)
		l.RUnlock()
		l.Lock()
		can("a writer holds", false, false)
		l.Unlock()
		can("idle again", true, true)
	}
}

// In a fair lock the writer at the head holds new readers back; in a stealing one readers join those who hold.
func TestStealing2013(t *testing.T) {
	for name, l := range map[string]*QRW2013{"fair": NewQRW2013(), "stealing": NewQRW2013Stealing()} {
		stealing := name == "stealing"
		l.RLock()
		done := visit(l)
		locktest.Eventually(t, "the writer at the head of the queue", func() bool {
			return !waitq.Empty(klock.LoadUint32(&l.queue))
		})
		locktest.Eventually(t, "the writer's byte as it should be", func() bool {
			return noWriter2013(klock.LoadUint32(&l.word)) == stealing
		})
		if got := l.TryRLock(); got != stealing {
			t.Errorf("%s: TryRLock beside a reader and a waiting writer returned %v", name, got)
		} else if got {
			l.RUnlock()
		}
		l.RUnlock()
		<-done
	}
}

// A writer waits in the byte and holds new readers back, whichever way it got there.
func TestWaiting2015(t *testing.T) {
	bytewise, wordwise := new(QRW2015), new(QRW2015Word)
	for _, lock := range []struct {
		locktest.TryRWLocker
		word *uint32
	}{{bytewise, &bytewise.word}, {wordwise, &wordwise.word}} {
		lock.RLock()
		done := visit(lock)
		locktest.Eventually(t, "one reader and a waiting writer", func() bool {
			return klock.LoadUint32(lock.word) == reader2015|waiting2015
		})
		if lock.TryRLock() {
			t.Error("a reader passed a writer that waits")
		}
		lock.RUnlock()
		<-done
		if word := klock.LoadUint32(lock.word); word != 0 {
			t.Errorf("the word of an idle lock is %#x", word)
		}
	}
}

// arrivals counts the waiters that join a queue one after the other, while nobody leaves it: each becomes the tail.
func arrivals(queue *uint32) (queued func(n int) bool) {
	count, last := 0, waitq.Tail(klock.LoadUint32(queue))
	return func(n int) bool {
		if tail := waitq.Tail(klock.LoadUint32(queue)); tail != last {
			count, last = count+1, tail
		}
		return count == n
	}
}

// The queue serves in the order of arrival, and is empty when all are served.
func TestOrder(t *testing.T) {
	fair, stealing, bytewise, wordwise := NewQRW2013(), NewQRW2013Stealing(), new(QRW2015), new(QRW2015Word)
	for name, lock := range map[string]struct {
		locktest.RWLocker
		queue *uint32
	}{
		"QRW2013":          {fair, &fair.queue},
		"QRW2013 stealing": {stealing, &stealing.queue},
		"QRW2015":          {bytewise, &bytewise.queue},
		"QRW2015Word":      {wordwise, &wordwise.queue},
	} {
		t.Run(name, func(t *testing.T) {
			locktest.Order(t, lock, 8, arrivals(lock.queue))
			if *lock.queue != 0 {
				t.Errorf("8 waiters left the queue's word at %#x", *lock.queue)
			}
		})
	}
}

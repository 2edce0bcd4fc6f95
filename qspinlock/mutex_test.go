package qspinlock

import (
	"context"
	"testing"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/waitq"
)

// tested is either mutex of the package.
type tested interface {
	locktest.TryLocker
	LockContext(context.Context) error
	IsContended() bool
	String() string
}

// both runs test for both mutexes; fresh returns a new one and its word.
func both(t *testing.T, test func(t *testing.T, fresh func() (tested, *uint32))) {
	t.Run("Mutex", func(t *testing.T) {
		test(t, func() (tested, *uint32) { m := new(Mutex); return m, &m.word })
	})
	t.Run("NUMAMutex", func(t *testing.T) {
		test(t, func() (tested, *uint32) { m := new(NUMAMutex); return m, &m.m.word })
	})
}

// each is both for a test that needs no word.
func each(t *testing.T, test func(t *testing.T, m tested)) {
	both(t, func(t *testing.T, fresh func() (tested, *uint32)) {
		m, _ := fresh()
		test(t, m)
	})
}

func TestSize(t *testing.T) {
	if a, b := unsafe.Sizeof(Mutex{}), unsafe.Sizeof(NUMAMutex{}); a != 4 || b != 4 {
		t.Errorf("a Mutex has %d bytes and a NUMAMutex %d, want 4", a, b)
	}
}

func TestExclusion(t *testing.T) { each(t, func(t *testing.T, m tested) { locktest.Exclusion(t, m) }) }
func TestTry(t *testing.T)       { each(t, func(t *testing.T, m tested) { locktest.Try(t, m) }) }
func TestUnlockElsewhere(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.UnlockElsewhere(t, m) })
}
func TestCond(t *testing.T)      { each(t, func(t *testing.T, m tested) { locktest.Cond(t, m) }) }
func TestCopylocks(t *testing.T) { each(t, func(t *testing.T, m tested) { locktest.Copylocks(t, m) }) }
func TestGCLatency(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.GCLatency(t, m, m, m, m) })
}
func TestMisuse(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.Misuse(t, "unlocked", func() { m.Unlock() }) })
}
func TestNeighbours(t *testing.T) {
	t.Run("Mutex", func(t *testing.T) { locktest.Neighbours[Mutex](t) })
	t.Run("NUMAMutex", func(t *testing.T) { locktest.Neighbours[NUMAMutex](t) })
}

// arrivals counts the waiters that join the queue of w one after the other, while nobody leaves it: each becomes the tail.
func arrivals(w *uint32) (queued func(n int) bool) {
	count, last := 0, waitq.Tail(klock.LoadUint32(w))
	return func(n int) bool {
		if tail := waitq.Tail(klock.LoadUint32(w)); tail != last {
			count, last = count+1, tail
		}
		return count == n
	}
}

func TestOrder(t *testing.T) {
	both(t, func(t *testing.T, fresh func() (tested, *uint32)) {
		for _, waiters := range []int{1, 2, 3, 40} {
			m, w := fresh()
			locktest.Order(t, m, waiters, arrivals(w))
			if *w != 0 {
				t.Errorf("%d waiters left the word at %#x", waiters, *w)
			}
		}
	})
}

// A try must not overtake those that wait, not even when the mutex is free for a moment.
func TestTryDoesNotOvertake(t *testing.T) {
	both(t, func(t *testing.T, fresh func() (tested, *uint32)) {
		for _, others := range []uint32{mutex.Pending, mutex.Reserved, waitq.Spinning,
			waitq.Asleep, waitq.Asleep | waitq.Woken, 1 << 12, 1 << 29} {
			m, w := fresh()
			*w = others
			if m.TryLock() {
				t.Errorf("TryLock succeeded with the word %#x", others)
			}
			if *w != others {
				t.Errorf("TryLock changed the word from %#x to %#x", others, *w)
			}
		}
	})
}

// Somebody who arrives may take a free mutex only while it is promised to nobody.
func TestSteal(t *testing.T) {
	for _, test := range []struct {
		word uint32
		want bool
	}{
		{0, true},
		{waitq.Asleep | 1<<12, true},
		{waitq.Asleep | waitq.Woken | 1<<12, true},
		{waitq.Spinning, true},
		{mutex.Locked, false},
		{mutex.Pending, false},
		{mutex.Reserved | 1<<12, false},
		{mutex.Reserved | waitq.Asleep | waitq.Woken | 1<<12, false},
	} {
		word := test.word
		if got := mutex.Steal(&word); got != test.want {
			t.Errorf("stealing from %#x: %v, want %v", test.word, got, test.want)
		}
		if want := test.word | mutex.Locked; test.want && word != want {
			t.Errorf("stealing from %#x left %#x, want %#x", test.word, word, want)
		}
	}
}

func TestLockContext(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.LockContext(t, m) })
}

func TestCancelAnywhere(t *testing.T) {
	both(t, func(t *testing.T, fresh func() (tested, *uint32)) {
		locktest.CancelAnywhere(t, func() (locktest.ContextLocker, func(int) bool) {
			m, w := fresh()
			return m, arrivals(w)
		})
	})
}

func TestCancelStorm(t *testing.T) {
	both(t, func(t *testing.T, fresh func() (tested, *uint32)) {
		m, w := fresh()
		locktest.CancelStorm(t, m)
		if *w != 0 {
			t.Errorf("the word ended as %#x", *w)
		}
	})
}

func TestPassingOverEnds(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.PassingOverEnds(t, m) })
}

func TestBubble(t *testing.T) { each(t, func(t *testing.T, m tested) { locktest.Bubble(t, m) }) }

func TestBusyBubble(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.BusyBubble(t, m, m) })
}

func TestString(t *testing.T) {
	for _, test := range []struct {
		word uint32
		want string
	}{
		{0, "unlocked"},
		{mutex.Locked, "locked"},
		{mutex.Locked | waitq.Spinning | mutex.Pending, "locked, pending, spinning"},
		{mutex.Locked | waitq.Asleep | 1<<12, "locked, head asleep, queued"},
		{mutex.Reserved | waitq.Asleep | waitq.Woken | 1<<12, "unlocked, reserved, head asleep, head woken, queued"},
	} {
		if got := (&Mutex{test.word}).String(); got != test.want {
			t.Errorf("%#x is %q, want %q", test.word, got, test.want)
		}
	}
}

func TestNoRace(t *testing.T) {
	each(t, func(t *testing.T, m tested) {
		locktest.NoRaceReported(t, func() {
			data, done := 0, make(chan struct{})
			go func() {
				defer close(done)
				m.Lock()
				data++
				m.Unlock()
				for !m.TryLock() {
				}
				data++
				m.Unlock()
			}()
			if m.LockContext(context.Background()) == nil {
				data++
				m.Unlock()
			}
			<-done
		})
	})
}

func TestLongSections(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.LongSections(t, m) })
}

// A try that fails orders nothing.
func TestRace(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.FailureOrdersNothing(t, m, m.TryLock) })
}

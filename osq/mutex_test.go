package osq

import (
	"context"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/numa"
)

// bothMutexes runs test for both mutexes; fresh returns a new one and both its words.
func bothMutexes(t *testing.T, test func(t *testing.T, fresh func() (m locktest.ContextLocker, word, spins *uint32))) {
	t.Run("Mutex", func(t *testing.T) {
		test(t, func() (locktest.ContextLocker, *uint32, *uint32) { m := new(Mutex); return m, &m.word, &m.spins.word })
	})
	t.Run("NUMAMutex", func(t *testing.T) {
		test(t, func() (locktest.ContextLocker, *uint32, *uint32) {
			m := new(NUMAMutex)
			return m, &m.m.word, &m.m.spins.word
		})
	})
}

// each is bothMutexes for a test that needs no words.
func each(t *testing.T, test func(t *testing.T, m locktest.ContextLocker)) {
	bothMutexes(t, func(t *testing.T, fresh func() (m locktest.ContextLocker, word, spins *uint32)) {
		m, word, spins := fresh()
		test(t, m)
		if *word != 0 || *spins != 0 {
			t.Errorf("the words ended as %#x and %#x", *word, *spins)
		}
	})
}

func TestExclusion(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.Exclusion(t, m) })
}
func TestTry(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.Try(t, m) })
}
func TestUnlockElsewhere(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.UnlockElsewhere(t, m) })
}
func TestCond(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.Cond(t, m) })
}
func TestCopylocks(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.Copylocks(t, m) })
}
func TestGCLatency(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.GCLatency(t, m, m, m, m) })
}
func TestMisuse(t *testing.T) {
	bothMutexes(t, func(t *testing.T, fresh func() (m locktest.ContextLocker, word, spins *uint32)) {
		m, _, _ := fresh()
		locktest.Misuse(t, "unlocked", func() { m.Unlock() })
	})
}
func TestNeighbours(t *testing.T) {
	t.Run("Mutex", func(t *testing.T) { locktest.Neighbours[Mutex](t) })
	t.Run("NUMAMutex", func(t *testing.T) { locktest.Neighbours[NUMAMutex](t) })
}
func TestLockContext(t *testing.T) { each(t, locktest.LockContext) }
func TestBubble(t *testing.T)      { each(t, locktest.Bubble) }
func TestBusyBubble(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.BusyBubble(t, m, m) })
}
func TestPassingOverEnds(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.PassingOverEnds(t, m) })
}
func TestCancelStorm(t *testing.T) {
	defer numa.Pretend(func() uint32 { return uint32(time.Now().UnixNano()) % 4 })()
	each(t, locktest.CancelStorm)
}

func TestOrder(t *testing.T) {
	bothMutexes(t, func(t *testing.T, fresh func() (m locktest.ContextLocker, word, spins *uint32)) {
		for _, waiters := range []int{1, 2, 3, 40} {
			m, word, _ := fresh()
			locktest.Order(t, m, waiters, arrivals(word))
		}
	})
}

func TestCancelAnywhere(t *testing.T) {
	bothMutexes(t, func(t *testing.T, fresh func() (m locktest.ContextLocker, word, spins *uint32)) {
		locktest.CancelAnywhere(t, func() (locktest.ContextLocker, func(int) bool) {
			m, word, _ := fresh()
			return m, arrivals(word)
		})
	})
}

func TestString(t *testing.T) {
	m := new(Mutex)
	m.Lock()
	if got, want := m.String(), mutex.Describe(mutex.Locked); got != want {
		t.Errorf("a locked mutex is %q, want %q", got, want)
	}
	m.Unlock()
}

func TestNoRace(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) {
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
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.LongSections(t, m) })
}

// A try that fails orders nothing.
func TestRace(t *testing.T) {
	each(t, func(t *testing.T, m locktest.ContextLocker) { locktest.FailureOrdersNothing(t, m, m.TryLock) })
}

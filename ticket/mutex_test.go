package ticket

import (
	"testing"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
)

// startingAt is a free mutex whose counters stand at ticket.
func startingAt(ticket uint32) *Mutex { return &Mutex{word: ticket<<nextShift | ticket} }

func TestSize(t *testing.T) {
	if size := unsafe.Sizeof(Mutex{}); size != 4 {
		t.Errorf("a Mutex has %d bytes, want 4", size)
	}
}

func TestExclusion(t *testing.T)       { locktest.Exclusion(t, new(Mutex)) }
func TestTry(t *testing.T)             { locktest.Try(t, new(Mutex)) }
func TestUnlockElsewhere(t *testing.T) { locktest.UnlockElsewhere(t, new(Mutex)) }
func TestCond(t *testing.T)            { locktest.Cond(t, new(Mutex)) }
func TestCopylocks(t *testing.T)       { locktest.Copylocks(t, new(Mutex)) }
func TestNeighbours(t *testing.T)      { locktest.Neighbours[Mutex](t) }
func TestGCLatency(t *testing.T)       { m := new(Mutex); locktest.GCLatency(t, m, m, m, m) }

func TestOrder(t *testing.T) {
	m := new(Mutex)
	locktest.Order(t, m, 16, func(n int) bool { return waiting(m) == n })
}

// waiting is the number of goroutines that wait for m.
func waiting(m *Mutex) int { return int(outside(klock.LoadUint32(&m.word))) - 1 }

// Both counters wrap, the owner without carrying into next.
func TestWrap(t *testing.T) {
	for _, start := range []uint32{0xfffd, 0xfffe, 0xffff} {
		m := startingAt(start)
		for turn := uint32(1); turn <= 6; turn++ {
			if turn%2 == 0 {
				m.Lock()
			} else if !m.TryLock() {
				t.Fatalf("TryLock of a free mutex failed at %#x", m.word)
			}
			if m.TryLock() {
				t.Fatalf("TryLock of a locked mutex succeeded at %#x", m.word)
			}
			m.Unlock()
			want := *startingAt((start + turn) & 0xffff)
			if m.word != want.word {
				t.Fatalf("after %d turns from %#x the word is %#x, want %#x", turn, start, m.word, want.word)
			}
		}
	}
	for _, start := range []uint32{0xfff8, 0xffff} {
		m := startingAt(start)
		locktest.Order(t, m, 16, func(n int) bool { return waiting(m) == n })
		locktest.Try(t, startingAt(start))
	}
	locktest.Exclusion(t, startingAt(0xfff0))
}

func TestIsContended(t *testing.T) {
	m := startingAt(0xffff)
	contended := func(state string, want bool) {
		t.Helper()
		if got := m.IsContended(); got != want {
			t.Errorf("IsContended is %v with %s", got, state)
		}
	}
	contended("nobody about", false)
	m.Lock()
	contended("a holder alone", false)
	done := make(chan struct{})
	go func() {
		m.Lock()
		close(done)
	}()
	locktest.Eventually(t, "a waiter", m.IsContended)
	m.Unlock()
	<-done
	contended("the waiter holding", false)
	m.Unlock()
}

// full is a mutex with a holder and as many waiters as there may be; its next ticket would be the holder's.
func full(owner uint32) *Mutex { return &Mutex{word: (owner+0xffff)<<nextShift | owner} }

func TestMisuse(t *testing.T) {
	for _, misuse := range []struct {
		name, want string
		do         func()
	}{
		{"Unlock", "unlocked", func() { new(Mutex).Unlock() }},
		{"Unlock after wrap", "unlocked", func() { startingAt(0xffff).Unlock() }},
		{"overflow", "overflow", func() { full(0).Lock() }},
		{"overflow after wrap", "overflow", func() { full(7).Lock() }},
	} {
		t.Run(misuse.name, func(t *testing.T) { locktest.Misuse(t, misuse.want, misuse.do) })
	}
}

func TestNoRace(t *testing.T) {
	locktest.NoRaceReported(t, func() {
		m, data, done := new(Mutex), 0, make(chan struct{})
		add := func() {
			m.Lock()
			data++
			m.Unlock()
		}
		go func() {
			defer close(done)
			add()
			for !m.TryLock() {
			}
			data++
			m.Unlock()
		}()
		add()
		<-done
	})
}

// A try that fails orders nothing.
func TestRace(t *testing.T) {
	m := new(Mutex)
	locktest.FailureOrdersNothing(t, m, m.TryLock)
}

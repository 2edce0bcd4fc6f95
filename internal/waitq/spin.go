package waitq

import (
	"time"

	"github.com/klock-go/klock"
)

// A spin lasts 3 to 4 µs. It looks at the lock in growing intervals when what it waits for is under way, such as readers
// that leave, and in long ones when a short section could be followed by many others: each look takes the lock's cache line
// from the processor that uses it.
const (
	spinFor    = 3 * time.Microsecond
	firstPause = 25 * time.Nanosecond
	longPause  = 2 * time.Microsecond
)

// Spin paces a waiter that looks at a lock a few times before it parks.
type Spin struct{ pause, left time.Duration }

// NewSpin begins a spin. It is over at once when there is only one processor: spinning would keep the holder of the lock
// from it.
func NewSpin() Spin {
	if SpinPolls == 1 || !MaySpin() {
		return Spin{}
	}
	return Spin{firstPause, spinFor}
}

// Pause waits before the next look, for longer each time. It reports false, without waiting, when the spin is over.
func (s *Spin) Pause() bool {
	pause := s.pause
	s.pause *= 2
	return s.wait(pause)
}

// PauseLong waits before the next look when the lock may be taken and freed many times meanwhile.
func (s *Spin) PauseLong() bool { return s.wait(longPause) }

func (s *Spin) wait(pause time.Duration) bool {
	if s.left <= 0 {
		return false
	}
	s.left -= pause
	klock.Pause(pause)
	return true
}

// BeginSpin takes the role of the one waiter of q that spins, and reports whether it was free. There is no such role when
// there is only one processor.
func BeginSpin(q *uint32) bool {
	old := klock.LoadUint32Relaxed(q)
	return old&Spinning == 0 && MaySpin() && klock.CompareAndSwapUint32(q, old, old|Spinning)
}

// EndSpin gives the role up. A release that saw the role taken has woken nobody, so the caller must look at the lock once
// more and, if it does not get it, wake a parked head that could have it.
func EndSpin(q *uint32) { klock.AndUint32(q, ^uint32(Spinning)) }

package waitq

import (
	"time"

	"github.com/klock-go/klock"
)

// firstPause is the first of the pauses between looks at the lock; they double, and SpinPolls of them are about 3 µs.
const firstPause = 25 * time.Nanosecond

// Spin paces a waiter that looks at a lock a few times before it parks.
type Spin struct {
	pause time.Duration
	left  int
}

// NewSpin begins a spin. It ends at the first Pause when there is only one processor: spinning would keep the holder of the
// lock from it.
func NewSpin() Spin {
	if !MaySpin() {
		return Spin{}
	}
	return Spin{firstPause, SpinPolls - 1}
}

// Pause waits before the next look. It reports false, without waiting, when the spin is over.
func (s *Spin) Pause() bool {
	if s.left == 0 {
		return false
	}
	s.left--
	klock.Pause(s.pause)
	s.pause *= 2
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

package mutex

import (
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/waitq"
)

// The second contender spins in two rounds. In the first it looks at the lock rarely: each look takes the lock's line from a
// holder that would come back at once, and can use the lock many times while it is in its cache. In the second it has set
// pending, and the next release is for it, so it looks often.
const (
	rarely      = 1600 * time.Nanosecond
	rarelyLooks = 8
	often       = 400 * time.Nanosecond
	oftenLooks  = 8
)

// Pend waits as the second contender, without a node. It reports false when its two rounds were not enough, or when another
// goroutine is the second contender.
//
// Pending is not taken while others queue: they came first, and arriving goroutines that held it in turn could pass them
// over for ever.
func Pend(w *uint32) bool {
	if !MayPend(klock.LoadUint32Relaxed(w)) || !waitq.BeginSpin(w) {
		return false
	}
	if spin(w, Unavailable, rarely, rarelyLooks) || claim(w) && spin(w, LockedMask, often, oftenLooks) {
		return true
	}
	// A release that saw Spinning has left a sleeping head to the caller. If the lock is not free now, a release that comes
	// after Spinning was cleared will wake it.
	klock.AndUint32(w, ^uint32(waitq.Spinning|Pending))
	return Steal(w)
}

// MayPend says that it can be worth to spin. It is not when the lock is reserved for a head that has not woken up yet.
func MayPend(word uint32) bool { return word&Reserved == 0 || word&waitq.Asleep == 0 }

// spin takes the lock when none of the bits of busy is set, and leaves the role of the second contender then. It looks as
// often as looks says, each time after a pause.
func spin(w *uint32, busy uint32, pause time.Duration, looks int) bool {
	for range waitq.Looks(looks) {
		klock.Pause(pause)
		word := klock.LoadUint32Relaxed(w)
		for word&busy == 0 {
			if klock.CompareAndSwapUint32(w, word, word&^(waitq.Spinning|Pending)|Locked) {
				return true
			}
			word = klock.LoadUint32Relaxed(w)
		}
		if !MayPend(word) {
			return false
		}
	}
	return false
}

// claim sets pending if nobody is before the caller.
func claim(w *uint32) bool {
	for {
		word := klock.LoadUint32Relaxed(w)
		if !waitq.Empty(word) || word&Reserved != 0 {
			return false
		}
		if klock.CompareAndSwapUint32(w, word, word|Pending) {
			return true
		}
	}
}

package qspinlock

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/waitq"
)

// pend is the second contender's way to the lock, without a node. It spins in two rounds of about 3 µs. In the first it
// takes the lock when it finds it free, so that a holder which comes back at once can use the lock many times while it is
// in its cache. In the second it has set pending, and the next release is for it. It reports false when that was not
// enough, or when another goroutine is the second contender.
//
// Pending is not taken while others queue: they came first, and arriving goroutines that held it in turn could pass them
// over for ever.
func pend(w *uint32) bool {
	if !mayPend(klock.LoadUint32Relaxed(w)) || !waitq.MaySpin() || !waitq.BeginSpin(w) {
		return false
	}
	if spin(w, mutex.Unavailable) || claim(w) && spin(w, mutex.LockedMask) {
		return true
	}
	klock.AndUint32(w, ^uint32(waitq.Spinning|mutex.Pending))
	if mutex.Steal(w) {
		return true
	}
	mutex.Forward(w)
	return false
}

// mayPend says that it can be worth to spin. It is not when the lock is reserved for a head that has not woken up yet.
func mayPend(word uint32) bool { return word&mutex.Reserved == 0 || word&waitq.Asleep == 0 }

// spin takes the lock when none of the bits of busy is set, and leaves the role of the second contender then.
func spin(w *uint32, busy uint32) bool {
	pause := mutex.FirstPause
	for range waitq.SpinPolls {
		word := klock.LoadUint32Relaxed(w)
		for word&busy == 0 {
			if klock.CompareAndSwapUint32(w, word, word&^(waitq.Spinning|mutex.Pending)|mutex.Locked) {
				return true
			}
			word = klock.LoadUint32Relaxed(w)
		}
		if !mayPend(word) {
			return false
		}
		klock.Pause(pause)
		pause *= 2
	}
	return false
}

// claim sets pending if nobody is before the caller.
func claim(w *uint32) bool {
	for {
		word := klock.LoadUint32Relaxed(w)
		if !waitq.Empty(word) || word&mutex.Reserved != 0 {
			return false
		}
		if klock.CompareAndSwapUint32(w, word, word|mutex.Pending) {
			return true
		}
	}
}

package baseline

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
)

// RWBias is the classic reader-writer lock of one biased counter, 4 bytes. A reader takes 1, a writer takes the bias;
// who does not get the lock puts back what it took, waits until the count looks right, and tries again:
//
//	RLock     count -= 1; in if that leaves 0 or more
//	Lock      count -= bias; in if that leaves 0
//	RUnlock   count += 1
//	Unlock    count += bias
//
// Readers first: a waiting writer leaves no trace in the word, so that readers who come later pass it and an unbroken
// stream of them keeps it out for ever. Each reader that waits for a writer costs three read-modify-writes or more.
type RWBias struct{ word uint32 }

// RLock locks l for reading. It waits while a writer holds l, and not for writers that wait.
func (l *RWBias) RLock() {
	begin()
	if add(&l.word, -1) < 0 {
		l.rlockSlow()
	}
	acquiredRead(&l.word)
}

func (l *RWBias) rlockSlow() {
	for {
		addSlow(&l.word, +1)
		klock.CondLoadUint32(&l.word, isPositive)
		if addSlow(&l.word, -1) >= 0 {
			return
		}
	}
}

// Lock locks l for writing. It waits until nobody holds l.
func (l *RWBias) Lock() {
	begin()
	if add(&l.word, -bias) != 0 {
		lockInvisibly(&l.word)
	}
	acquiredWrite(&l.word)
}

// lockInvisibly puts back the bias that did not suffice, and takes it again when the lock is free.
func lockInvisibly(word *uint32) {
	for {
		addSlow(word, +bias)
		klock.CondLoadUint32(word, isFree)
		if addSlow(word, -bias) == 0 {
			return
		}
	}
}

// TryRLock locks l for reading if no writer holds it, and reports whether it did.
func (l *RWBias) TryRLock() bool {
	begin()
	if tryTakeRead(&l.word) {
		acquiredRead(&l.word)
		return true
	}
	end()
	return false
}

// TryLock locks l for writing if nobody holds it, and reports whether it did.
func (l *RWBias) TryLock() bool {
	begin()
	if tryTake(&l.word, bias, 0) {
		acquiredWrite(&l.word)
		return true
	}
	end()
	return false
}

// RUnlock undoes one RLock.
func (l *RWBias) RUnlock() {
	releasingRead(&l.word)
	if left := add(&l.word, +1); left > bias || left == 1 {
		fatal.Exit("RUnlock of an unlocked RWBias")
	}
	end()
}

// Unlock undoes Lock.
func (l *RWBias) Unlock() {
	releasingWrite(&l.word)
	if add(&l.word, +bias) > bias {
		fatal.Exit("Unlock of an unlocked RWBias")
	}
	end()
}

package baseline

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
)

// RWBroadcast is the biased counter with waiting readers that stay in it, 4 bytes. It is Ingo Molnar's proposal in the
// discussion of the queue rwlock (linux-kernel mailing list, 2013). A reader that finds a writer keeps what it took and
// only reads:
//
//	-k    a writer holds and k readers wait
//
// The writer's one release makes the count bias-k, which admits all of them at once: k readers that wait cost k
// read-modify-writes, where RWBias needs three for each. Writers wait as in RWBias, invisibly and behind all readers.
type RWBroadcast struct{ word uint32 }

// RLock locks l for reading. It waits while a writer holds l, and not for writers that wait.
func (l *RWBroadcast) RLock() {
	begin()
	if add(&l.word, -1) < 0 {
		klock.CondLoadUint32Acquire(&l.word, isNatural)
	}
	acquiredRead(&l.word)
}

// Lock locks l for writing. It waits until nobody holds l and no reader waits.
func (l *RWBroadcast) Lock() {
	begin()
	if add(&l.word, -bias) != 0 {
		lockInvisibly(&l.word)
	}
	acquiredWrite(&l.word)
}

// TryRLock locks l for reading if no writer holds it, and reports whether it did.
func (l *RWBroadcast) TryRLock() bool {
	begin()
	if tryTakeRead(&l.word) {
		acquiredRead(&l.word)
		return true
	}
	end()
	return false
}

// TryLock locks l for writing if nobody holds it, and reports whether it did.
func (l *RWBroadcast) TryLock() bool {
	begin()
	if tryTake(&l.word, bias, 0) {
		acquiredWrite(&l.word)
		return true
	}
	end()
	return false
}

// RUnlock undoes one RLock.
func (l *RWBroadcast) RUnlock() {
	releasingRead(&l.word)
	if left := add(&l.word, +1); left > bias || left == 1 {
		fatal.Exit("RUnlock of an unlocked RWBroadcast")
	}
	end()
}

// Unlock undoes Lock and admits all readers that wait.
func (l *RWBroadcast) Unlock() {
	releasingWrite(&l.word)
	if add(&l.word, +bias) > bias {
		fatal.Exit("Unlock of an unlocked RWBroadcast")
	}
	end()
}

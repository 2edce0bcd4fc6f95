package bitlock

import (
	"sync"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/race"
)

// Bit64 is a bit of a uint64 that is a lock, as a mask: 1<<n for bit n, and never more or less than one bit.
//
//	const listLock bitlock.Bit64 = 1 << 63
//
//	listLock.Lock(&header)
type Bit64 uint64

// Lock locks the bit of *word. It waits while the bit is set.
func (bit Bit64) Lock(word *uint64) {
	if race.Enabled {
		race.Disable()
	}
	if klock.OrUint64(word, uint64(bit))&uint64(bit) != 0 {
		bit.lockSlow(word)
	}
	if race.Enabled {
		race.Enable()
		race.Acquire(word)
	}
}

func (bit Bit64) lockSlow(word *uint64) {
	if bit&(bit-1) != 0 {
		fatal.Exit("bit lock of several bits of a 64-bit word")
	}
	isFree := func(val uint64) bool { return val&uint64(bit) == 0 }
	for {
		klock.CondLoadUint64(word, isFree)
		if klock.OrUint64Acquire(word, uint64(bit))&uint64(bit) == 0 {
			return
		}
	}
}

// TryLock locks the bit of *word if it is clear, and reports whether it did. It never waits, and changes of other bits
// do not make it fail.
func (bit Bit64) TryLock(word *uint64) bool {
	if race.Enabled {
		race.Disable()
	}
	locked := !bit.IsLocked(word) && klock.OrUint64Acquire(word, uint64(bit))&uint64(bit) == 0
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(word)
		}
	}
	return locked
}

// Unlock unlocks the bit of *word. Any goroutine may do so.
func (bit Bit64) Unlock(word *uint64) {
	if race.Enabled {
		race.ReleaseMerge(word) // another lock in the word may have released too
		race.Disable()
	}
	if klock.AndUint64(word, ^uint64(bit))&uint64(bit) == 0 {
		unlockOfUnlocked64()
	}
	if race.Enabled {
		race.Enable()
	}
}

// UnlockNonAtomic unlocks the bit of *word with a load and a store of the whole word. It is allowed only if the lock
// protects all other bits too: a change that another goroutine makes to one of them meanwhile is lost.
func (bit Bit64) UnlockNonAtomic(word *uint64) {
	if race.Enabled {
		race.ReleaseMerge(word)
		race.Disable()
	}
	old := klock.LoadUint64Relaxed(word)
	if old&uint64(bit) == 0 {
		unlockOfUnlocked64()
	}
	klock.StoreUint64Release(word, old&^uint64(bit))
	if race.Enabled {
		race.Enable()
	}
}

//go:noinline
func unlockOfUnlocked64() {
	fatal.Exit("Unlock of an unlocked bit of a 64-bit word")
}

// IsLocked reports whether the bit of *word is set. The answer may be out of date when the caller sees it.
//
// Ordering: relaxed.
func (bit Bit64) IsLocked(word *uint64) bool { return klock.LoadUint64Relaxed(word)&uint64(bit) != 0 }

// Locker is the lock in *word for use where a sync.Locker is asked for, as by sync.Cond.
func (bit Bit64) Locker(word *uint64) sync.Locker { return &locker64{bit, word} }

type locker64 struct {
	bit  Bit64
	word *uint64
}

func (l *locker64) Lock()   { l.bit.Lock(l.word) }
func (l *locker64) Unlock() { l.bit.Unlock(l.word) }

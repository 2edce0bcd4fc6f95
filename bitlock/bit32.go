package bitlock

import (
	"sync"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/race"
)

// Bit32 is a bit of a uint32 that is a lock, as a mask: 1<<n for bit n, and never more or less than one bit.
//
//	const listLock bitlock.Bit32 = 1 << 31
//
//	listLock.Lock(&header)
type Bit32 uint32

// Lock locks the bit of *word. It waits while the bit is set.
func (bit Bit32) Lock(word *uint32) {
	if race.Enabled {
		race.Disable()
	}
	if klock.OrUint32(word, uint32(bit))&uint32(bit) != 0 {
		bit.lockSlow(word)
	}
	if race.Enabled {
		race.Enable()
		race.Acquire(word)
	}
}

func (bit Bit32) lockSlow(word *uint32) {
	if bit&(bit-1) != 0 {
		fatal.Exit("bit lock of several bits of a 32-bit word")
	}
	isFree := func(val uint32) bool { return val&uint32(bit) == 0 }
	for {
		klock.CondLoadUint32(word, isFree)
		if klock.OrUint32Acquire(word, uint32(bit))&uint32(bit) == 0 {
			return
		}
	}
}

// TryLock locks the bit of *word if it is clear, and reports whether it did. It never waits, and changes of other bits
// do not make it fail.
func (bit Bit32) TryLock(word *uint32) bool {
	if race.Enabled {
		race.Disable()
	}
	locked := !bit.IsLocked(word) && klock.OrUint32Acquire(word, uint32(bit))&uint32(bit) == 0
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(word)
		}
	}
	return locked
}

// Unlock unlocks the bit of *word. Any goroutine may do so.
func (bit Bit32) Unlock(word *uint32) {
	if race.Enabled {
		race.ReleaseMerge(word) // another lock in the word may have released too
		race.Disable()
	}
	if klock.AndUint32(word, ^uint32(bit))&uint32(bit) == 0 {
		unlockOfUnlocked32()
	}
	if race.Enabled {
		race.Enable()
	}
}

// UnlockNonAtomic unlocks the bit of *word with a load and a store of the whole word. It is allowed only if the lock
// protects all other bits too: a change that another goroutine makes to one of them meanwhile is lost.
func (bit Bit32) UnlockNonAtomic(word *uint32) {
	if race.Enabled {
		race.ReleaseMerge(word)
		race.Disable()
	}
	old := klock.LoadUint32Relaxed(word)
	if old&uint32(bit) == 0 {
		unlockOfUnlocked32()
	}
	klock.StoreUint32Release(word, old&^uint32(bit))
	if race.Enabled {
		race.Enable()
	}
}

//go:noinline
func unlockOfUnlocked32() {
	fatal.Exit("Unlock of an unlocked bit of a 32-bit word")
}

// IsLocked reports whether the bit of *word is set. The answer may be out of date when the caller sees it.
//
// Ordering: relaxed.
func (bit Bit32) IsLocked(word *uint32) bool { return klock.LoadUint32Relaxed(word)&uint32(bit) != 0 }

// Locker is the lock in *word for use where a sync.Locker is asked for, as by sync.Cond.
func (bit Bit32) Locker(word *uint32) sync.Locker { return &locker32{bit, word} }

type locker32 struct {
	bit  Bit32
	word *uint32
}

func (l *locker32) Lock()   { l.bit.Lock(l.word) }
func (l *locker32) Unlock() { l.bit.Unlock(l.word) }

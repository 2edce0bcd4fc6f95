// Package ticket is a ticket lock: the simplest lock that serves strictly in the order of arrival.
//
// # Layout
//
// One 32-bit word, by value:
//
//	 31           16 15            0
//	+---------------+---------------+
//	|     next      |     owner     |
//	+---------------+---------------+
//
// next is the ticket that the next goroutine will draw, owner the ticket that is being served. The lock is free when they
// are equal. Both count modulo 1<<16:
//
//	Lock      next += 1, and wait until owner is the ticket drawn: one fetch-and-add in all
//	TryLock   next += 1 if next == owner
//	Unlock    owner += 1, without a carry into next
//
// Only the holder writes owner, so a store to the lower half would do for Unlock. It adds to the whole word instead: a
// fetch-and-add of the word that follows a store to half of it waits until that store has left the processor's buffer,
// and the pair took twice as long where that was measured.
//
// # Fairness
//
// Strictly first in, first out, counted from the fetch-and-add. Nobody is passed over and nobody can give up.
//
// That makes it the wrong choice when more goroutines than processors want the lock, or when a section can block: the
// lock passes to one particular waiter, and until the scheduler runs that one all others stand still. It is right for
// short sections and few contenders, and as a measure for other locks. Waiters spin for some microseconds, then yield the
// processor, then sleep with an interval that doubles up to a millisecond; nothing spins when GOMAXPROCS is 1.
//
// The algorithm is that of Reed and Kanodia, "Synchronization with eventcounts and sequencers", Communications of the ACM
// 22(2), 1979.
package ticket

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/race"
)

const (
	nextShift = 16
	nextOne   = 1 << nextShift
)

// Mutex is a ticket lock of 4 bytes. The zero value is an unlocked mutex. A Mutex must not be copied after its first use.
//
// At most 65,534 goroutines may wait for one Mutex; one more ends the process with a message, as unlocking an unlocked
// Mutex does. Locking has acquire ordering, unlocking release ordering.
type Mutex struct{ word uint32 }

// Lock locks m. It waits until every goroutine that came before has locked and unlocked m.
func (m *Mutex) Lock() {
	if race.Enabled {
		race.Disable()
	}
	if drawn := klock.AddUint32Acquire(&m.word, nextOne); outside(drawn) != 1 {
		m.wait(drawn)
	}
	if race.Enabled {
		race.Enable()
		race.Acquire(&m.word)
	}
}

// wait waits for the turn of the ticket that the addition with the result drawn took.
func (m *Mutex) wait(drawn uint32) {
	if outside(drawn) == 0 {
		fatal.Exit("overflow: more than 65,534 goroutines wait for a ticket mutex")
	}
	ticket := uint16(drawn>>nextShift) - 1
	klock.CondLoadUint16Acquire(endian.Half(&m.word, 0), func(owner uint16) bool { return owner == ticket })
}

// TryLock locks m if it is free, and reports whether it did. It never waits.
func (m *Mutex) TryLock() bool {
	if race.Enabled {
		race.Disable()
	}
	locked := m.tryLock()
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(&m.word)
		}
	}
	return locked
}

func (m *Mutex) tryLock() bool {
	for {
		word := klock.LoadUint32Relaxed(&m.word)
		if outside(word) != 0 {
			return false
		}
		if klock.CompareAndSwapUint32Acquire(&m.word, word, word+nextOne) {
			return true
		}
	}
}

// Unlock unlocks m and passes it to the goroutine that has waited longest. Any goroutine may unlock.
func (m *Mutex) Unlock() {
	if race.Enabled {
		race.Release(&m.word)
		race.Disable()
	}
	word := klock.LoadUint32Relaxed(&m.word)
	if outside(word) == 0 {
		fatal.Exit("Unlock of an unlocked ticket mutex")
	}
	served := uint32(1)
	if uint16(word) == 1<<nextShift-1 { // nobody but the holder writes owner, so it has not changed since the load
		served -= nextOne // takes the carry back
	}
	klock.AddUint32Release(&m.word, served)
	if race.Enabled {
		race.Enable()
	}
}

// IsContended reports whether a goroutine waits for m. A holder that has more work to do under the lock can use it to let
// others go first. The answer may be out of date when the caller sees it.
//
// Ordering: relaxed.
func (m *Mutex) IsContended() bool { return outside(klock.LoadUint32Relaxed(&m.word)) > 1 }

// outside is the number of goroutines that have drawn a ticket and not yet unlocked, the holder included.
func outside(word uint32) uint16 { return uint16(word>>nextShift) - uint16(word) }

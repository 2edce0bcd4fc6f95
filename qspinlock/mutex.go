package qspinlock

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/race"
)

// Mutex is a mutual exclusion lock of 4 bytes. The zero value is an unlocked mutex. A Mutex must not be copied after its
// first use.
//
// Locking has acquire ordering, unlocking release ordering: what was written before an Unlock is seen after the next
// Lock. Unlocking an unlocked Mutex ends the process with a message that no recover can stop.
type Mutex struct{ word uint32 }

// Lock locks m. It blocks until m is available: it spins for some microseconds if nobody else does, and then parks.
func (m *Mutex) Lock() {
	if race.Enabled || !klock.CompareAndSwapUint32(&m.word, 0, mutex.Locked) {
		m.wait(nil, mutex.FIFO)
	}
}

// LockContext locks m and returns nil, or returns ctx.Err() if ctx is done first. When ctx is done already it does not
// lock.
func (m *Mutex) LockContext(ctx context.Context) error { return m.lockContext(ctx, mutex.FIFO) }

// TryLock locks m if nobody holds it and nobody waits for it, and reports whether it did. It never waits and never
// overtakes a waiter.
func (m *Mutex) TryLock() bool {
	if race.Enabled {
		race.Disable()
	}
	locked := klock.CompareAndSwapUint32(&m.word, 0, mutex.Locked)
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(&m.word)
		}
	}
	return locked
}

// Unlock unlocks m. Any goroutine may unlock, not only the one that locked.
func (m *Mutex) Unlock() {
	if race.Enabled {
		race.Release(&m.word)
		race.Disable()
	}
	if klock.AddUint32(&m.word, mutex.Release)&mutex.ReleaseSlow != 0 {
		m.unlockSlow()
	}
	if race.Enabled {
		race.Enable()
	}
}

func (m *Mutex) unlockSlow() {
	if mutex.Wrapped(&m.word) {
		fatal.Exit("Unlock of an unlocked qspinlock mutex")
	}
	mutex.Released(&m.word)
}

// IsContended reports whether a goroutine waits for m. A holder that has more work to do under the lock can use it to let
// others go first. The answer may be out of date when the caller sees it.
//
// Ordering: relaxed.
func (m *Mutex) IsContended() bool { return mutex.Contended(klock.LoadUint32Relaxed(&m.word)) }

// String names the state of m, for debugging. It may be out of date when the caller sees it.
func (m *Mutex) String() string { return mutex.Describe(klock.LoadUint32Relaxed(&m.word)) }

// lockContext locks m unless ctx is done first.
func (m *Mutex) lockContext(ctx context.Context, order mutex.Order) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !race.Enabled && klock.CompareAndSwapUint32(&m.word, 0, mutex.Locked) || m.wait(ctx, order) {
		return nil
	}
	return ctx.Err()
}

// wait is the slow path of locking. It returns false if ctx, which may be nil, was done first.
func (m *Mutex) wait(ctx context.Context, order mutex.Order) bool {
	if race.Enabled {
		race.Disable()
	}
	locked := mutex.Steal(&m.word) || mutex.Pend(&m.word) || mutex.Queue(&m.word, ctx, order)
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(&m.word)
		}
	}
	return locked
}

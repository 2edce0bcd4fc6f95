package osq

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// Mutex is a sleeping mutual exclusion lock of 8 bytes. The zero value is an unlocked mutex. A Mutex must not be copied after
// its first use.
//
// Locking has acquire ordering, unlocking release ordering. Unlocking an unlocked Mutex ends the process with a message that
// no recover can stop.
type Mutex struct {
	word  uint32
	spins Queue // those that spin for the word
}

// Lock locks m. It blocks until m is available: it spins for some microseconds if that can pay, and then parks.
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
		fatal.Exit("Unlock of an unlocked osq mutex")
	}
	mutex.Released(&m.word)
}

// IsContended reports whether a goroutine waits for m. The answer may be out of date when the caller sees it.
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
	locked := mutex.Steal(&m.word) || m.spin(order) || mutex.Queue(&m.word, ctx, order)
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(&m.word)
		}
	}
	return locked
}

// spin waits for the lock in the queue of those that spin. It is no use to stand in that queue behind others unless there are
// processors for all of them and for the holder.
func (m *Mutex) spin(order mutex.Order) bool {
	procs := waitq.Procs()
	if procs == 1 || procs == 2 && m.spins.IsLocked() || !mutex.MayPend(klock.LoadUint32Relaxed(&m.word)) {
		return false
	}
	asked := 0
	stop := func() bool {
		asked++
		return asked > patience || !mutex.MayPend(klock.LoadUint32Relaxed(&m.word))
	}
	if !m.spins.lock(stop, order) {
		return false
	}
	locked := mutex.Pend(&m.word)
	m.spins.unlock()
	return locked
}

// patience is how often a goroutine that waits to spin is asked whether it still will: about 10 µs.
const patience = 3

package osq

import (
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// Queue is an optimistic spin queue of 4 bytes: a lock whose waiters may give up at any time. The zero value is an unlocked
// queue. A Queue must not be copied after its first use.
//
// Locking has acquire ordering, unlocking release ordering. Unlocking an unlocked Queue ends the process with a message that
// no recover can stop.
type Queue struct{ word uint32 }

// Lock locks q and returns true, or returns false because stop did. It calls stop, which may be nil, from time to time while
// it waits, at first every microsecond, after about a millisecond every 100 µs or so, and gives up when stop returns true. A
// stop that returns true is not asked again, but the queue may come to the caller at that very moment: then Lock still
// returns false, and the queue has passed on.
func (q *Queue) Lock(stop func() bool) bool {
	if !race.Enabled && klock.CompareAndSwapUint32(&q.word, 0, mutex.Locked) {
		return true
	}
	return q.wait(stop, mutex.FIFO)
}

// Unlock unlocks q. Any goroutine may unlock, not only the one that locked.
func (q *Queue) Unlock() {
	if race.Enabled {
		race.Release(&q.word)
		race.Disable()
	}
	q.unlock()
	if race.Enabled {
		race.Enable()
	}
}

func (q *Queue) unlock() {
	if klock.AddUint32(&q.word, mutex.Release)&mutex.LockedMask != 0 {
		unlockOfUnlocked()
	}
}

// IsLocked reports whether somebody holds q or waits for it. The answer may be out of date when the caller sees it.
//
// Ordering: relaxed.
func (q *Queue) IsLocked() bool { return klock.LoadUint32Relaxed(&q.word) != 0 }

func unlockOfUnlocked() { fatal.Exit("Unlock of an unlocked osq queue") }

// wait is the slow path of Lock.
func (q *Queue) wait(stop func() bool, order mutex.Order) bool {
	if race.Enabled {
		race.Disable()
	}
	locked := q.lock(stop, order)
	if race.Enabled {
		race.Enable()
		if locked {
			race.Acquire(&q.word)
		}
	}
	return locked
}

// lock is Lock without the race detector's view.
func (q *Queue) lock(stop func() bool, order mutex.Order) bool {
	return klock.CompareAndSwapUint32(&q.word, 0, mutex.Locked) || q.enqueue(stop, order)
}

func (q *Queue) enqueue(stop func() bool, order mutex.Order) bool {
	n := waitq.Get(waitq.Writer)
	near := order == mutex.Near
	if near {
		n.SetPlace(mutex.Place())
	}
	if !n.JoinLinked(&q.word) && !waitUntil(n.State(), waitq.IsHead, stop) {
		if n.Unlink(&q.word) {
			return false
		}
		n.LeaveLinked(&q.word, near)
		return false
	}
	for waitUntil(&q.word, unlocked, stop) {
		if word := klock.LoadUint32Relaxed(&q.word); unlocked(word) &&
			klock.CompareAndSwapUint32(&q.word, word, word|mutex.Locked) {
			n.LeaveLinked(&q.word, near)
			return true
		}
	}
	n.LeaveLinked(&q.word, near)
	return false
}

func unlocked(word uint32) bool { return word&mutex.LockedMask == 0 }

// A wait that can be stopped looks whether it is at intervals that double from the shortest; after that many it sleeps
// between two looks.
const (
	shortestInterval = time.Microsecond
	longestInterval  = 64 * time.Microsecond
	intervals        = 20
)

// waitUntil waits until cond holds for *p and returns true, or until stop returns true and returns false.
func waitUntil(p *uint32, cond func(uint32) bool, stop func() bool) bool {
	if stop == nil {
		klock.CondLoadUint32Acquire(p, cond)
		return true
	}
	interval := shortestInterval
	for turn := 0; ; turn++ {
		if _, ok := klock.CondLoadUint32Timeout(p, cond, interval); ok {
			klock.FenceAcquire()
			return true
		}
		if ask(stop) {
			return false
		}
		interval = min(2*interval, longestInterval)
		if turn >= intervals {
			waitq.Nap()
			interval = shortestInterval
		}
	}
}

// ask calls the user's function, whose synchronization the race detector must see.
func ask(stop func() bool) bool {
	if race.Enabled {
		race.Enable()
		defer race.Disable()
	}
	return stop()
}

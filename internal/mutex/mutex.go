package mutex

import (
	"context"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/numa"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// Steal takes the lock if it is free and promised to nobody.
func Steal(w *uint32) bool {
	for {
		word := klock.LoadUint32Relaxed(w)
		if word&Unavailable != 0 {
			return false
		}
		if klock.CompareAndSwapUint32(w, word, word|Locked) {
			return true
		}
	}
}

// Order says who of the queue comes next.
type Order int

// The orders.
const (
	FIFO Order = iota // the one that came first
	Near              // the first of the holder's memory node, within bounds: waitq.LeaveNear
)

// leave takes the awake head n out of the queue and returns the next head, or nil.
func (o Order) leave(n *waitq.Node, w *uint32) *waitq.Node {
	if o == Near {
		return n.LeaveNear(w)
	}
	return n.Leave(w)
}

// Queue waits for the lock in the queue. It returns false if ctx, which may be nil, was done first.
func Queue(w *uint32, ctx context.Context, order Order) bool {
	n := waitq.Get(waitq.Writer)
	if order == Near {
		n.SetPlace(Place())
	}
	if ctx != nil {
		defer n.Watch(ctx)()
	}
	if !n.Join(w) && n.Wait(w, ctx) == waitq.Abandoned {
		return false
	}
	for {
		if spinAtHead(w) {
			if next := order.leave(n, w); next != nil {
				next.PublishInWord(w)
			}
			return true
		}
		if waitq.Expired(ctx) {
			klock.AndUint32(w, ^uint32(Reserved))
			if next := order.leave(n, w); next != nil {
				next.Rouse(w)
			}
			return false
		}
		n.SleepInWord(w, ctx, Reserved, unavailableToHead)
	}
}

// Place is the memory node on which the caller runs.
func Place() uint32 {
	if race.Enabled { // package numa has synchronization of its own, which must be seen
		race.Enable()
		defer race.Disable()
	}
	return numa.Node()
}

// spinAtHead takes the lock for the head of the queue, which is awake, or reports that it is time to sleep.
func spinAtHead(w *uint32) bool {
	for turn := waitq.NewSpin(); ; {
		for {
			word := klock.LoadUint32Relaxed(w)
			if word&unavailableToHead == 0 {
				if klock.CompareAndSwapUint32(w, word, word&^Reserved|Locked) {
					return true
				}
			} else if word&Reserved != 0 || klock.CompareAndSwapUint32(w, word, word|Reserved) {
				break
			}
		}
		if !turn.Pause() {
			return false
		}
	}
}

// turn is how long a head that is asleep may be passed over. It is longer than that of locks with readers, because a change
// of owner is all that a mutex has to do when it is contended: with sections of 2 µs a turn of 20 µs cost a fifth of the
// throughput.
const turn = 100 * time.Microsecond

// Released is the slow path of a release, which has freed the lock and saw that the head is not awake. It wakes the head, or
// counts that it was passed over. At the end of the head's turn it reserves the lock for it, also when it is to be woken for
// the first time: a head that is woken after each of many long sections would come too late after each of them.
func Released(w *uint32) {
	n := waitq.Call(w)
	if n != nil && !n.HeadFor(turn) {
		n.Wake()
		return
	}
	if n == nil && !waitq.PassOver(w, turn) {
		return
	}
	reserve(w)
	waitq.HandOver(w, n)
}

// reserve keeps the lock for the head if that is not awake.
func reserve(w *uint32) {
	for {
		word := klock.LoadUint32Relaxed(w)
		if word&waitq.Asleep == 0 || word&Reserved != 0 || klock.CompareAndSwapUint32(w, word, word|Reserved) {
			return
		}
	}
}

// Wrapped says that locked has gone below 0: somebody released a lock that nobody held.
func Wrapped(w *uint32) bool { return klock.LoadUint32Relaxed(w)&LockedMask > Locked }

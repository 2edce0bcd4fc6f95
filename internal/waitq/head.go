package waitq

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
)

// Publish makes n, which the caller has claimed, the head of q without waking it: the release of the lock will. The
// caller holds the lock, so every release that matters comes after, or is a read-modify-write, and sees the flags
// without a fence.
func (n *Node) Publish(q *uint32) { n.PublishBehind(q, 0) }

// PublishBehind is Publish for a head behind waiters that were let in together: they have a turn each before its own begins.
func (n *Node) PublishBehind(q *uint32, waiters uint32) {
	n.concede(waiters)
	n.enter(q)
	klock.StoreUint32Release(&n.state, head)
	klock.OrUint32(q, Asleep|Contended) // from here on n may be woken, leave and be recycled
}

// Rouse makes n, which the caller has claimed, the head of q and wakes it. The caller need not hold the lock.
func (n *Node) Rouse(q *uint32) {
	n.beginTurn()
	n.enter(q)
	klock.OrUint32(q, Asleep|Woken)
	n.Wake()
}

// Grant tells n, which the caller has claimed and taken out of the queue, that it has acquired the lock for it.
func (n *Node) Grant() {
	n.used()
	klock.StoreUint32Release(&n.state, granted)
	n.unpark()
}

// Wake tells the sleeping head n, which Call returned, that it must look at the lock.
func (n *Node) Wake() {
	n.used()
	klock.StoreUint32Release(&n.state, woken)
	n.unpark()
}

// Take ends the sleep of the head n, which Call returned, without waking it: the caller has acquired the lock for it
// and now acts as the head in its place. It grants n the lock when it has taken n out of the queue. It reports false if n
// is about to run by itself; the caller then wakes it.
func (n *Node) Take() bool {
	return klock.CompareAndSwapUint32Acquire(&n.state, head, claimed)
}

// Outcome is what ended a wait in the queue.
type Outcome int

// The outcomes.
const (
	Head      Outcome = iota // the waiter is the head now, and awake
	Granted                  // the lock was acquired for the waiter, and its node is out of the queue
	Abandoned                // the context was done first: the node is no longer the waiter's
)

// Watch makes the end of ctx wake n's waiter, so that Wait and Sleep notice it. The caller calls stop when its wait is over;
// a wake-up that comes too late does no harm.
func (n *Node) Watch(ctx context.Context) (stop func() bool) {
	if !race.Enabled {
		return afterDone(ctx, n.unpark)
	}
	race.Enable() // the context's own synchronization must be seen
	defer race.Disable()
	unregister := afterDone(ctx, n.unpark)
	return func() bool {
		race.Enable()
		defer race.Disable()
		return unregister()
	}
}

// Expired reports whether ctx, which may be nil, is done.
func Expired(ctx context.Context) bool {
	if ctx == nil {
		return false
	}
	if race.Enabled {
		race.Enable()
		defer race.Disable()
	}
	return ctx.Err() != nil
}

// Wait parks until n, behind others in q, becomes the head or is granted the lock, or until ctx, which may be nil, is
// done. A head whose ctx is done is still the head.
func (n *Node) Wait(q *uint32, ctx context.Context) Outcome {
	for {
		if Expired(ctx) {
			return n.abandon(q)
		}
		switch klock.LoadUint32Acquire(&n.state) {
		case granted:
			return Granted
		case woken:
			n.rise(q)
			return Head
		}
		n.park()
	}
}

// abandon ends the wait of n, behind others in q, on its own account. If n has been claimed it waits for what becomes of it: who
// claimed it need not wake it.
func (n *Node) abandon(q *uint32) Outcome {
	if klock.CompareAndSwapUint32(&n.state, waiting, abandoned) {
		return Abandoned
	}
	klock.CondLoadUint32Acquire(&n.state, isDecided)
	return n.recall(q)
}

// Concede gives a number of waiters that have the lock a turn each before that of n begins, as many at a time as there are
// processors. It does nothing if the turn of n has begun or it has conceded before.
func (n *Node) Concede(waiters uint32) {
	if klock.LoadUint64Relaxed(&n.since) == 0 {
		n.concede(waiters)
	}
}

// beginTurn begins the turn of the head n, unless it has begun.
func (n *Node) beginTurn() { n.Concede(0) }

func (n *Node) concede(waiters uint32) {
	klock.StoreUint64Relaxed(&n.since, uint64(now()+int64(waiters)*int64(Turn)/int64(Procs()))|1)
}

// Overdue reports whether the turn of the head n is over.
func (n *Node) Overdue() bool {
	return klock.LoadUint64Relaxed(&n.since) != 0 && n.HeadFor(Turn)
}

// Sleep parks the awake head n of q until a release wakes it or grants it the lock, or ctx, which may be nil, is done. It
// does not sleep if available reports true once releases can see the flag.
func (n *Node) Sleep(q *uint32, ctx context.Context, available func() bool) Outcome {
	klock.StoreUint32Relaxed(&n.state, head)
	n.beginTurn()
	before := n.lieDown(q)
	fenced := before&Contended != 0 || klock.FenceOthers()
	if !fenced {
		// No release is sure to see the flag yet, though most do. Contended must not stay, or the next head would believe so.
		klock.AndUint32(q, ^uint32(Contended))
		if !available() {
			Nap()
		}
		return n.recall(q)
	}
	if available() {
		return n.recall(q)
	}
	return n.sleep(q, ctx)
}

// lieDown makes the awake head n of q one that is asleep, and returns the word before that.
func (n *Node) lieDown(q *uint32) uint32 {
	for {
		old := klock.LoadUint32Relaxed(q)
		if klock.CompareAndSwapUint32(q, old, old&^Woken|Asleep|Contended) {
			return old
		}
	}
}

// sleep parks n, the head of q, which releases can see asleep.
func (n *Node) sleep(q *uint32, ctx context.Context) Outcome {
	for {
		switch klock.LoadUint32Acquire(&n.state) {
		case woken:
			n.rise(q)
			return Head
		case granted:
			return Granted
		}
		if Expired(ctx) {
			return n.recall(q)
		}
		n.park()
	}
}

// rise ends the sleep of a head that Woken shows as called. It stays the head.
func (n *Node) rise(q *uint32) { klock.AndUint32(q, ^uint32(Asleep)) }

// recall ends the sleep of the head n of q on its own account. If a release has taken n it waits for the lock to be granted;
// if one is about to wake n, or n's maker has not set the flag yet, for that.
func (n *Node) recall(q *uint32) Outcome {
	if !klock.CompareAndSwapUint32Acquire(&n.state, head, recalled) {
		if klock.CondLoadUint32Acquire(&n.state, isSettled) == granted {
			return Granted
		}
		n.rise(q)
		return Head
	}
	for {
		old := klock.CondLoadUint32(q, isAsleep)
		if old&Woken != 0 {
			klock.CondLoadUint32Acquire(&n.state, isSettled)
			n.rise(q)
			return Head
		}
		if klock.CompareAndSwapUint32(q, old, old&^Asleep|Woken) {
			klock.StoreUint32Relaxed(&n.state, woken)
			return Head
		}
	}
}

func isAsleep(word uint32) bool { return word&Asleep != 0 }

func isDecided(state uint32) bool { return state != claimed }

func isSettled(state uint32) bool { return state == woken || state == granted }

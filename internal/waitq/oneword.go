package waitq

import (
	"context"
	"time"

	"github.com/klock-go/klock"
)

// A lock that keeps its own bits in the queue word can release by one read-modify-write of that word. It then frees the
// lock and reads the flags in a single step, so neither Contended nor a fence is needed: such a lock uses the functions
// here instead of Publish and Sleep, and its word is 0 again when nobody is left.

// PublishInWord is Publish for a lock that releases by a read-modify-write of q.
func (n *Node) PublishInWord(q *uint32) {
	n.beginTurn()
	n.enter(q)
	klock.StoreUint32Release(&n.state, head)
	klock.OrUint32(q, Asleep) // from here on n may be woken, leave and be recycled
}

// SleepInWord parks the awake head n of q until a release wakes it or ctx, which may be nil, is done. In the same step
// in which releases begin to see it asleep the bits of drop, which are the lock's own, are cleared. It does not sleep if
// none of the bits of busy is set then: the lock is available.
func (n *Node) SleepInWord(q *uint32, ctx context.Context, drop, busy uint32) {
	klock.StoreUint32Relaxed(&n.state, head)
	n.beginTurn()
	for {
		old := klock.LoadUint32Relaxed(q)
		if old&busy == 0 {
			klock.StoreUint32Relaxed(&n.state, woken)
			return
		}
		if klock.CompareAndSwapUint32(q, old, old&^(drop|Woken)|Asleep) {
			break
		}
	}
	n.sleep(q, ctx)
}

// PassOver counts a release that passed over the head of q, and reports whether that was the head for longer than turn. It
// looks at the clock once in a while only. When the head has left the answer means nothing.
func PassOver(q *uint32, turn time.Duration) bool {
	n := seek(q)
	if n == nil {
		return true
	}
	passed := n.pass()
	if passed&(passed-1) != 0 && passed%passesPerLook != 0 {
		return false
	}
	return n.HeadFor(turn)
}

// passesPerLook is after how many releases PassOver looks at the clock.
const passesPerLook = 16

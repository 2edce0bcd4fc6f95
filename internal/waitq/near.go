package waitq

import (
	"time"

	"github.com/klock-go/klock"
)

// Compact NUMA-aware hand-over (Dice and Kogan, 2019). The head that leaves makes the first waiter of its own memory node
// the next head. Those it passes over stand aside, in a second queue that its successor carries on; they are still in
// the order in which they came. They return to the front of the queue when nobody of the node is left in it, and when
// the first of them has been passed over for PassOverBound.

// PassOverBound is how long a waiter may be passed over in favour of waiters of the holder's memory node.
const PassOverBound = time.Millisecond

// SetPlace says on which memory node the waiter of n runs. It is called before Join.
func (n *Node) SetPlace(node uint32) { klock.StoreUint16Relaxed(&n.place, uint16(node)) }

// LeaveNear is Leave, but the next head is a waiter on n's memory node if there is one and nobody was passed over for too
// long.
func (n *Node) LeaveNear(q *uint32) *Node {
	n.stepDown(q)
	place := klock.LoadUint16Relaxed(&n.place)
	next := n.removeNear(q, place)
	Put(n)
	for next != nil {
		if next.claim() {
			return next
		}
		abandoned := next
		next = abandoned.removeNear(q, place)
		Put(abandoned)
	}
	return nil
}

// removeNear takes n, the first node, out of the queue and returns the one that is first then, or nil.
func (n *Node) removeNear(q *uint32, place uint16) *Node {
	aside := n.aside.get()
	if klock.LoadUint32Acquire(&n.next) == 0 && n.replaceLast(q, aside) {
		if aside.first == 0 {
			return nil
		}
		return nodes.node(aside.first)
	}
	first := nodes.node(klock.CondLoadUint32Acquire(&n.next, notZero))
	if aside.first != 0 && nodes.node(aside.first).passedOverTooLong() {
		return aside.before(first)
	}
	next, last := first.nearest(place)
	if next == nil {
		return aside.before(first)
	}
	if last != nil {
		aside.append(first, last)
	}
	next.aside.set(aside)
	return next
}

// nearest returns the first waiter from n on that runs on a memory node, and the one before it. It does not look beyond one
// that was passed over for too long, or that has not linked the next one yet.
func (n *Node) nearest(place uint16) (found, before *Node) {
	for klock.LoadUint16Relaxed(&n.place) != place {
		next := klock.LoadUint32Acquire(&n.next)
		if next == 0 || n.passedOverTooLong() {
			return nil, nil
		}
		before, n = n, nodes.node(next)
	}
	return n, before
}

// passedOverTooLong says whether n was passed over first longer ago than the bound.
func (n *Node) passedOverTooLong() bool {
	since := klock.LoadUint64Relaxed(&n.passedOver)
	return since != 0 && late(since, PassOverBound)
}

// replaceLast empties the queue if n is the only node in it, or makes those aside the queue. It reports whether n was.
func (n *Node) replaceLast(q *uint32, aside list) bool {
	if aside.first == 0 {
		return n.removeLast(q)
	}
	for {
		old := klock.LoadUint32Relaxed(q)
		if Tail(old) != n.index {
			return false
		}
		if klock.CompareAndSwapUint32(q, old, old&^tailMask|aside.last<<tailShift) {
			return true
		}
	}
}

// list is a chain of nodes; it is empty if first is 0. The link of the last one is 0.
type list struct{ first, last uint32 }

// get reads a list that lies in a node.
func (l *list) get() list {
	return list{klock.LoadUint32Relaxed(&l.first), klock.LoadUint32Relaxed(&l.last)}
}

// set writes a list that lies in a node.
func (l *list) set(to list) {
	klock.StoreUint32Relaxed(&l.first, to.first)
	klock.StoreUint32Relaxed(&l.last, to.last)
}

// append adds the chain from first to last, which are passed over.
func (l *list) append(first, last *Node) {
	time := uint64(now())
	for n := first; ; n = nodes.node(klock.LoadUint32Relaxed(&n.next)) {
		if klock.LoadUint64Relaxed(&n.passedOver) == 0 {
			klock.StoreUint64Relaxed(&n.passedOver, time)
		}
		if n == last {
			break
		}
	}
	klock.StoreUint32Relaxed(&last.next, 0)
	if l.first == 0 {
		l.first = first.index
	} else {
		klock.StoreUint32Relaxed(&nodes.node(l.last).next, first.index)
	}
	l.last = last.index
}

// before puts the chain in front of n, if there is one, and returns what is first then.
func (l list) before(n *Node) *Node {
	if l.first == 0 {
		return n
	}
	klock.StoreUint32Relaxed(&nodes.node(l.last).next, n.index)
	return nodes.node(l.first)
}

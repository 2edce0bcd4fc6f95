package waitq

import "github.com/klock-go/klock"

// A linked queue is one whose waiters can leave from anywhere at once: each node also names the one before it. Waiters
// poll, they are not parked. The word holds the tail; of the flags it needs none.
//
// A waiter joins with a swap of the tail, as in every queue here. Whoever else changes links first takes Linking, so the
// rest of the queue stands still meanwhile, but for those that join at its end. The link of a node that has just joined
// may still be missing: the node before it cannot leave until it is there.

// Linking is set in the word of a linked queue while somebody changes its links.
const Linking = 1 << 8

// JoinLinked appends n to the linked queue of word q and reports whether that made it the head.
func (n *Node) JoinLinked(q *uint32) bool {
	for {
		old := klock.LoadUint32Relaxed(q)
		if !klock.CompareAndSwapUint32(q, old, old&^tailMask|n.index<<tailShift) {
			continue
		}
		if Empty(old) {
			klock.StoreUint32Relaxed(&n.state, head)
			return true
		}
		before := nodes.node(Tail(old))
		klock.StoreUint32Relaxed(n.prev(), before.index)
		klock.StoreUint32Release(&before.next, n.index)
		return false
	}
}

// prev is where a node of a linked queue has the index of the node before it. Such a node never is in the table, so its slot
// there is free for that.
func (n *Node) prev() *uint32 { return &n.slot }

// State is the address of the word that IsHead tests, for the waiter of n to wait on.
func (n *Node) State() *uint32 { return &n.state }

// IsHead says whether a node in this state is the head of its queue.
func IsHead(state uint32) bool { return state == head }

// LeaveLinked takes n, the head, out of the linked queue, makes another waiter the head and puts n back. With near that is
// the first waiter on n's memory node, if nobody was passed over for too long; else it is the one that came first.
func (n *Node) LeaveLinked(q *uint32, near bool) {
	beginLinking(q)
	if next := n.cut(q, nil); next != nil {
		if near {
			next = next.preferNear(q, klock.LoadUint16Relaxed(&n.place))
		}
		klock.StoreUint32Release(&next.state, head)
	}
	endLinking(q)
	Put(n)
}

// Unlink takes n, a waiter that gives up, out of the linked queue and puts it back. It reports false, and does neither, if n
// has become the head.
func (n *Node) Unlink(q *uint32) bool {
	beginLinking(q)
	unlinked := klock.LoadUint32Acquire(&n.state) != head
	if unlinked {
		n.cut(q, nodes.node(klock.LoadUint32Relaxed(n.prev())))
	}
	endLinking(q)
	if unlinked {
		Put(n)
	}
	return unlinked
}

// cut joins before, which is nil if n is the first, with the node behind n and returns that one, or nil when n is the last.
// It is called with Linking held.
func (n *Node) cut(q *uint32, before *Node) *Node {
	if klock.LoadUint32Acquire(&n.next) == 0 {
		left := uint32(0)
		if before != nil {
			left = before.index
			klock.StoreUint32Relaxed(&before.next, 0) // whoever joins once before is the last links itself there
		}
		if n.retreat(q, left) {
			return nil
		}
	}
	next := nodes.node(klock.CondLoadUint32Acquire(&n.next, notZero))
	if before != nil {
		klock.StoreUint32Relaxed(next.prev(), before.index)
		klock.StoreUint32Relaxed(&before.next, next.index)
	}
	return next
}

// retreat makes the tail left if it is n, and reports whether it was.
func (n *Node) retreat(q *uint32, left uint32) bool {
	for {
		old := klock.LoadUint32Relaxed(q)
		if Tail(old) != n.index {
			return false
		}
		if klock.CompareAndSwapUint32(q, old, old&^tailMask|left<<tailShift) {
			return true
		}
	}
}

// preferNear moves the first waiter on a memory node to the front of the queue, of which n is the first, and returns what is
// first then. The others stay in order. It is called with Linking held.
func (n *Node) preferNear(q *uint32, place uint16) *Node {
	found, before := n.nearest(place)
	if before == nil { // nobody, or n itself
		return n
	}
	passed := uint64(now())
	for skipped := n; skipped != found; skipped = nodes.node(klock.LoadUint32Relaxed(&skipped.next)) {
		if klock.LoadUint64Relaxed(&skipped.passedOver) == 0 {
			klock.StoreUint64Relaxed(&skipped.passedOver, passed)
		}
	}
	found.cut(q, before)
	klock.StoreUint32Relaxed(&found.next, n.index)
	klock.StoreUint32Relaxed(n.prev(), found.index)
	return found
}

// beginLinking takes Linking.
func beginLinking(q *uint32) {
	for {
		old := klock.CondLoadUint32(q, notLinking)
		if klock.CompareAndSwapUint32(q, old, old|Linking) {
			return
		}
	}
}

func notLinking(word uint32) bool { return word&Linking == 0 }

func endLinking(q *uint32) { klock.AndUint32(q, ^uint32(Linking)) }

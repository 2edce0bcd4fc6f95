package waitq

import "github.com/klock-go/klock"

// Join appends n to the queue of word q and reports whether that made it the head, awake: then the queue was empty.
func (n *Node) Join(q *uint32) bool {
	if !n.join(q, Woken) {
		return false
	}
	klock.StoreUint32Relaxed(&n.state, woken)
	n.enter(q)
	return true
}

// join appends n to the queue of word q and reports whether the queue was empty; then it has set flags as well.
func (n *Node) join(q *uint32, flags uint32) bool {
	for {
		old := klock.LoadUint32Relaxed(q)
		joined := old&^tailMask | n.index<<tailShift
		if Empty(old) {
			joined |= flags
		}
		if !klock.CompareAndSwapUint32(q, old, joined) {
			continue
		}
		if Empty(old) {
			return true
		}
		before := nodes.node(Tail(old))
		before.used()
		klock.StoreUint32Release(&before.next, n.index)
		return false
	}
}

// remove takes n, the first node, out of the queue and returns the one behind it, or nil when it was the only one. The
// flags of a head are clear then.
func (n *Node) remove(q *uint32) *Node {
	if klock.LoadUint32Acquire(&n.next) == 0 && n.removeLast(q) {
		return nil
	}
	// Somebody is behind n, and at most two instructions away from saying so.
	next := klock.CondLoadUint32Acquire(&n.next, notZero)
	return nodes.node(next)
}

func notZero(index uint32) bool { return index != 0 }

// episodes is how many times a queue empties, as one node counts it, before Contended is cleared. Clearing it makes the
// releases that follow cheaper, but makes the next waiter that parks fence all processors.
const episodes = 16

// removeLast empties the queue if n is the only one in it, and reports whether it was.
func (n *Node) removeLast(q *uint32) bool {
	for {
		old := klock.LoadUint32Relaxed(q)
		if Tail(old) != n.index {
			return false
		}
		left := old &^ tailMask
		ended := klock.LoadUint32Relaxed(&n.ended) + 1
		if ended%episodes == 0 {
			left &^= Contended
		}
		if klock.CompareAndSwapUint32(q, old, left) {
			klock.StoreUint32Relaxed(&n.ended, ended)
			return true
		}
	}
}

// claim fixes a waiting node, so that it can no longer be abandoned; it reports false for a node that was.
func (n *Node) claim() bool {
	n.used()
	return klock.CompareAndSwapUint32Acquire(&n.state, waiting, claimed)
}

// stepDown ends that n is the head of q.
func (n *Node) stepDown(q *uint32) {
	klock.AndUint32(q, ^uint32(HasHead))
	n.withdraw()
}

// claimNext takes n, the first node, and all abandoned ones behind it out of the queue, and returns the node that is
// first then, claimed, or nil when the queue is empty. The abandoned ones are put back.
func (n *Node) claimNext(q *uint32) *Node {
	next := n.remove(q)
	for next != nil && !next.claim() {
		after := next.remove(q)
		Put(next)
		next = after
	}
	return next
}

// Leave takes the head n, which is awake or taken, out of the queue and puts it back into the slab. It returns the waiter
// that comes first now, claimed, for the caller to make it the head, or nil.
func (n *Node) Leave(q *uint32) *Node {
	n.stepDown(q)
	next := n.claimNext(q)
	Put(n)
	return next
}

// Batch is a run of readers that were taken out of the queue together.
type Batch struct {
	first, last *Node
	len         uint32
}

// Len returns the number of readers in the batch.
func (b *Batch) Len() uint32 { return b.len }

// add appends a claimed node. Nodes of a batch are linked by the field that links free ones.
func (b *Batch) add(n *Node) {
	if b.first == nil {
		b.first = n
	} else {
		klock.StoreUint32Relaxed(&b.last.free, n.index)
	}
	b.last = n
	b.len++
}

// Grant tells the readers of the batch that the lock was acquired for them.
func (b *Batch) Grant() {
	n := b.first
	for range b.len {
		behind := klock.LoadUint32Relaxed(&n.free)
		last := n == b.last
		n.Grant()
		if last {
			return
		}
		n = nodes.node(behind)
	}
}

// LeaveWithReaders is Leave for a reader: it takes the readers that stand right behind n out of the queue as well, so that
// next is a writer. It does not put n back.
func (n *Node) LeaveWithReaders(q *uint32) (batch Batch, next *Node) {
	n.stepDown(q)
	next = n.claimNext(q)
	for next != nil && next.Kind() == Reader {
		batch.add(next)
		next = next.claimNext(q)
	}
	return batch, next
}

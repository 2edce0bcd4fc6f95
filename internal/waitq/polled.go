package waitq

import "github.com/klock-go/klock"

// A polled queue is the plain MCS queue: a waiter polls its own node until the one before it makes it the head, and
// nobody gives up. The word holds the tail; its flags stay clear.

// JoinPolled takes a node, appends it to the polled queue of word q and waits until it is the head.
func JoinPolled(q *uint32) *Node {
	n := Get(Writer)
	if !n.join(q, 0) {
		klock.CondLoadUint32Acquire(&n.state, IsHead)
	}
	return n
}

// LeavePolled takes n, the head, out of the polled queue, makes the waiter behind it the head and puts n back.
func (n *Node) LeavePolled(q *uint32) {
	if next := n.remove(q); next != nil {
		next.used()
		klock.StoreUint32Release(&next.state, head)
	}
	Put(n)
}

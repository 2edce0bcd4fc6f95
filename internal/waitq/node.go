package waitq

import "github.com/klock-go/klock"

// The states of a node, and what may follow each:
//
//	waiting    in the queue, not first       ──▶ claimed, abandoned
//	claimed    who took it decides on it     ──▶ head, woken, granted
//	head       first, asleep                 ──▶ claimed, recalled, woken
//	recalled   first, wakes up by itself     ──▶ woken
//	woken      first, must look at the lock
//	granted    the lock was acquired for it, and it is out of the queue
//	abandoned  its waiter has gone
//
// A waiter may abandon its node only while it waits. Whoever takes it out of the queue claims it first, so that from then on
// it cannot leave, and then either makes it the head or has acquired the lock for it. A release that acquires the lock for
// a head that is asleep claims it as well, unless that one has recalled itself before.
const (
	waiting uint32 = iota
	claimed
	head
	recalled
	woken
	granted
	abandoned
)

// Kind says what a waiter waits for.
type Kind uint32

// The kinds of waiters.
const (
	Writer Kind = iota
	Reader
)

// Node is a waiter's place in a queue. Nodes live in a process-wide slab and are named by their index there; they are
// recycled and never freed, so that a stale index always names a node. Two nodes share no cache line.
type Node struct {
	key        uint64 // the address of the queue word, while the table names this node
	since      uint64 // when its turn begins or began: when it was first passed over as the head or slept as it, or later; or 0
	passedOver uint64 // when it was first passed over for one of another memory node, 0 if never
	next       uint32 // index of the node behind, 0 until that one has linked itself
	state      uint32
	free       uint32 // index of the next free node, while this one is free
	index      uint32 // its own index, constant
	slot       uint32 // its place in the table while it is a head; the head's or its maker's
	ended      uint32 // how many queues this node has left empty; the owner's
	passed     uint32 // how many releases found it the head and did not wake it, of those that looked it up
	place      uint16 // the memory node on which its waiter runs
	kind       uint16 // the Kind of its waiter
	aside      list   // those passed over, which the head carries on; the head's or its maker's
	parker
	_ [nodeSize - 64 - parkerSize]byte
}

const nodeSize = 128

// Get takes a node for a waiter of the given kind. When all nodes of the process are in use it waits for one, first come
// first served.
func Get(kind Kind) *Node {
	n := nodes.get()
	n.allocated()
	klock.StoreUint32Relaxed(&n.next, 0)
	klock.StoreUint64Relaxed(&n.since, 0)
	klock.StoreUint32Relaxed(&n.passed, 0)
	klock.StoreUint64Relaxed(&n.passedOver, 0)
	n.aside.set(list{})
	klock.StoreUint16Relaxed(&n.kind, uint16(kind))
	klock.StoreUint32Relaxed(&n.state, waiting)
	return n
}

// Kind returns what the waiter of n waits for.
func (n *Node) Kind() Kind { return Kind(klock.LoadUint16Relaxed(&n.kind)) }

// Put gives a node back. Nothing may name it any more.
func Put(n *Node) {
	n.freed()
	nodes.put(n)
}

package waitq

import "github.com/klock-go/klock"

// The states of a node. A waiter leaves the waiting states only once:
//
//	                 ┌──▶ claimed ──▶ head ──▶ woken
//	waitingWriter ───┤       │
//	waitingReader ───┤       └──────▶ granted
//	                 └──▶ abandoned
//
// A waiter may abandon its node only while it waits. Whoever takes it out of the queue claims it first, so that from
// then on it cannot leave, and then either makes it the head or has acquired the lock for it.
const (
	waitingWriter uint32 = iota
	waitingReader
	claimed
	head
	woken
	granted
	abandoned
)

// Kind says what a waiter waits for: the state in which its node starts.
type Kind uint32

// The kinds of waiters.
const (
	Writer = Kind(waitingWriter)
	Reader = Kind(waitingReader)
)

// Node is a waiter's place in a queue. Nodes live in a process-wide slab and are named by their index there; they are
// recycled and never freed, so that a stale index always names a node. Two nodes share no cache line.
type Node struct {
	key        uint64 // the address of the queue word, while the table names this node
	since      uint64 // when it first became a head that is not awake
	passedOver uint64 // when it was first passed over for one of another memory node, 0 if never
	next       uint32 // index of the node behind, 0 until that one has linked itself
	state      uint32
	free       uint32 // index of the next free node, while this one is free
	index      uint32 // its own index, constant
	slot       uint32 // its place in the table while it is a parked head; the head's or its maker's
	ended      uint32 // how many queues this node has left empty; the owner's
	passed     uint32 // how many releases found it the head and not awake, where the lock does not count them itself
	place      uint32 // the memory node on which its waiter runs
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
	klock.StoreUint32Relaxed(&n.state, uint32(kind))
	return n
}

// Put gives a node back. Nothing may name it any more.
func Put(n *Node) {
	n.freed()
	nodes.put(n)
}

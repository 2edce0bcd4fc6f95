package waitq

import (
	"unsafe"

	"github.com/klock-go/klock"
)

// The table finds the head of a lock by the address of its queue word. Only a head, who makes it one and a release that
// finds one touch it. It is split into buckets of one cache line; a bucket that is full overflows into the next. It
// has as many slots as there are nodes, so there is always one free; what is never used takes no memory.
const (
	bucketSlots = 16
	bucketShift = 14
	buckets     = 1 << bucketShift
)

// table holds the indices of the heads' nodes; a slot that is 0 is free.
var table [buckets * bucketSlots]uint32

func key(q *uint32) uint64 { return uint64(uintptr(unsafe.Pointer(q))) }

// home is the first slot of the bucket in which a key is looked for first.
func home(key uint64) uint32 {
	return uint32(key*0x9e3779b97f4a7c15>>(64-bucketShift)) * bucketSlots
}

// enter puts n into the table as the head of q.
func (n *Node) enter(q *uint32) {
	k := key(q)
	klock.StoreUint64Relaxed(&n.key, k)
	for at := home(k); ; at = (at + 1) % uint32(len(table)) {
		if klock.LoadUint32Relaxed(&table[at]) == 0 && klock.CompareAndSwapUint32(&table[at], 0, n.index) {
			klock.StoreUint32Relaxed(&n.slot, at)
			return
		}
	}
}

// withdraw takes n out of the table.
func (n *Node) withdraw() {
	klock.StoreUint32Release(&table[klock.LoadUint32Relaxed(&n.slot)], 0)
}

// find returns the head of q. The caller knows that it is in the table, and stays there until the caller is done.
func find(q *uint32) *Node {
	k := key(q)
	for at := home(k); ; at = (at + 1) % uint32(len(table)) {
		if index := klock.LoadUint32Acquire(&table[at]); index != 0 {
			if n := nodes.node(index); klock.LoadUint64Relaxed(&n.key) == k {
				return n
			}
		}
	}
}

// seek is find for a caller that does not know whether the head of q is in the table: it looks in the home bucket only,
// and may return nil.
func seek(q *uint32) *Node {
	k := key(q)
	first := home(k)
	for at := first; at < first+bucketSlots; at++ {
		if index := klock.LoadUint32Acquire(&table[at]); index != 0 {
			if n := nodes.node(index); klock.LoadUint64Relaxed(&n.key) == k {
				return n
			}
		}
	}
	return nil
}

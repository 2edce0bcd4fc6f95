// Package numa tells on which memory node of the machine the caller runs.
package numa

import (
	"sync"
	"sync/atomic"
)

// Topology says how the processors of a machine are grouped into memory nodes. The zero value is one node with all of
// them.
type Topology struct {
	nodes  uint32
	nodeOf []uint32 // by the number of the processor; a processor that is missing belongs to node 0
}

// Nodes returns the number of nodes, at least 1.
func (t *Topology) Nodes() int { return int(max(1, t.nodes)) }

// NodeOf returns the node of a processor, from 0 to Nodes() - 1.
func (t *Topology) NodeOf(processor uint32) uint32 {
	if processor < uint32(len(t.nodeOf)) {
		return t.nodeOf[processor]
	}
	return 0
}

// Machine returns the topology of this machine. The first call reads it from the system; where that is not possible it
// is one node.
var Machine = sync.OnceValue(readMachine)

// pretended replaces what Node finds out, in tests.
var pretended atomic.Pointer[func() uint32]

// Node returns the node on which the caller runs. It may run on another one by the time it looks at the answer. On a
// machine with one node it costs a nanosecond, on others what it takes to ask for the processor's number: one
// instruction on amd64, a system call elsewhere.
func Node() uint32 {
	if pretend := pretended.Load(); pretend != nil {
		return (*pretend)()
	}
	if t := Machine(); t.Nodes() > 1 {
		return t.NodeOf(processor())
	}
	return 0
}

// Pretend makes node the answer of Node until the function that it returns is called. It is for tests.
func Pretend(node func() uint32) (restore func()) {
	before := pretended.Swap(&node)
	return func() { pretended.Store(before) }
}

// PretendNodes deals the processors out to so many nodes in turn, until the function that it returns is called. It is
// for tests and measurements on a machine with one node.
func PretendNodes(nodes uint32) (restore func()) {
	return Pretend(func() uint32 { return processor() % nodes })
}

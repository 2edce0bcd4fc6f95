package waitq

import (
	"sync"
	"sync/atomic"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
)

// A node's index tells its chunk and its place there. Chunks are only added.
const (
	chunkShift = 6
	chunkSize  = 1 << chunkShift
	maxChunks  = (maxNodes + 1) / chunkSize
)

type chunk [chunkSize]Node

// slab holds all nodes of the process. The free ones form a stack, whose top carries a count of changes in its upper
// half, so that a top that went and came back is not taken for one that stayed.
type slab struct {
	top     uint64
	starved uint32 // how many wait for a node
	created uint32 // its address stands for the making of nodes, for the race detector
	limit   uint32 // how many nodes there may be

	mu     sync.Mutex // guards what follows
	made   uint32     // how many indices have a node, a multiple of chunkSize
	queue  []*request
	chunks [maxChunks]atomic.Pointer[chunk]
}

// request is a waiter for a node.
type request struct {
	parker
	index uint32 // the node, once there is one
}

var nodes = slab{limit: maxNodes}

// node returns the node with an index.
func (s *slab) node(index uint32) *Node {
	if race.Enabled { // the maker's writes, which the detector would not see ordered before what follows
		race.Enable()
		race.Acquire(&s.created)
		race.Disable()
	}
	return &s.chunks[index>>chunkShift].Load()[index%chunkSize]
}

func (s *slab) get() *Node {
	index := uint32(0)
	if klock.LoadUint32(&s.starved) == 0 {
		index = s.pop()
	}
	if index == 0 {
		index = s.getSlow()
	}
	return s.node(index)
}

func (s *slab) put(n *Node) {
	s.push(n)
	if klock.LoadUint32(&s.starved) != 0 {
		s.feedSlow()
	}
}

// pop takes the top of the free stack, or returns 0.
func (s *slab) pop() uint32 {
	for {
		top := klock.LoadUint64Acquire(&s.top)
		index := uint32(top)
		if index == 0 {
			return 0
		}
		below := klock.LoadUint32Relaxed(&s.node(index).free)
		if klock.CompareAndSwapUint64(&s.top, top, (top>>32+1)<<32|uint64(below)) {
			return index
		}
	}
}

func (s *slab) push(n *Node) {
	for {
		top := klock.LoadUint64Relaxed(&s.top)
		klock.StoreUint32Relaxed(&n.free, uint32(top))
		if klock.CompareAndSwapUint64(&s.top, top, (top>>32+1)<<32|uint64(n.index)) {
			return
		}
	}
}

// getSlow makes nodes, or waits for one when there may be no more.
func (s *slab) getSlow() uint32 {
	race.Enable()
	defer race.Disable()
	s.mu.Lock()
	if s.made <= s.limit && len(s.queue) == 0 {
		index := s.grow()
		s.mu.Unlock()
		return index
	}
	r := new(request)
	r.prepare()
	s.queue = append(s.queue, r)
	s.feed() // perhaps a node was put before its owner could see that somebody waits
	s.mu.Unlock()
	for klock.LoadUint32Acquire(&r.index) == 0 {
		r.park()
	}
	return r.index
}

// feedSlow gives free nodes to those that wait for one.
func (s *slab) feedSlow() {
	race.Enable()
	defer race.Disable()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.feed()
}

// feed is feedSlow with mu held. It announces those that wait before it looks for a node, and put looks for them after
// it has put one, so that one of the two sees the other.
func (s *slab) feed() {
	klock.StoreUint32(&s.starved, uint32(len(s.queue)))
	for len(s.queue) > 0 {
		index := s.pop()
		if index == 0 {
			return
		}
		r := s.queue[0]
		s.queue = s.queue[1:]
		klock.StoreUint32(&s.starved, uint32(len(s.queue)))
		klock.StoreUint32Release(&r.index, index)
		r.unpark()
	}
}

// grow makes one more chunk, keeps one of its nodes and frees the others. It is called with mu held.
func (s *slab) grow() uint32 {
	c := new(chunk)
	kept := uint32(0)
	for i := range c {
		c[i].index = s.made + uint32(i)
		c[i].prepare()
	}
	race.Release(&s.created)
	s.chunks[s.made/chunkSize].Store(c)
	for i := range c {
		switch n := &c[i]; {
		case n.index == 0 || n.index > s.limit:
		case kept == 0:
			kept = n.index
		default:
			s.push(n)
		}
	}
	s.made += chunkSize
	return kept
}

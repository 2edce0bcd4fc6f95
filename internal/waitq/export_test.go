package waitq

import (
	"sync/atomic"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
)

// What the tests of package waitq_test look at and change, so that they can use the locks.

// Free counts the free nodes of the process, while nobody takes or gives one.
func Free() (n int) {
	race.Disable()
	defer race.Enable()
	for index := uint32(klock.LoadUint64(&nodes.top)); index != 0; n++ {
		index = klock.LoadUint32(&nodes.node(index).free)
	}
	return n
}

// Made counts the nodes of the process, without the one that has index 0 and is never used.
func Made() int {
	nodes.mu.Lock()
	defer nodes.mu.Unlock()
	return max(int(nodes.made), 1) - 1
}

// Starved counts the waiters for a node.
func Starved() int { return int(klock.LoadUint32(&nodes.starved)) }

// Heads counts the nodes that are in the table.
func Heads() (n int) {
	for at := range table {
		if klock.LoadUint32(&table[at]) != 0 {
			n++
		}
	}
	return n
}

// Shrink leaves the process with so many free nodes, and no more to be made, until restore is called.
func Shrink(size int) (restore func()) {
	race.Disable()
	Put(Get(Writer)) // there is a chunk
	race.Enable()
	hoard := make([]*Node, Free()-size)
	race.Disable()
	for i := range hoard {
		hoard[i] = Get(Writer)
	}
	race.Enable()
	before := setLimit(0)
	return func() {
		setLimit(before)
		race.Disable()
		defer race.Enable()
		for _, n := range hoard {
			Put(n)
		}
	}
}

func setLimit(limit uint32) (before uint32) {
	nodes.mu.Lock()
	defer nodes.mu.Unlock()
	before, nodes.limit = nodes.limit, limit
	return before
}

// Semaphore is the parker of a waiter.
type Semaphore struct {
	p     parker
	Parks atomic.Int32 // how many calls of Park have returned
}

// NewSemaphore returns one without a permit.
func NewSemaphore() *Semaphore {
	s := new(Semaphore)
	s.p.prepare()
	return s
}

// Park takes the permit.
func (s *Semaphore) Park() {
	s.p.park()
	s.Parks.Add(1)
}

// Unpark gives the permit.
func (s *Semaphore) Unpark() { s.p.unpark() }

// Sleeping reports whether the waiter sleeps.
func (s *Semaphore) Sleeping() bool { return klock.LoadUint32(&s.p.state) == sleeping }

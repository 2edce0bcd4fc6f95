package osq

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/race"
)

// NUMAQueue is Queue for machines with several memory nodes, of the same size: the waiters on the holder's node are served
// first. The others keep their order, and nobody is passed over for longer than a millisecond. On a machine with one node, or
// whose topology is unknown, the order is that of Queue.
type NUMAQueue struct{ q Queue }

// Lock is Queue.Lock in NUMA order.
func (q *NUMAQueue) Lock(stop func() bool) bool {
	if !race.Enabled && klock.CompareAndSwapUint32(&q.q.word, 0, mutex.Locked) {
		return true
	}
	return q.q.wait(stop, mutex.Near)
}

// Unlock unlocks q. Any goroutine may unlock, not only the one that locked.
func (q *NUMAQueue) Unlock() { q.q.Unlock() }

// IsLocked reports whether somebody holds q or waits for it.
func (q *NUMAQueue) IsLocked() bool { return q.q.IsLocked() }

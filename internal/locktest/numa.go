package locktest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/numa"
)

// NUMALock is how the tests of NUMA order get at a lock.
type NUMALock struct {
	// New returns a new lock and its word, which is 0 when nobody is left.
	New func() (lock sync.Locker, word *uint32)
	// Arrivals returns a function that reports whether n goroutines wait.
	Arrivals func(word *uint32) (queued func(n int) bool)
	// Bound is how long a waiter may be passed over.
	Bound time.Duration
}

// turn is a waiter's section: whose it was, when the lock had been got, and when it was about to be released.
type turn struct {
	waiter   int
	got, end time.Time
}

// served queues a waiter on each of the memory nodes, one after the other, behind a holder, which releases the lock at
// begun, and returns the turns of the waiters. Each holds the lock while section runs.
func (l NUMALock) served(t *testing.T, nodes []uint32, section func()) (begun time.Time, turns []turn) {
	t.Helper()
	var (
		node  atomic.Uint32
		ended sync.WaitGroup
	)
	lock, word := l.New()
	defer numa.Pretend(node.Load)()
	lock.Lock()
	queued := l.Arrivals(word)
	for i := range nodes {
		node.Store(nodes[i])
		ended.Go(func() {
			lock.Lock()
			got := time.Now()
			section()
			turns = append(turns, turn{i, got, time.Now()})
			lock.Unlock()
		})
		Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
	}
	begun = time.Now()
	lock.Unlock()
	ended.Wait()
	if *word != 0 {
		t.Errorf("the word ended as %#x", *word)
	}
	return begun, turns
}

// checkTurns says what is wrong with the order of the turns, if anything. The waiter after another is the first one on the
// same memory node, or the first of all if that node has none left. It may also be the first of all if somebody before the
// waiter on the same node can have been passed over for the bound: whoever gets the lock names the next, so that happened
// before the section began, and was passed over after the section before that one.
func checkTurns(nodes []uint32, begun time.Time, turns []turn, bound time.Duration) error {
	left := make([]int, len(nodes))
	for i := range left {
		left[i] = i
	}
	passedOver := make([]time.Time, len(nodes)) // the earliest time at which it can have happened first
	for k, this := range turns {
		place, near, overdue := slices.Index(left, this.waiter), 0, false
		if k > 0 {
			before := turns[k-1]
			sameNode := func(waiter int) bool { return nodes[waiter] == nodes[before.waiter] }
			near = max(0, slices.IndexFunc(left, sameNode))
			overdue = slices.ContainsFunc(left[:near], func(waiter int) bool {
				return !passedOver[waiter].IsZero() && before.got.Sub(passedOver[waiter]) >= bound
			})
		}
		if place != near && (place != 0 || !overdue) {
			return fmt.Errorf("turn %d was that of waiter %d on node %d; waiters on nodes %v had the turns %v",
				k, this.waiter, nodes[this.waiter], nodes, waiters(turns))
		}
		since := begun
		if k > 1 {
			since = turns[k-2].end
		}
		for _, waiter := range left[:place] {
			if passedOver[waiter].IsZero() {
				passedOver[waiter] = since
			}
		}
		left = slices.Delete(left, place, place+1)
	}
	if len(left) > 0 {
		return fmt.Errorf("the waiters %v had no turn", left)
	}
	return nil
}

// waiters is the order of the turns.
func waiters(turns []turn) (order []int) {
	for _, t := range turns {
		order = append(order, t.waiter)
	}
	return order
}

// NUMAOrder tests that the waiters on the holder's memory node come first, and all others in the order in which they came.
func NUMAOrder(t *testing.T, l NUMALock) {
	for _, count := range []uint32{2, 4, 8} {
		for name, place := range map[string]func(i uint32) uint32{
			"in turn":   func(i uint32) uint32 { return i % count },
			"in groups": func(i uint32) uint32 { return i / 3 % count },
			"scattered": func(i uint32) uint32 { return i * 2654435761 >> 16 % count },
			"one far":   func(i uint32) uint32 { return min(1, i) },
		} {
			t.Run(fmt.Sprintf("nodes=%d/%s", count, name), func(t *testing.T) {
				nodes := make([]uint32, 24)
				for i := range nodes {
					nodes[i] = place(uint32(i))
				}
				// Those behind a waiter that was interrupted while it joined cannot be seen from the front; then again.
				const attempts = 5
				var err error
				for range attempts {
					begun, turns := l.served(t, nodes, func() {})
					if err = checkTurns(nodes, begun, turns, l.Bound); err == nil {
						return
					}
				}
				t.Error(err)
			})
		}
	}
}

// NUMABound tests that nobody is passed over more often than sections that sleep fit into the bound.
func NUMABound(t *testing.T, l NUMALock) {
	const section = 300 * time.Microsecond
	most := int(l.Bound/section) + 2
	for _, count := range []uint32{2, 4, 8} {
		t.Run(fmt.Sprintf("nodes=%d", count), func(t *testing.T) {
			nodes := make([]uint32, 40)
			for i := range count - 1 { // the first waiter on node 0, one on each other node, the rest on node 0
				nodes[i+1] = i + 1
			}
			_, turns := l.served(t, nodes, func() { time.Sleep(section) })
			order := waiters(turns)
			for place, who := range order {
				overtaken := 0
				for _, other := range order[:place] {
					if other > who {
						overtaken++
					}
				}
				if overtaken > most {
					t.Errorf("waiter %d of node %d was passed over %d times, want at most %d", who, nodes[who], overtaken, most)
				}
			}
		})
	}
}

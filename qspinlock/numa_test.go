package qspinlock

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/numa"
	"github.com/klock-go/klock/internal/waitq"
)

// served queues a waiter on each of the memory nodes, one after the other, behind a holder, and returns the numbers of the
// waiters in the order in which they got the mutex. Each holds it while section runs.
func served(t *testing.T, nodes []uint32, section func()) (order []int) {
	t.Helper()
	var (
		m     NUMAMutex
		node  uint32
		calls []func()
		ended sync.WaitGroup
	)
	defer numa.Pretend(func() uint32 { return klock.LoadUint32(&node) })()
	m.Lock()
	for i := range nodes {
		calls = append(calls, func() {
			m.Lock()
			order = append(order, i)
			section()
			m.Unlock()
		})
	}
	queued := arrivals(&m.m.word)
	for i, call := range calls {
		klock.StoreUint32(&node, nodes[i])
		ended.Go(call)
		locktest.Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
	}
	m.Unlock()
	ended.Wait()
	if m.m.word != 0 {
		t.Errorf("the word ended as %#x", m.m.word)
	}
	return order
}

// nearest is the order in which waiters on these nodes are served when nobody's time runs out: the first, then always the
// first on the same node as the one before, or the first of all.
func nearest(nodes []uint32) (order []int) {
	left := make([]int, len(nodes))
	for i := range left {
		left[i] = i
	}
	next := 0
	for {
		who := left[next]
		order, left = append(order, who), slices.Delete(left, next, next+1)
		if len(left) == 0 {
			return order
		}
		next = max(0, slices.IndexFunc(left, func(i int) bool { return nodes[i] == nodes[who] }))
	}
}

// checkOrderOnNode fails if two waiters on one node changed places.
func checkOrderOnNode(t *testing.T, nodes []uint32, order []int) {
	t.Helper()
	last := map[uint32]int{}
	for _, who := range order {
		node := nodes[who]
		if before, ok := last[node]; ok && before > who {
			t.Errorf("waiter %d of node %d was served after waiter %d", who, node, before)
		}
		last[node] = who
	}
	if len(order) != len(nodes) {
		t.Errorf("%d of %d waiters were served", len(order), len(nodes))
	}
}

func TestNUMAOrder(t *testing.T) {
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
				want := nearest(nodes)
				// On a busy machine the bound of passing over can end a turn early; then again.
				for range 50 {
					order := served(t, nodes, func() {})
					checkOrderOnNode(t, nodes, order)
					if slices.Equal(order, want) || t.Failed() {
						return
					}
				}
				t.Errorf("never served in the order %v", want)
			})
		}
	}
}

// A waiter on another node is passed over for PassOverBound at most: in that time fit so many sections that sleep.
func TestNUMABound(t *testing.T) {
	const section = 300 * time.Microsecond
	const most = int(waitq.PassOverBound/section) + 2
	for _, count := range []uint32{2, 4, 8} {
		t.Run(fmt.Sprintf("nodes=%d", count), func(t *testing.T) {
			nodes := make([]uint32, 40)
			for i := range count - 1 { // the first waiter on node 0, one on each other node, the rest on node 0
				nodes[i+1] = i + 1
			}
			order := served(t, nodes, func() { time.Sleep(section) })
			checkOrderOnNode(t, nodes, order)
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

// Waiters that give up among those passed over do not lose the others.
func TestNUMACancel(t *testing.T) {
	defer numa.Pretend(func() uint32 { return uint32(time.Now().UnixNano()) % 4 })()
	TestCancelStorm(t)
}

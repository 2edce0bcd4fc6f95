//go:build klock_model

package model

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// signature is the execution graph as text: for each goroutine what its events read, for each location the order of its
// writes. Goroutine and index name an event.
func signature(e *engine) string {
	var b strings.Builder
	name := func(id int32) string { return fmt.Sprintf("%d.%d", e.events[id].goroutine, e.events[id].index) }
	for g, program := range e.programs {
		for _, id := range program {
			ev := &e.events[id]
			fmt.Fprintf(&b, " %d:", g)
			if ev.reads {
				e.sources(&e.locations[ev.location], e.last(ev), ev.mask, func(id int32, _ *event) { b.WriteString(name(id) + ",") })
			}
		}
	}
	words := make([]string, 0, 8)
	for i := range e.locations {
		l := &e.locations[i]
		var w strings.Builder
		fmt.Fprintf(&w, "%p", l.word)
		for _, id := range l.order[1:] {
			w.WriteString(" " + name(id))
		}
		words = append(words, w.String())
	}
	// Locations are numbered in the order of their first use, which differs: sort by address.
	for i := range words {
		for j := range i {
			if words[i] < words[j] {
				words[i], words[j] = words[j], words[i]
			}
		}
	}
	return b.String() + " |" + strings.Join(words, " |")
}

// memory of the random programs; it keeps its addresses from run to run, and stays zero.
var memory struct {
	_    [0]uint64
	word [3]uint32
}

// randomOp makes a random operation on memory.
func randomOp(r *rand.Rand, waits bool) func() {
	word := unsafe.Pointer(&memory.word[r.IntN(2)])
	size := uintptr(4)
	if r.IntN(5) == 0 {
		size = 1
		word = unsafe.Add(word, r.IntN(2))
	}
	order := Order(r.IntN(4))
	val := uint64(1 + r.IntN(2))
	n := r.IntN(12)
	switch {
	case n < 4:
		if order == Release {
			order = Relaxed
		}
		return func() { Load(word, size, order) }
	case n < 7:
		if order == Acquire {
			order = Relaxed
		}
		return func() { Store(word, size, val, order) }
	case n < 8:
		return func() { Modify(word, size, Add, 1, order) }
	case n < 10:
		old := uint64(r.IntN(2))
		return func() { CompareExchange(word, size, old, val, order, Relaxed) }
	case n < 11 && waits:
		timed := r.IntN(2) == 0
		return func() { Await(word, size, func(v uint64) bool { return v != 0 }, timed) }
	}
	return func() { Fence(order) }
}

// TestSameGraphs checks the reduced search against the search of all interleavings, on random programs: it must find the
// same graphs, each once.
func TestSameGraphs(t *testing.T) {
	programs := 1000
	if testing.Short() {
		programs = 300
	}
	graphs, compared := 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 1))
		shape := [][]int{{2, 2}, {3, 2}, {3, 3}, {2, 1, 1}, {2, 2, 1}, {2, 2, 2}, {1, 1, 1, 1}}[r.IntN(7)]
		bodies := make([][]func(), len(shape))
		for i, n := range shape {
			for range n {
				bodies[i] = append(bodies[i], randomOp(r, seed%4 == 0))
			}
		}
		client := func(run *Run) {
			for i, body := range bodies {
				run.Go(fmt.Sprint(i), func() {
					for _, op := range body {
						op()
					}
				})
			}
		}
		reduced, all := map[string]int{}, map[string]int{}
		config := Config{Preemptions: -1, Timeouts: 1, observe: func(e *engine) { reduced[signature(e)]++ }}
		first := Explore(config, client)
		config = Config{Interleave: true, Timeouts: 1, MaxExecutions: 200_000, observe: func(e *engine) { all[signature(e)]++ }}
		second := Explore(config, client)
		if second.Bounded {
			continue
		}
		if (first.Failure == nil) != (second.Failure == nil) {
			t.Fatalf("seed %d: reduced search: %v, all interleavings: %v", seed, first.Failure, second.Failure)
		}
		if first.Failure != nil {
			continue
		}
		graphs += len(all)
		compared++
		for g := range all {
			if reduced[g] == 0 {
				t.Fatalf("seed %d: the reduced search missed graph%s (of %d, found %d)", seed, g, len(all), len(reduced))
			}
		}
		for g, n := range reduced {
			if all[g] == 0 {
				t.Fatalf("seed %d: only the reduced search found graph%s", seed, g)
			}
			if n > 1 {
				t.Fatalf("seed %d: the reduced search found graph%s %d times", seed, g, n)
			}
		}
	}
	t.Logf("%d programs compared, %d graphs", compared, graphs)
}

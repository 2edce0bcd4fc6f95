package model

import "math/rand/v2"

// interleaver takes any step of any goroutine, in every order: the search without reduction, by which the reduced one is
// checked.
type interleaver struct {
	engine  *engine
	nodes   []node
	taken   []choice
	created int
}

func (x *interleaver) path() []choice { return x.taken }
func (x *interleaver) raced(*event)   {}
func (x *interleaver) begin()         { x.taken = x.taken[:0] }

func (x *interleaver) backtrack() bool {
	for len(x.nodes) > 0 {
		n := &x.nodes[len(x.nodes)-1]
		if len(n.rest) > 0 {
			n.choice, n.rest = n.rest[0], n.rest[1:]
			return true
		}
		x.nodes = x.nodes[:len(x.nodes)-1]
	}
	return false
}

func (x *interleaver) choose() (choice, bool) {
	e := x.engine
	for {
		if len(x.taken) == len(x.nodes) {
			all := e.steppable(nil)
			if len(all) == 0 {
				return choice{}, false
			}
			x.nodes = append(x.nodes, node{choice: all[0], rest: all[1:]})
			x.created++
		}
		c := x.nodes[len(x.taken)].choice
		x.taken = append(x.taken, c)
		if c.value != deferral {
			return c, true
		}
		e.postpone(c.goroutine)
	}
}

// steppable appends every step that can be taken now.
func (e *engine) steppable(all []choice) []choice {
	var options []int32
	for _, g := range e.goroutines {
		if g.finished {
			continue
		}
		options = e.options(g, options[:0])
		for _, way := range options {
			all = append(all, choice{goroutine: g.id, value: way})
		}
		if len(options) > 0 && e.mayMiss(g) {
			all = append(all, choice{goroutine: g.id, value: deferral})
		}
	}
	if len(all) > 0 {
		return all
	}
	if g := e.settle(); g != nil {
		for _, way := range e.timeouts(g, options[:0]) {
			all = append(all, choice{goroutine: g.id, value: way})
		}
	}
	return all
}

// sampler runs the goroutines by random priorities that change at a few random steps (probabilistic concurrency testing:
// Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010), and lets one read in four be stale.
type sampler struct {
	engine   *engine
	random   *rand.Rand
	taken    []choice
	priority [maxGoroutines]int
	changes  map[int]bool
	lowest   int
	all      []choice
}

// expectedSteps is the length over which the changes of priority are spread.
const expectedSteps = 200

func (x *sampler) path() []choice { return x.taken }
func (x *sampler) raced(*event)   {}

func (x *sampler) begin(seed uint64) {
	x.random = rand.New(rand.NewPCG(seed, 0))
	x.taken, x.lowest = x.taken[:0], 0
	for i, p := range x.random.Perm(maxGoroutines) {
		x.priority[i] = p + 1
	}
	x.changes = map[int]bool{}
	for range 1 + x.random.IntN(4) {
		x.changes[x.random.IntN(expectedSteps)] = true
	}
}

func (x *sampler) choose() (choice, bool) {
	for {
		x.all = x.engine.steppable(x.all[:0])
		if len(x.all) == 0 {
			return choice{}, false
		}
		first := x.all[0]
		for _, c := range x.all {
			if x.priority[c.goroutine] > x.priority[first.goroutine] {
				first = c
			}
		}
		if x.changes[len(x.taken)] {
			x.lowest--
			x.priority[first.goroutine] = x.lowest
			delete(x.changes, len(x.taken))
			continue
		}
		if x.random.IntN(4) == 0 {
			ways := x.all[:0:0]
			for _, c := range x.all {
				if c.goroutine == first.goroutine {
					ways = append(ways, c)
				}
			}
			first = ways[x.random.IntN(len(ways))]
		}
		x.taken = append(x.taken, first)
		if first.value != deferral {
			return first, true
		}
		x.engine.postpone(first.goroutine)
	}
}

// replayer takes the steps of a recorded execution.
type replayer struct {
	engine *engine
	steps  []choice
	taken  []choice
}

func (x *replayer) path() []choice { return x.taken }
func (x *replayer) raced(*event)   {}

func (x *replayer) choose() (choice, bool) {
	for len(x.taken) < len(x.steps) {
		c := x.steps[len(x.taken)]
		x.taken = append(x.taken, c)
		if c.value != deferral {
			return c, true
		}
		x.engine.postpone(c.goroutine)
	}
	x.engine.settle()
	return choice{}, false
}

package model

// The search visits every consistent graph once.
//
// A choice takes the operation of one goroutine. If that writes, the ways to take it are its places in modification
// order, and nothing else has to be tried here: whatever other goroutines do first, the same graphs arise, because
// where a write goes is chosen, not when it runs. If it reads, the graphs split into those where it reads one of the
// writes that exist, and those where it reads one that does not exist yet. For the latter the goroutine is deferred: it
// may go on only by reading something new. Both halves are disjoint, so no graph arises twice.
//
// The deferral is tried only when there is a reason (as in Flanagan and Godefroid's dynamic partial-order reduction,
// POPL 2005): in the search below the first half, a write to the location came up that does not depend on the read, or
// an operation that writes or not depending on what it reads.
// If a graph exists in which the read reads a new write, take its first new write to that location in an order that
// respects program order and reads-from. What it depends on does not contain the read, and is possible as well after
// the read has read an old write; the search below the first half visits it, by induction, and finds the race.
//
// A wait that never ends with a value that has been overwritten is a case of its own: it is deferred without a race.

// node is a choice on the current path, and what is left to try.
type node struct {
	choice choice
	rest   []choice
	raced  bool // deferring is worth trying
	free   bool // deferring does not count as a preemption
}

type explorer struct {
	engine    *engine
	nodes     []node
	taken     []choice
	preempted int // cost of the path
	last      int8
	options   []int32
	bounded   bool // the preemption bound cut something off
	created   int  // nodes in all
}

func (x *explorer) path() []choice { return x.taken }

func (x *explorer) raced(read *event) { x.nodes[read.node].raced = true }

// begin starts the next execution.
func (x *explorer) begin() { x.taken, x.last, x.preempted = x.taken[:0], 0, 0 }

// backtrack moves to the next path and says whether there is one.
func (x *explorer) backtrack() bool {
	bound, spent := x.engine.config.Preemptions, 0
	for i := range x.nodes {
		spent += int(x.nodes[i].choice.cost)
	}
	for len(x.nodes) > 0 {
		n := &x.nodes[len(x.nodes)-1]
		spent -= int(n.choice.cost)
		if len(n.rest) > 0 {
			n.choice, n.rest = n.rest[0], n.rest[1:]
			return true
		}
		if n.choice.value != deferral && n.raced {
			if n.free || bound < 0 || spent < bound {
				n.choice.value, n.choice.cost = deferral, 1
				if n.free {
					n.choice.cost = 0
				}
				return true
			}
			x.bounded = true
		}
		x.nodes = x.nodes[:len(x.nodes)-1]
	}
	return false
}

func (x *explorer) choose() (choice, bool) {
	e := x.engine
	for {
		if len(x.taken) == len(x.nodes) && !x.extend() {
			return choice{}, false
		}
		n := &x.nodes[len(x.taken)]
		c := n.choice
		x.taken = append(x.taken, c)
		x.preempted += int(c.cost)
		if c.value != deferral {
			x.last = c.goroutine
			return c, true
		}
		e.postpone(c.goroutine)
	}
}

// extend adds a node to the end of the path: the goroutine that ran last if it can go on, or else the first that can.
func (x *explorer) extend() bool {
	e := x.engine
	if x.last != 0 && x.tryExtend(e.goroutines[x.last-1]) {
		return true
	}
	for _, g := range e.goroutines {
		if g.id != x.last && x.tryExtend(g) {
			return true
		}
	}
	if g := e.settle(); g != nil {
		x.options = e.timeouts(g, x.options[:0])
		x.push(g, x.options)
		return true
	}
	return false
}

func (x *explorer) tryExtend(g *goroutine) bool {
	if g.finished {
		return false
	}
	x.options = x.engine.options(g, x.options[:0])
	if len(x.options) == 0 {
		return false
	}
	x.push(g, x.options)
	return true
}

func (x *explorer) push(g *goroutine, options []int32) {
	n := node{choice: choice{goroutine: g.id, value: options[0]}}
	left := x.engine.config.Preemptions - x.preempted
	for _, way := range options[1:] {
		cost := x.engine.cost(g, way)
		if x.engine.config.Preemptions >= 0 && int(cost) > left {
			x.bounded = true
			continue
		}
		n.rest = append(n.rest, choice{g.id, cost, way})
	}
	if x.engine.mayMiss(g) {
		n.raced, n.free = true, true
	}
	x.nodes = append(x.nodes, n)
	x.created++
}

// mayMiss says whether g's wait may never end although there are values that would end it: they have been overwritten.
func (e *engine) mayMiss(g *goroutine) bool {
	return g.op.cond != nil && !e.mayTimeOut(g) && !e.satisfied(g)
}

// settle is called when no goroutine can go on. It returns one whose wait times out now because nothing else is left to
// happen, or records how the execution ended: finished, to be discarded because a deferred goroutine found nothing new
// to read (the other half of its choice covers that), or deadlocked.
func (e *engine) settle() *goroutine {
	blocked, timed := 0, (*goroutine)(nil)
	for _, g := range e.goroutines {
		if g.finished {
			continue
		}
		if g.op.mayWrite() {
			e.findRaces(g.id, &g.op, &g.view.caused)
		}
		if e.satisfied(g) || g.deferred && e.mayTimeOut(g) {
			e.discarded = true
			return nil
		}
		blocked++
		if g.op.timed && timed == nil {
			timed = g
		}
	}
	if timed != nil {
		return timed
	}
	if blocked > 0 {
		e.fail("deadlock", "deadlock or lost wake-up: %s", e.describeBlocked())
	}
	return nil
}

package model

import (
	"fmt"
	"math/bits"
)

type opKind uint8

const (
	opStart   opKind = iota
	opLoad           // reads
	opStore          // writes
	opUpdate         // reads and writes
	opCompare        // reads, and writes if it reads old
	opAwait          // reads what satisfies cond
	opTake           // reads and writes what satisfies cond
	opFence
	opChoose // takes one of some alternatives
)

// operation is an operation at its scheduling point.
type operation struct {
	kind     opKind
	order    Order
	failure  Order // of a comparison that fails
	update   Update
	timed    bool // the wait may time out
	shift    uint8
	location int16
	mask     uint64 // of the operand, in place
	arg      uint64 // operand or number of alternatives
	old      uint64
	cond     func(uint64) bool
	site     site
}

type result struct {
	val uint64 // what was read, or the number of the alternative
	ok  bool   // the comparison or the wait succeeded
}

// choice is one step: a goroutine takes its next operation in one of the possible ways. For an access the value is the
// place in modification order that a read reads up to, or where a write goes.
type choice struct {
	goroutine int8
	cost      int8 // against the preemption bound
	value     int32
}

const (
	deferral = -1      // the operation waits for something new to read
	timesOut = 1 << 20 // added to the place
)

// Update is the function of a read-modify-write.
type Update uint8

const (
	Swap Update = iota
	Add
	And
	Or
	Xor
)

func (u Update) apply(val, arg uint64) uint64 {
	switch u {
	case Add:
		return val + arg
	case And:
		return val & arg
	case Or:
		return val | arg
	case Xor:
		return val ^ arg
	}
	return arg
}

// options appends to buffer the ways in which g's operation can be taken now. Reads come latest value first.
func (e *engine) options(g *goroutine, buffer []int32) []int32 {
	op := &g.op
	switch op.kind {
	case opStart, opFence:
		return append(buffer, 0)
	case opChoose:
		for n := range int32(op.arg) {
			buffer = append(buffer, n)
		}
		return buffer
	}
	l := &e.locations[op.location]
	floor := e.floor(l, op.mask, &g.view.happened)
	if op.kind == opStore {
		for place := len(l.order); place > floor; place-- {
			if e.mayInsert(l, place, op.mask) && e.consistent(g, int32(place)) {
				buffer = append(buffer, int32(place))
			}
		}
		return buffer
	}
	for place := len(l.order) - 1; place >= floor; place-- {
		if g.deferred && !e.readsNew(l, place, op.mask, g.since) {
			continue
		}
		val := e.valueAt(l, place, op.mask)
		writes := e.wouldWrite(op, val)
		if writes && !e.mayInsert(l, place+1, op.mask) {
			continue
		}
		if !writes && e.events[l.order[place]].mask&op.mask == 0 {
			continue
		}
		way := int32(place)
		if op.cond != nil && !e.holds(op, val) {
			if !e.mayTimeOut(g) {
				continue
			}
			way += timesOut
		}
		if e.consistent(g, way) {
			buffer = append(buffer, way)
		}
	}
	return buffer
}

// mayTimeOut says whether g's operation is a wait that may time out by choice.
func (e *engine) mayTimeOut(g *goroutine) bool { return g.op.timed && g.timeouts < e.config.Timeouts }

// postpone defers a goroutine: its operation must read something that is not there yet.
func (e *engine) postpone(id int8) {
	g := e.goroutines[id-1]
	g.deferred, g.since = true, int32(len(e.events))
}

// behind returns the goroutines that g falls behind by taking its operation that way: a read does not see the last of what
// they wrote, or a write goes before theirs in modification order. Bit n stands for goroutine n.
func (e *engine) behind(g *goroutine, way int32) (who uint16) {
	if g.op.location < 0 || g.op.kind == opStart {
		return 0
	}
	order := e.locations[g.op.location].order
	next := int(way&^timesOut) + 1
	if g.op.kind == opStore {
		next--
	}
	for _, id := range order[next:] {
		if w := &e.events[id]; w.mask&g.op.mask != 0 && w.goroutine != g.id {
			who |= 1 << w.goroutine
		}
	}
	return who
}

// cost is what a way counts against the preemption bound: one for each goroutine that g falls behind, but not again until
// g has learnt something new from that one. So it costs the same as a preemption of the other, at that point.
func (e *engine) cost(g *goroutine, way int32) (cost int8) {
	for who := e.behind(g, way); who != 0; who &= who - 1 {
		if other := bits.TrailingZeros16(who); g.paid[other] != g.view.caused[other]+1 {
			cost++
		}
	}
	return cost
}

// timeouts appends the ways in which g's wait can time out, whether or not it may still do so by choice.
func (e *engine) timeouts(g *goroutine, buffer []int32) []int32 {
	if g.op.cond == nil || !g.op.timed {
		return buffer
	}
	l := &e.locations[g.op.location]
	for place := len(l.order) - 1; place >= e.floor(l, g.op.mask, &g.view.happened); place-- {
		if e.events[l.order[place]].mask&g.op.mask == 0 || e.holds(&g.op, e.valueAt(l, place, g.op.mask)) {
			continue
		}
		if way := int32(place) + timesOut; e.consistent(g, way) {
			buffer = append(buffer, way)
		}
	}
	return buffer
}

// wouldWrite says whether op, reading val in place, writes.
func (e *engine) wouldWrite(op *operation, val uint64) bool {
	switch op.kind {
	case opUpdate:
		return true
	case opCompare:
		return val == op.old<<op.shift
	case opTake:
		return e.holds(op, val)
	}
	return false
}

func (e *engine) holds(op *operation, val uint64) bool {
	e.evaluating = true
	held := op.cond(val >> op.shift)
	e.evaluating = false
	return held
}

// satisfied says whether the last value in modification order ends g's wait: memory shows it sooner or later.
func (e *engine) satisfied(g *goroutine) bool {
	l := &e.locations[g.op.location]
	return g.op.cond == nil || e.holds(&g.op, e.valueAt(l, len(l.order)-1, g.op.mask))
}

func (e *engine) consistent(g *goroutine, way int32) bool {
	if len(e.sequential) == 0 {
		return true
	}
	event, _, _ := e.build(g, way)
	return e.staysSequential(&event)
}

// build returns the event that g's operation becomes if it is taken that way, and what g knows and gets afterwards.
func (e *engine) build(g *goroutine, way int32) (event, view, result) {
	op, v := &g.op, g.view
	ev := event{goroutine: g.id, location: op.location, mask: op.mask, node: -1}
	v.happened[g.id]++
	v.caused[g.id] = v.happened[g.id]
	ev.index = v.happened[g.id]
	order := op.order
	if op.kind == opFence {
		ev.fence, ev.seqCst = true, order == SeqCst
		if order.acquires() {
			v.happened.join(&v.seen)
		}
		if order.releases() {
			v.fenced = v.happened
		}
		ev.happened, ev.caused = v.happened, v.caused
		return ev, v, result{}
	}
	l := &e.locations[op.location]
	place := int(way &^ timesOut)
	var r result
	if op.kind == opStore {
		ev.writes, ev.place, ev.val = true, int16(place), op.arg<<op.shift
	} else {
		ev.reads, ev.top = true, l.order[place]
		ev.got = e.valueAt(l, place, op.mask)
		r.val = ev.got >> op.shift
		ev.writes = e.wouldWrite(op, ev.got) && way&timesOut == 0
		r.ok = ev.writes || op.cond != nil && way&timesOut == 0
		if ev.writes {
			arg := op.arg
			if op.kind == opUpdate {
				arg = op.update.apply(r.val, op.arg)
			}
			ev.place, ev.val = int16(place+1), arg<<op.shift&op.mask
		} else if op.kind == opCompare {
			order = op.failure
		}
		for mask := op.mask; mask != 0; place-- {
			w := &e.events[l.order[place]]
			if w.mask&mask == 0 {
				continue
			}
			mask &^= w.mask
			v.caused.join(&w.caused)
			v.seen.join(&w.published)
			if order.acquires() {
				v.happened.join(&w.published)
			}
			if ev.writes {
				ev.published.join(&w.published)
			}
		}
	}
	ev.seqCst = order == SeqCst
	if ev.writes {
		if order.releases() {
			ev.published.join(&v.happened)
		} else {
			ev.published.join(&v.fenced)
		}
	}
	ev.happened, ev.caused = v.happened, v.caused
	return ev, v, r
}

// perform takes g's operation in the chosen way.
func (e *engine) perform(g *goroutine, way int32) {
	op := &g.op
	g.deferred = false
	switch op.kind {
	case opStart:
		return
	case opChoose:
		g.result = result{val: uint64(way)}
		e.tell(g, nil, way)
		return
	}
	before := g.view.caused
	late := e.behind(g, way)
	ev, v, r := e.build(g, way)
	ev.node = int32(len(e.strategy.path())) - 1
	if op.timed && way&timesOut != 0 {
		g.timeouts++
	}
	e.tell(g, &ev, way)
	if op.mayWrite() {
		e.findRaces(g.id, op, &before)
	}
	e.add(ev)
	g.view, g.result = v, r
	for ; late != 0; late &= late - 1 {
		other := bits.TrailingZeros16(late)
		g.paid[other] = v.caused[other] + 1
	}
}

// mayWrite says whether the operation writes for some of the values that it may read.
func (op *operation) mayWrite() bool {
	switch op.kind {
	case opStore, opUpdate, opCompare, opTake:
		return true
	}
	return false
}

// findRaces tells the strategy of every read that the operation, by one who knows before, could have come before.
func (e *engine) findRaces(g int8, op *operation, before *clock) {
	for _, id := range e.locations[op.location].readers {
		if r := &e.events[id]; r.goroutine != g && r.mask&op.mask != 0 && !before.knows(r.goroutine, r.index) {
			e.strategy.raced(r)
		}
	}
}

func (op *operation) String() string {
	switch op.kind {
	case opStart:
		return "start"
	case opLoad:
		return "load " + op.order.String()
	case opStore:
		return "store " + op.order.String()
	case opUpdate:
		return [...]string{"swap ", "add ", "and ", "or ", "xor "}[op.update] + op.order.String()
	case opCompare:
		return "compare-and-swap " + op.order.String()
	case opAwait:
		return "wait"
	case opTake:
		return "park"
	case opFence:
		return "fence " + op.order.String()
	}
	return fmt.Sprintf("choose 1 of %d", op.arg)
}

package model

import "slices"

// Sequential consistency in RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11,
// PLDI 2017): the relation psc between sequentially consistent events has no cycle, where
//
//	scb = po ∪ po≠loc;hb;po≠loc ∪ hb|loc ∪ mo ∪ fr
//	psc = ([SC] ∪ [F];hb?) ; scb ; ([SC] ∪ hb?;[F])  ∪  [F] ; (hb ∪ hb;eco;hb) ; [F]

// sequentialOrder is the working memory of the check.
type sequentialOrder struct {
	seen []bool
	open []int
}

// before says whether e is before e2 in mo or fr; both touch one location in common bits, e2 writes.
func (g *graph) before(e, e2 *event) bool {
	if !e2.writes || e.location != e2.location || e.mask&e2.mask == 0 {
		return false
	}
	if e.writes {
		return e.place < e2.place
	}
	return g.last(e) < int(e2.place)
}

// communicates says whether e is before e2 in eco, the closure of rf, mo and fr.
func (g *graph) communicates(e, e2 *event) bool {
	if e2.writes {
		return g.before(e, e2)
	}
	if e.location != e2.location || e.mask&e2.mask == 0 {
		return false
	}
	if e.writes {
		return int(e.place) <= g.last(e2)
	}
	return g.last(e) < g.last(e2)
}

func happensBefore(e, e2 *event) bool { return e2.happened.knows(e.goroutine, e.index) }

// differently says whether po≠loc;hb;po≠loc leads from e to e2, of different goroutines.
func (g *graph) differently(e, e2 *event) bool {
	away := func(e, other *event) bool { return other.fence || other.location != e.location }
	for _, id := range g.programs[e.goroutine][e.index:] {
		first := &g.events[id]
		if !away(e, first) {
			continue
		}
		program := g.programs[e2.goroutine][:e2.index-1]
		for i := len(program) - 1; i >= 0; i-- {
			if last := &g.events[program[i]]; away(e2, last) {
				return happensBefore(first, last)
			}
		}
		return false
	}
	return false
}

// precedes says whether psc leads from a to b in one step.
func (g *graph) precedes(a, b *event) bool {
	if a.goroutine == b.goroutine {
		return a.index < b.index
	}
	if !a.fence && !b.fence {
		same := a.location == b.location && a.mask&b.mask != 0
		return same && happensBefore(a, b) || g.before(a, b) || g.differently(a, b)
	}
	if happensBefore(a, b) {
		return true
	}
	switch {
	case a.fence && b.fence:
		for l := range g.locations {
			if g.fencesAround(a, b, &g.locations[l]) {
				return true
			}
		}
	case a.fence && b.writes:
		return g.anyOf(&g.locations[b.location], func(e *event) bool { return happensBefore(a, e) && g.before(e, b) })
	case b.fence:
		return g.anyOf(&g.locations[a.location], func(e *event) bool { return happensBefore(e, b) && g.before(a, e) })
	}
	return false
}

// fencesAround says whether hb;eco;hb leads from fence a to fence b over an access of l on each side.
func (g *graph) fencesAround(a, b *event, l *location) bool {
	return g.anyOf(l, func(e *event) bool {
		return happensBefore(a, e) && g.anyOf(l, func(e2 *event) bool { return happensBefore(e2, b) && g.communicates(e, e2) })
	})
}

// anyOf says whether f holds for an access of l; its initial value comes before everything.
func (g *graph) anyOf(l *location, f func(*event) bool) bool {
	for _, id := range l.order[1:] {
		if f(&g.events[id]) {
			return true
		}
	}
	for _, id := range l.readers {
		if e := &g.events[id]; !e.writes && f(e) {
			return true
		}
	}
	return false
}

// staysSequential says whether psc has no cycle with e, which has not been added yet. An event that nothing in the
// graph comes after, in mo or fr, closes none.
func (g *graph) staysSequential(e *event) bool {
	if e.fence || len(g.sequential) == 0 {
		return true
	}
	order := g.locations[e.location].order
	next := int(e.place)
	if !e.writes {
		next = g.last(e) + 1
	}
	stale := false
	for _, id := range order[next:] {
		stale = stale || g.events[id].mask&e.mask != 0
	}
	if !stale {
		return true
	}
	g.add(*e)
	defer g.removeLast()
	e = &g.events[len(g.events)-1]
	if e.seqCst && g.leads(func(x *event) bool { return g.precedes(e, x) }, func(x *event) bool { return x == e }) {
		return false
	}
	// What e is before is after every fence that is before e.
	fenceBefore := func(f *event) bool { return f.fence && happensBefore(f, e) }
	if !slices.ContainsFunc(g.sequential, func(id int32) bool { return fenceBefore(&g.events[id]) }) {
		return true
	}
	behind := func(x *event) bool {
		if !x.fence {
			return g.before(e, x)
		}
		return g.anyOf(&g.locations[e.location], func(e2 *event) bool { return g.communicates(e, e2) && happensBefore(e2, x) })
	}
	return !g.leads(behind, fenceBefore)
}

// leads says whether psc leads, in any number of steps, from a sequentially consistent event that is a start to one that
// is an end.
func (g *graph) leads(start, end func(*event) bool) bool {
	seen := append(g.psc.seen[:0], make([]bool, len(g.sequential))...)
	open := g.psc.open[:0]
	for i, id := range g.sequential {
		if start(&g.events[id]) {
			seen[i] = true
			open = append(open, i)
		}
	}
	found := false
	for len(open) > 0 && !found {
		from := &g.events[g.sequential[open[len(open)-1]]]
		open = open[:len(open)-1]
		found = end(from)
		for i, id := range g.sequential {
			if !found && !seen[i] && g.precedes(from, &g.events[id]) {
				seen[i] = true
				open = append(open, i)
			}
		}
	}
	g.psc.seen, g.psc.open = seen, open
	return found
}

package model

import (
	"slices"
	"unsafe"
)

// Order is the memory ordering of an operation.
type Order uint8

const (
	Relaxed Order = iota
	Acquire
	Release
	SeqCst
)

func (o Order) acquires() bool { return o == Acquire || o == SeqCst }
func (o Order) releases() bool { return o == Release || o == SeqCst }

func (o Order) String() string { return [...]string{"relaxed", "acquire", "release", "seq_cst"}[o] }

// event is one node of the execution graph. A read-modify-write reads and writes.
//
// Operands may be parts of a word. A location is the whole aligned word; mask says which bits of it an event reads or
// writes. All writes to any part of the word are in one modification order, and a read takes each bit from the last
// write before a point of that order which covers it: single accesses are atomic, and coherence holds bit by bit. See
// docs/model.md.
type event struct {
	goroutine int8
	reads     bool
	writes    bool
	fence     bool
	seqCst    bool
	index     uint16 // number of the event in its goroutine
	location  int16
	place     int16  // of a write: where it is in modification order
	top       int32  // of a read that does not write: the event up to which it reads modification order
	mask      uint64 // bits of the location that are read or written
	val       uint64 // what is written, in place
	got       uint64 // what was read, in place
	happened  clock  // happens-before, this event included
	caused    clock  // program order and reads-from, this event included
	published clock  // of a write: what an acquiring reader of it learns
	node      int32  // the choice that made the event
}

// location is one aligned word of shared memory.
type location struct {
	word    unsafe.Pointer
	size    uintptr // 4 or 8 bytes
	order   []int32 // modification order, from the initial value
	readers []int32 // events that read
}

type graph struct {
	events     []event
	locations  []location
	sequential []int32 // sequentially consistent accesses and fences
	programs   [maxGoroutines][]int32
	psc        sequentialOrder
}

func (g *graph) reset() {
	g.events = g.events[:0]
	g.locations = g.locations[:0]
	g.sequential = g.sequential[:0]
	for i := range g.programs {
		g.programs[i] = g.programs[i][:0]
	}
}

// addLocation returns a new location with its initial value.
func (g *graph) addLocation(word unsafe.Pointer, size uintptr, val uint64) int16 {
	n := len(g.locations)
	if n < cap(g.locations) {
		g.locations = g.locations[:n+1]
	} else {
		g.locations = append(g.locations, location{})
	}
	l := &g.locations[n]
	l.word, l.size = word, size
	l.order, l.readers = append(l.order[:0], int32(len(g.events))), l.readers[:0]
	g.events = append(g.events, event{writes: true, location: int16(n), mask: ^uint64(0), val: val, node: -1})
	return int16(n)
}

// last returns the place in modification order up to which the reader e reads: its top, or the place just before its
// own write.
func (g *graph) last(e *event) int {
	if e.writes {
		return int(e.place) - 1
	}
	return int(g.events[e.top].place)
}

// valueAt returns the bits of mask that a read up to place sees.
func (g *graph) valueAt(l *location, place int, mask uint64) (val uint64) {
	for ; mask != 0; place-- {
		w := &g.events[l.order[place]]
		val |= w.val & mask & w.mask
		mask &^= w.mask
	}
	return val
}

// sources calls f with each write that a read of mask up to place takes a bit from.
func (g *graph) sources(l *location, place int, mask uint64, f func(id int32, w *event)) {
	for ; mask != 0; place-- {
		id := l.order[place]
		w := &g.events[id]
		if w.mask&mask != 0 {
			f(id, w)
			mask &^= w.mask
		}
	}
}

// readsNew says whether a read of mask up to place takes a bit from an event from number since on.
func (g *graph) readsNew(l *location, place int, mask uint64, since int32) bool {
	for ; mask != 0; place-- {
		id := l.order[place]
		if w := &g.events[id]; w.mask&mask != 0 {
			if id >= since {
				return true
			}
			mask &^= w.mask
		}
	}
	return false
}

// floor returns the first place that one who knows seen may read up to; a write of his goes behind it. Coherence: he
// may not miss a write that happened before, nor read behind what a read that happened before has read.
func (g *graph) floor(l *location, mask uint64, seen *clock) int {
	floor := 0
	for place := len(l.order) - 1; place > 0; place-- {
		if w := &g.events[l.order[place]]; w.mask&mask != 0 && seen.knows(w.goroutine, w.index) {
			floor = place
			break
		}
	}
	for _, id := range l.readers {
		r := &g.events[id]
		common := r.mask & mask
		if common == 0 || !seen.knows(r.goroutine, r.index) {
			continue
		}
		for place := g.last(r); place > floor; place-- {
			if g.events[l.order[place]].mask&common != 0 {
				floor = place
				break
			}
		}
	}
	return floor
}

// mayInsert says whether a write of mask may be put at place: it must not change what an earlier event has read. For a
// read-modify-write that is its atomicity.
func (g *graph) mayInsert(l *location, place int, mask uint64) bool {
	for _, id := range l.readers {
		r := &g.events[id]
		common := r.mask & mask
		if common == 0 {
			continue
		}
		last := g.last(r)
		if r.writes && place == last+1 {
			return false
		}
		for p := last; p >= place && common != 0; p-- {
			common &^= g.events[l.order[p]].mask
		}
		if place <= last && common != 0 {
			return false
		}
	}
	return true
}

// add puts e into the graph; a write goes to e.place.
func (g *graph) add(e event) int32 {
	id := int32(len(g.events))
	g.events = append(g.events, e)
	g.programs[e.goroutine] = append(g.programs[e.goroutine], id)
	if e.seqCst {
		g.sequential = append(g.sequential, id)
	}
	if e.fence {
		return id
	}
	l := &g.locations[e.location]
	if e.reads {
		l.readers = append(l.readers, id)
	}
	if e.writes {
		l.order = slices.Insert(l.order, int(e.place), id)
		for place := int(e.place) + 1; place < len(l.order); place++ {
			g.events[l.order[place]].place = int16(place)
		}
	}
	return id
}

// removeLast takes back the last add.
func (g *graph) removeLast() {
	id := len(g.events) - 1
	e := g.events[id]
	g.events = g.events[:id]
	g.programs[e.goroutine] = g.programs[e.goroutine][:len(g.programs[e.goroutine])-1]
	if e.seqCst {
		g.sequential = g.sequential[:len(g.sequential)-1]
	}
	if e.fence {
		return
	}
	l := &g.locations[e.location]
	if e.reads {
		l.readers = l.readers[:len(l.readers)-1]
	}
	if e.writes {
		l.order = slices.Delete(l.order, int(e.place), int(e.place)+1)
		for place := int(e.place); place < len(l.order); place++ {
			g.events[l.order[place]].place = int16(place)
		}
	}
}

package model

import (
	"unsafe"

	"github.com/klock-go/klock/internal/byteorder"
)

// The operations take the size of their operand in bytes: 1, 2, 4 or 8. Outside of an exploration, and while a client
// sets up, they access memory directly; after the goroutines have finished they see the last values.

// Load returns *p.
func Load(p unsafe.Pointer, size uintptr, order Order) uint64 {
	e := active
	if e == nil || e.current == nil {
		return peek(p, size)
	}
	return e.do(e.on(p, size, operation{kind: opLoad, order: order})).val
}

// Store sets *p to val.
func Store(p unsafe.Pointer, size uintptr, val uint64, order Order) {
	e := active
	if e == nil || e.current == nil {
		poke(p, size, val)
		return
	}
	e.do(e.on(p, size, operation{kind: opStore, order: order, arg: val}))
}

// Modify sets *p to u of it and arg, and returns the value before.
func Modify(p unsafe.Pointer, size uintptr, u Update, arg uint64, order Order) uint64 {
	e := active
	if e == nil || e.current == nil {
		old := peek(p, size)
		poke(p, size, u.apply(old, arg))
		return old
	}
	return e.do(e.on(p, size, operation{kind: opUpdate, order: order, update: u, arg: arg})).val
}

// CompareExchange sets *p to new if it is old, and returns the value before.
func CompareExchange(p unsafe.Pointer, size uintptr, old, new uint64, success, failure Order) uint64 {
	e := active
	if e == nil || e.current == nil {
		now := peek(p, size)
		if now == old {
			poke(p, size, new)
		}
		return now
	}
	return e.do(e.on(p, size, operation{kind: opCompare, order: success, failure: failure, old: old, arg: new})).val
}

// Await waits until cond holds for *p, relaxed. A timed wait may end before, and reports whether cond held.
func Await(p unsafe.Pointer, size uintptr, cond func(uint64) bool, timed bool) (uint64, bool) {
	e := active
	if e == nil || e.current == nil {
		val := peek(p, size)
		if !cond(val) && !timed {
			panic("model: a wait outside of an exploration")
		}
		return val, cond(val)
	}
	r := e.do(e.on(p, size, operation{kind: opAwait, cond: cond, timed: timed}))
	return r.val, r.ok
}

// Fence is a fence of the given ordering.
func Fence(order Order) {
	if e := active; e != nil && e.current != nil {
		e.do(operation{kind: opFence, order: order, location: -1})
	}
}

// FenceAcquireRelease is an acquire and a release fence.
func FenceAcquireRelease() {
	Fence(Acquire)
	Fence(Release)
}

// Choose returns a number from 0 to n-1; all are tried.
func Choose(n int) int {
	e := active
	if e == nil || e.current == nil {
		return 0
	}
	return int(e.do(operation{kind: opChoose, location: -1, arg: uint64(n)}).val)
}

// Park takes the permit from *p, 0 or 1, and waits for one if there is none. A cancellable wait may end without it, and
// reports whether it got it.
func Park(p *uint32, cancellable bool) bool {
	e := active
	if e == nil || e.current == nil {
		panic("model: a wait outside of an exploration")
	}
	isOne := func(val uint64) bool { return val == 1 }
	r := e.do(e.on(unsafe.Pointer(p), 4, operation{kind: opTake, order: SeqCst, cond: isOne, timed: cancellable}))
	Fence(SeqCst)
	return r.ok
}

// Unpark gives the permit *p unless it is there. What a send to a full channel does has no memory ordering: it may even
// see a permit that has just been taken.
func Unpark(p *uint32) { CompareExchange(unsafe.Pointer(p), 4, 0, 1, Release, Relaxed) }

// StoreThenLoad is the root package's operation in the form that Config.Release names.
//
// In the form with membarrier, a fence of others falls before, between or after the accesses of this goroutine. A word
// of the goroutine's own stands for that order: FenceOthers updates it once, and StoreThenLoad does before its first
// access, before its store and before its last load. So the fence orders what it must and nothing else.
func StoreThenLoad(p unsafe.Pointer, size uintptr, val uint64, q unsafe.Pointer, exchange uint32) uint32 {
	e := active
	if e == nil || e.current == nil || e.config.Release == Ordered {
		Store(p, size, val, SeqCst)
		return uint32(Load(q, 4, SeqCst))
	}
	exchanges := e.config.Release == WithExchange
	if !exchanges {
		e.passBarrier(e.current)
		exchanges = uint32(Load(q, 4, Acquire))&exchange != 0
	}
	if exchanges {
		Modify(p, size, Swap, val, SeqCst)
		Fence(SeqCst)
	} else {
		e.passBarrier(e.current)
		Store(p, size, val, Release)
		e.passBarrier(e.current)
		if seen := uint32(Load(q, 4, Acquire)); seen&exchange == 0 {
			return seen
		}
		Fence(SeqCst)
	}
	return uint32(Load(q, 4, Acquire))
}

// FenceOthers is the root package's operation. It may report false, Config.Refusals times for each goroutine.
func FenceOthers() bool {
	e := active
	if e == nil || e.current == nil {
		return true
	}
	g := e.current
	if e.config.Release == WithMembarrier && g.refusals < e.config.Refusals && Choose(2) == 1 {
		g.refusals++
		return false
	}
	Fence(SeqCst)
	if e.config.Release == WithMembarrier {
		for _, other := range e.goroutines {
			if other != g {
				e.passBarrier(other)
			}
		}
		Fence(SeqCst)
	}
	return true
}

// passBarrier orders the caller with g's barrier word, in both directions.
func (e *engine) passBarrier(g *goroutine) {
	Modify(unsafe.Pointer(&e.barriers[g.id]), 4, Add, 0, SeqCst)
}

// on places an operation on its operand.
func (e *engine) on(p unsafe.Pointer, size uintptr, op operation) operation {
	n, offset := e.locate(p, size)
	l := &e.locations[n]
	if byteorder.Big {
		offset = l.size - size - offset
	}
	op.location, op.shift = n, uint8(8*offset)
	op.mask = ^uint64(0) >> (64 - 8*size) << op.shift
	op.arg &= op.mask >> op.shift
	op.old &= op.mask >> op.shift
	return op
}

// locate returns the location that contains the operand, and the operand's offset in it.
func (e *engine) locate(p unsafe.Pointer, size uintptr) (int16, uintptr) {
	address := uintptr(p)
	for n := len(e.locations) - 1; n >= 0; n-- {
		l := &e.locations[n]
		if offset := address - uintptr(l.word); offset < l.size {
			return int16(n), offset
		}
		if uintptr(l.word)-address < size {
			panic("model: a 64-bit operation on words that were used apart")
		}
	}
	whole := max(size, 4)
	word := unsafe.Pointer(uintptr(p) &^ (whole - 1))
	return e.addLocation(word, whole, peek(word, whole)), address - uintptr(word)
}

// peek reads memory outside of the model, or the last value if the model has one.
func peek(p unsafe.Pointer, size uintptr) uint64 {
	if e := active; e != nil {
		for n := range e.locations {
			l := &e.locations[n]
			if offset := uintptr(p) - uintptr(l.word); offset < l.size {
				if byteorder.Big {
					offset = l.size - size - offset
				}
				return e.valueAt(l, len(l.order)-1, ^uint64(0)) >> (8 * offset) & (^uint64(0) >> (64 - 8*size))
			}
		}
	}
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// poke writes memory outside of the model.
func poke(p unsafe.Pointer, size uintptr, val uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(val)
	case 2:
		*(*uint16)(p) = uint16(val)
	case 4:
		*(*uint32)(p) = uint32(val)
	default:
		*(*uint64)(p) = val
	}
}

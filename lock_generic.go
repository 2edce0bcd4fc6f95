//go:build !klock_model && (purego || race || (!amd64 && !arm64))

package klock

import (
	"sync/atomic"
	"unsafe"

	"github.com/klock-go/klock/internal/byteorder"
)

const backendName = "generic"

// The generic backend carries out 8- and 16-bit operations on the aligned 32-bit word that contains the operand, by the
// word's own AND or OR where one suffices and by compare-and-swap otherwise. Neighbouring lanes keep their values: an AND
// or OR leaves them alone, and a compare-and-swap fails when one of them has changed.

// lane is an operand inside its word: the word, and the operand's place in it by value.
type lane struct {
	word  *uint32
	shift uint
	mask  uint32
}

func laneUint8(p *uint8) lane {
	offset := uintptr(unsafe.Pointer(p)) & 3
	word := (*uint32)(unsafe.Pointer(uintptr(unsafe.Pointer(p)) &^ 3))
	return lane{word, laneShift(offset, 1), 0xff}
}

func laneUint16(p *uint16) lane {
	offset := uintptr(unsafe.Pointer(p)) & 3
	word := (*uint32)(unsafe.Pointer(uintptr(unsafe.Pointer(p)) &^ 3))
	return lane{word, laneShift(offset, 2), 0xffff}
}

// laneShift is the place, by value, of the size bytes at offset in a 32-bit word.
func laneShift(offset, size uintptr) uint {
	if byteorder.Big {
		offset = 4 - size - offset
	}
	return uint(8 * offset)
}

// of is the lane's value in a value of its word.
func (l lane) of(word uint32) uint32 { return word >> l.shift & l.mask }

// in is the word with the lane set to val, which may have bits beyond the lane.
func (l lane) in(word, val uint32) uint32 { return word&^(l.mask<<l.shift) | (val&l.mask)<<l.shift }

func (l lane) load() uint32 { return l.of(atomic.LoadUint32(l.word)) }

// The read-modify-writes return the value before. None of them writes a word in which the lane was not as returned.

func (l lane) swap(val uint32) uint32 {
	for {
		word := atomic.LoadUint32(l.word)
		if atomic.CompareAndSwapUint32(l.word, word, l.in(word, val)) {
			return l.of(word)
		}
	}
}

func (l lane) compareExchange(old, new uint32) uint32 {
	for {
		word := atomic.LoadUint32(l.word)
		if now := l.of(word); now != old {
			return now
		}
		if atomic.CompareAndSwapUint32(l.word, word, l.in(word, new)) {
			return old
		}
	}
}

func (l lane) add(delta uint32) uint32 {
	for {
		word := atomic.LoadUint32(l.word)
		if atomic.CompareAndSwapUint32(l.word, word, l.in(word, l.of(word)+delta)) {
			return l.of(word)
		}
	}
}

func (l lane) and(mask uint32) uint32 { return l.of(atomic.AndUint32(l.word, l.in(^uint32(0), mask))) }

func (l lane) or(mask uint32) uint32 { return l.of(atomic.OrUint32(l.word, mask<<l.shift)) }

func (l lane) xor(mask uint32) uint32 {
	for {
		word := atomic.LoadUint32(l.word)
		if atomic.CompareAndSwapUint32(l.word, word, word^mask<<l.shift) {
			return l.of(word)
		}
	}
}

func loadUint8(p *uint8) uint8            { return uint8(laneUint8(p).load()) }
func storeUint8(p *uint8, val uint8)      { laneUint8(p).swap(uint32(val)) }
func swapUint8(p *uint8, val uint8) uint8 { return uint8(laneUint8(p).swap(uint32(val))) }
func compareExchangeUint8(p *uint8, old, new uint8) uint8 {
	return uint8(laneUint8(p).compareExchange(uint32(old), uint32(new)))
}
func compareAndSwapUint8(p *uint8, old, new uint8) bool {
	return compareExchangeUint8(p, old, new) == old
}
func addUint8(p *uint8, delta uint8) uint8 { return delta + uint8(laneUint8(p).add(uint32(delta))) }
func andUint8(p *uint8, mask uint8) uint8  { return uint8(laneUint8(p).and(uint32(mask))) }
func orUint8(p *uint8, mask uint8) uint8   { return uint8(laneUint8(p).or(uint32(mask))) }
func xorUint8(p *uint8, mask uint8) uint8  { return uint8(laneUint8(p).xor(uint32(mask))) }
func setBitsUint8(p *uint8, mask uint8)    { laneUint8(p).or(uint32(mask)) }
func clearBitsUint8(p *uint8, mask uint8)  { laneUint8(p).and(uint32(^mask)) }
func flipBitsUint8(p *uint8, mask uint8)   { laneUint8(p).xor(uint32(mask)) }

func loadUint16(p *uint16) uint16             { return uint16(laneUint16(p).load()) }
func storeUint16(p *uint16, val uint16)       { laneUint16(p).swap(uint32(val)) }
func swapUint16(p *uint16, val uint16) uint16 { return uint16(laneUint16(p).swap(uint32(val))) }
func compareExchangeUint16(p *uint16, old, new uint16) uint16 {
	return uint16(laneUint16(p).compareExchange(uint32(old), uint32(new)))
}
func compareAndSwapUint16(p *uint16, old, new uint16) bool {
	return compareExchangeUint16(p, old, new) == old
}
func addUint16(p *uint16, delta uint16) uint16 {
	return delta + uint16(laneUint16(p).add(uint32(delta)))
}
func andUint16(p *uint16, mask uint16) uint16 { return uint16(laneUint16(p).and(uint32(mask))) }
func orUint16(p *uint16, mask uint16) uint16  { return uint16(laneUint16(p).or(uint32(mask))) }
func xorUint16(p *uint16, mask uint16) uint16 { return uint16(laneUint16(p).xor(uint32(mask))) }
func setBitsUint16(p *uint16, mask uint16)    { laneUint16(p).or(uint32(mask)) }
func clearBitsUint16(p *uint16, mask uint16)  { laneUint16(p).and(uint32(^mask)) }
func flipBitsUint16(p *uint16, mask uint16)   { laneUint16(p).xor(uint32(mask)) }

// The words' remaining operations have no intrinsic.

func compareExchangeUint32(p *uint32, old, new uint32) uint32 {
	for {
		if atomic.CompareAndSwapUint32(p, old, new) {
			return old
		}
		if now := atomic.LoadUint32(p); now != old {
			return now
		}
	}
}

func compareExchangeUint64(p *uint64, old, new uint64) uint64 {
	for {
		if atomic.CompareAndSwapUint64(p, old, new) {
			return old
		}
		if now := atomic.LoadUint64(p); now != old {
			return now
		}
	}
}

func xorUint32(p *uint32, mask uint32) uint32 {
	for {
		old := atomic.LoadUint32(p)
		if atomic.CompareAndSwapUint32(p, old, old^mask) {
			return old
		}
	}
}

func xorUint64(p *uint64, mask uint64) uint64 {
	for {
		old := atomic.LoadUint64(p)
		if atomic.CompareAndSwapUint64(p, old, old^mask) {
			return old
		}
	}
}

func flipBitsUint32(p *uint32, mask uint32) { xorUint32(p, mask) }
func flipBitsUint64(p *uint64, mask uint64) { xorUint64(p, mask) }

// Every operation of this backend is sequentially consistent, so the weaker fences have nothing to add.

func fenceAcquire() {}
func fenceRelease() {}
func fenceStore()   {}

// fenceSeqCst works on the caller's own stack, so that the race detector sees no edge between goroutines. Of the two
// operations the load has the full barrier on ppc64, the addition elsewhere.
func fenceSeqCst() {
	var own uint32
	atomic.AddUint32(&own, 0)
	atomic.LoadUint32(&own)
}

// pauses executes loads, for want of a pause instruction: as many for each pause as take about as long as one.
func pauses(n uint32) {
	const loads = 32
	var own uint32
	for n *= loads; n > 0; n-- {
		atomic.LoadUint32(&own)
	}
}

func cmpWaitUint8(p *uint8, old uint8, polls uint32) uint8 {
	for ; polls > 1 && loadUint8(p) == old; polls-- {
		pauses(1)
	}
	return loadUint8(p)
}

func cmpWaitUint16(p *uint16, old uint16, polls uint32) uint16 {
	for ; polls > 1 && loadUint16(p) == old; polls-- {
		pauses(1)
	}
	return loadUint16(p)
}

func cmpWaitUint32(p *uint32, old uint32, polls uint32) uint32 {
	for ; polls > 1 && atomic.LoadUint32(p) == old; polls-- {
		pauses(1)
	}
	return atomic.LoadUint32(p)
}

func cmpWaitUint64(p *uint64, old uint64, polls uint32) uint64 {
	for ; polls > 1 && atomic.LoadUint64(p) == old; polls-- {
		pauses(1)
	}
	return atomic.LoadUint64(p)
}

// storeThenLoad is always ordered here: both accesses are sequentially consistent.

func storeThenLoadUint8(p *uint8, val uint8, q *uint32, exchange uint32) uint32 {
	storeUint8(p, val)
	return atomic.LoadUint32(q)
}

func storeThenLoadUint32(p *uint32, val uint32, q *uint32, exchange uint32) uint32 {
	atomic.StoreUint32(p, val)
	return atomic.LoadUint32(q)
}

// fenceOthers has nothing to do: the other side's store and load are ordered by themselves.
func fenceOthers() bool {
	fenceSeqCst()
	return true
}

// describe has nothing to add: nothing was detected.
func describe(*BackendInfo) {}

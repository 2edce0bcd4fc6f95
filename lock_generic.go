//go:build !klock_model

package klock

import (
	"sync/atomic"
	"unsafe"

	"github.com/klock-go/klock/internal/byteorder"
)

const backendName = "generic"

// The generic backend carries out 8- and 16-bit operations by compare-and-swap on the aligned 32-bit word that contains
// the operand. Neighbouring lanes keep their values because the whole word is compared.

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

func (l lane) load() uint32 { return atomic.LoadUint32(l.word) >> l.shift & l.mask }

// update replaces the lane by f of it in one atomic step and returns the value before.
func (l lane) update(f func(old uint32) uint32) uint32 {
	for {
		word := atomic.LoadUint32(l.word)
		old := word >> l.shift & l.mask
		next := word&^(l.mask<<l.shift) | (f(old)&l.mask)<<l.shift
		if atomic.CompareAndSwapUint32(l.word, word, next) {
			return old
		}
	}
}

// exchangeIf sets the lane to new if it is old, and returns the value before. A comparison that fails writes nothing.
func (l lane) exchangeIf(old, new uint32) uint32 {
	for {
		word := atomic.LoadUint32(l.word)
		if now := word >> l.shift & l.mask; now != old {
			return now
		}
		if atomic.CompareAndSwapUint32(l.word, word, word&^(l.mask<<l.shift)|new<<l.shift) {
			return old
		}
	}
}

func loadUint8(p *uint8) uint8 { return uint8(laneUint8(p).load()) }

func storeUint8(p *uint8, val uint8) { swapUint8(p, val) }

func swapUint8(p *uint8, val uint8) uint8 {
	return uint8(laneUint8(p).update(func(uint32) uint32 { return uint32(val) }))
}

func compareExchangeUint8(p *uint8, old, new uint8) uint8 {
	return uint8(laneUint8(p).exchangeIf(uint32(old), uint32(new)))
}

func compareAndSwapUint8(p *uint8, old, new uint8) bool {
	return compareExchangeUint8(p, old, new) == old
}

func addUint8(p *uint8, delta uint8) uint8 {
	return delta + uint8(laneUint8(p).update(func(old uint32) uint32 { return old + uint32(delta) }))
}

func andUint8(p *uint8, mask uint8) uint8 {
	return uint8(laneUint8(p).update(func(old uint32) uint32 { return old & uint32(mask) }))
}

func orUint8(p *uint8, mask uint8) uint8 {
	return uint8(laneUint8(p).update(func(old uint32) uint32 { return old | uint32(mask) }))
}

func xorUint8(p *uint8, mask uint8) uint8 {
	return uint8(laneUint8(p).update(func(old uint32) uint32 { return old ^ uint32(mask) }))
}

func loadUint16(p *uint16) uint16 { return uint16(laneUint16(p).load()) }

func storeUint16(p *uint16, val uint16) { swapUint16(p, val) }

func swapUint16(p *uint16, val uint16) uint16 {
	return uint16(laneUint16(p).update(func(uint32) uint32 { return uint32(val) }))
}

func compareExchangeUint16(p *uint16, old, new uint16) uint16 {
	return uint16(laneUint16(p).exchangeIf(uint32(old), uint32(new)))
}

func compareAndSwapUint16(p *uint16, old, new uint16) bool {
	return compareExchangeUint16(p, old, new) == old
}

func addUint16(p *uint16, delta uint16) uint16 {
	return delta + uint16(laneUint16(p).update(func(old uint32) uint32 { return old + uint32(delta) }))
}

func andUint16(p *uint16, mask uint16) uint16 {
	return uint16(laneUint16(p).update(func(old uint32) uint32 { return old & uint32(mask) }))
}

func orUint16(p *uint16, mask uint16) uint16 {
	return uint16(laneUint16(p).update(func(old uint32) uint32 { return old | uint32(mask) }))
}

func xorUint16(p *uint16, mask uint16) uint16 {
	return uint16(laneUint16(p).update(func(old uint32) uint32 { return old ^ uint32(mask) }))
}

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

func fenceAcquire() {}
func fenceRelease() {}
func fenceStore()   {}
func fenceSeqCst()  { atomic.AddUint32(&fenceWord, 0) }

var fenceWord uint32

// pauses executes n processor pauses.
func pauses(n uint32) {
	for ; n > 0; n-- {
		atomic.LoadUint32(&fenceWord)
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
func storeThenLoad(p *uint8, val uint8, q *uint32, exchange uint32) uint32 {
	storeUint8(p, val)
	return atomic.LoadUint32(q)
}

// fenceOthers has nothing to do: the other side's store and load are ordered by themselves.
func fenceOthers() bool {
	fenceSeqCst()
	return true
}

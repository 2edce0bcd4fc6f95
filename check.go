package klock

import (
	"fmt"
	"unsafe"
)

// firstPage bounds the addresses that a field of a nil struct pointer can have; no operand lies there.
const firstPage = 4096

// checkUint8 panics when p cannot be an 8-bit operand.
func checkUint8(p *uint8) { checkAddress(uintptr(unsafe.Pointer(p)), 1) }

// checkUint16 panics when p cannot be a 16-bit operand.
func checkUint16(p *uint16) { checkAddress(uintptr(unsafe.Pointer(p)), 2) }

// checkUint32 panics when p cannot be a 32-bit operand.
func checkUint32(p *uint32) { checkAddress(uintptr(unsafe.Pointer(p)), 4) }

// checkUint64 panics when p cannot be a 64-bit operand.
func checkUint64(p *uint64) { checkAddress(uintptr(unsafe.Pointer(p)), 8) }

func checkAddress(address, size uintptr) {
	switch {
	case address == 0:
		panic(fmt.Sprintf("klock: nil pointer to a %d-bit operand", 8*size))
	case address < firstPage && size == 1:
		panic(fmt.Sprintf("klock: byte at %#x is outside any word", address))
	case address < firstPage:
		panic(fmt.Sprintf("klock: pointer %#x to a %d-bit operand is in the first page (field of a nil struct)", address, 8*size))
	case address%size != 0:
		panic(fmt.Sprintf("klock: misaligned pointer %#x: a %d-bit operand must be aligned to %d bytes", address, 8*size, size))
	}
}

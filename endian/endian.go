// Package endian lays the parts of a lock word over the word: which byte or half of a 32-bit word, named by value,
// lies at which address on this target. Masks and offsets are defined by value and are the same everywhere; only
// addresses differ. Every accessor inlines to an addition of a constant.
package endian

import (
	"unsafe"

	"github.com/klock-go/klock/internal/byteorder"
)

// Byte returns the address of the byte of *w that holds its bits 8n to 8n+7, for n from 0 to 3.
func Byte(w *uint32, n uintptr) *uint8 {
	if byteorder.Big {
		n = 3 - n
	}
	return &(*[4]uint8)(unsafe.Pointer(w))[n]
}

// Half returns the address of the half of *w that holds its bits 16n to 16n+15, for n 0 or 1.
func Half(w *uint32, n uintptr) *uint16 {
	if byteorder.Big {
		n = 1 - n
	}
	return &(*[2]uint16)(unsafe.Pointer(w))[n]
}

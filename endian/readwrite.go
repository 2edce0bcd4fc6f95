package endian

import (
	"unsafe"

	"github.com/klock-go/klock/internal/byteorder"
)

// The lock word of a queue rwlock, by value:
//
//	 31                      9 8 7        0
//	+-------------------------+-+----------+
//	|     readers (23 bits)   |W|  wmode   |
//	+-------------------------+-+----------+
//	 \________ rcnts _________/
//
// wmode is a byte of its own so that a writer's release is one byte store. W is WAITING, in the lowest bit of rcnts.
const (
	WriterMask  = 0xff   // the wmode byte
	Locked      = 0xff   // wmode of a lock that a writer holds
	Waiting     = 1 << 8 // a writer at the head of the queue holds new readers back
	WaitingByte = 1      // Waiting, in the lowest byte of rcnts
	ReaderShift = 9
	ReaderBias  = 1 << ReaderShift
	ReaderMask  = ^uint32(ReaderBias - 1)
	// Overflow is set when more readers than MaxReaders hold the lock, and when more readers left than came.
	Overflow   = 1 << 31
	MaxReaders = 1<<22 - 1
)

// ReadWrite is the lock word of a queue rwlock. The zero value is free.
type ReadWrite struct{ cnts uint32 }

// Cnts returns the address of the whole word.
func (w *ReadWrite) Cnts() *uint32 { return &w.cnts }

// WMode returns the address of the byte that is Locked while a writer holds the lock.
func (w *ReadWrite) WMode() *uint8 { return Byte(&w.cnts, 0) }

// RCntsLow returns the address of the lowest byte of rcnts, which holds WaitingByte.
func (w *ReadWrite) RCntsLow() *uint8 { return Byte(&w.cnts, 1) }

// RCnts returns the three bytes that hold Waiting and the count of readers. They are not an operand of any atomic
// operation; the overlay's tests use them.
func (w *ReadWrite) RCnts() *[3]uint8 {
	if byteorder.Big {
		return (*[3]uint8)(unsafe.Pointer(Byte(&w.cnts, 3)))
	}
	return (*[3]uint8)(unsafe.Pointer(Byte(&w.cnts, 1)))
}

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

// WMode returns the address of the byte of the lock word cnts that is Locked while a writer holds the lock.
func WMode(cnts *uint32) *uint8 { return Byte(cnts, 0) }

// RCntsLow returns the address of the lowest byte of rcnts, which holds WaitingByte.
func RCntsLow(cnts *uint32) *uint8 { return Byte(cnts, 1) }

// RCnts returns the three bytes that hold Waiting and the count of readers. They are no operand of an atomic operation.
func RCnts(cnts *uint32) *[3]uint8 {
	if byteorder.Big {
		return (*[3]uint8)(unsafe.Pointer(Byte(cnts, 3)))
	}
	return (*[3]uint8)(unsafe.Pointer(Byte(cnts, 1)))
}

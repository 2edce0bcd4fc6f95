package endian

import (
	"testing"
	"unsafe"

	"github.com/klock-go/klock/internal/byteorder"
)

// words have a different value in every part.
var words = []uint32{0, 1, 0x01020304, 0x7f80ff00, 0x80ff7f01, 0xfffefdfc, ^uint32(0)}

// TestTargetOrder holds the compile-time constant against the machine.
func TestTargetOrder(t *testing.T) {
	one := uint32(1)
	if big := *(*byte)(unsafe.Pointer(&one)) == 0; big != byteorder.Big {
		t.Fatalf("byteorder.Big is %v, on this machine it is %v", byteorder.Big, big)
	}
}

func TestByteIsTheShiftedValue(t *testing.T) {
	for _, w := range words {
		for n := range uintptr(4) {
			part := Byte(&w, n)
			if want := uint8(w >> (8 * n)); *part != want {
				t.Errorf("byte %d of %#x is %#x, want %#x", n, w, *part, want)
			}
			before := w
			for _, v := range []uint8{0, 0x7f, 0x80, 0xff} {
				*part = v
				if want := before&^(0xff<<(8*n)) | uint32(v)<<(8*n); w != want {
					t.Errorf("byte %d of %#x set to %#x makes %#x, want %#x", n, before, v, w, want)
				}
			}
			w = before
		}
	}
}

func TestHalfIsTheShiftedValue(t *testing.T) {
	for _, w := range words {
		for n := range uintptr(2) {
			part := Half(&w, n)
			if want := uint16(w >> (16 * n)); *part != want {
				t.Errorf("half %d of %#x is %#x, want %#x", n, w, *part, want)
			}
			before := w
			for _, v := range []uint16{0, 0x7fff, 0x8000, 0xffff} {
				*part = v
				if want := before&^(0xffff<<(16*n)) | uint32(v)<<(16*n); w != want {
					t.Errorf("half %d of %#x set to %#x makes %#x, want %#x", n, before, v, w, want)
				}
			}
			w = before
		}
	}
}

// TestAddresses spells the overlay out for either byte order.
func TestAddresses(t *testing.T) {
	var w uint32
	offset := func(p unsafe.Pointer) uintptr { return uintptr(p) - uintptr(unsafe.Pointer(&w)) }
	for _, part := range []struct {
		name             string
		at               uintptr
		little, bigOrder uintptr
	}{
		{"WMode", offset(unsafe.Pointer(WMode(&w))), 0, 3},
		{"RCntsLow", offset(unsafe.Pointer(RCntsLow(&w))), 1, 2},
		{"RCnts", offset(unsafe.Pointer(RCnts(&w))), 1, 0},
	} {
		want := part.little
		if byteorder.Big {
			want = part.bigOrder
		}
		if part.at != want {
			t.Errorf("%s is at offset %d, want %d", part.name, part.at, want)
		}
	}
}

// TestLockWordByValue holds every accessor against the masks, which are defined by value.
func TestLockWordByValue(t *testing.T) {
	var w uint32
	*WMode(&w) = Locked
	if w != WriterMask {
		t.Errorf("a word whose wmode is Locked is %#x, want %#x", w, WriterMask)
	}
	*WMode(&w) = 0
	*RCntsLow(&w) |= WaitingByte
	if w != Waiting {
		t.Errorf("a word with WaitingByte in RCntsLow is %#x, want %#x", w, Waiting)
	}
	for _, readers := range []uint32{0, 1, 2, 0x7f, 0x80, 0xffff, MaxReaders} {
		for _, mode := range []uint32{0, Locked} {
			for _, waiting := range []uint32{0, Waiting} {
				w = readers*ReaderBias + waiting + mode
				if got := uint32(*WMode(&w)); got != mode {
					t.Errorf("wmode of %#x is %#x, want %#x", w, got, mode)
				}
				if got := uint32(*RCntsLow(&w)&WaitingByte) * Waiting; got != waiting {
					t.Errorf("RCntsLow of %#x has WAITING as %#x, want %#x", w, got, waiting)
				}
				if got := w & ReaderMask >> ReaderShift; got != readers {
					t.Errorf("readers of %#x are %d, want %d", w, got, readers)
				}
				if w&Overflow != 0 {
					t.Errorf("%d readers set Overflow", readers)
				}
				checkRCnts(t, &w, readers<<1|waiting>>8)
			}
		}
	}
	if w = MaxReaders * ReaderBias; (w+ReaderBias)&Overflow == 0 {
		t.Error("one reader more than MaxReaders does not set Overflow")
	}
	if w = 0; (w-ReaderBias)&Overflow == 0 {
		t.Error("one reader less than none does not set Overflow")
	}
}

// checkRCnts puts the three bytes of rcnts together in the target's order.
func checkRCnts(t *testing.T, w *uint32, want uint32) {
	t.Helper()
	part := *RCnts(w)
	got := uint32(part[0]) | uint32(part[1])<<8 | uint32(part[2])<<16
	if byteorder.Big {
		got = uint32(part[2]) | uint32(part[1])<<8 | uint32(part[0])<<16
	}
	if got != want {
		t.Errorf("rcnts of %#x is %#x, want %#x", *w, got, want)
	}
}

func TestMasksDoNotOverlap(t *testing.T) {
	if ReaderMask&(Waiting|WriterMask) != 0 || Waiting&WriterMask != 0 || ReaderMask|Waiting|WriterMask != ^uint32(0) {
		t.Errorf("readers %#x, waiting %#x and writer %#x do not divide the word", ReaderMask, Waiting, WriterMask)
	}
}

//go:build !purego && !race && !klock_model

package klock

import (
	"testing"
	"time"

	"github.com/klock-go/klock/internal/testenv"
)

// TestEventWindowReturnsValue calls the windows that wait for an event with operands that differ from old, so that they do
// not wait, and must not take a value for another by its sign.
func TestEventWindowReturnsValue(t *testing.T) {
	for _, val := range []uint64{0, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 1 << 63, ^uint64(0)} {
		of8, of16, of32, of64 := uint8(val), uint16(val), uint32(val), val
		if got := waitEventUint8(&of8, of8^0x80); got != of8 {
			t.Errorf("waitEventUint8 returned %#x for %#x", got, of8)
		}
		if got := waitEventUint16(&of16, of16^0x8000); got != of16 {
			t.Errorf("waitEventUint16 returned %#x for %#x", got, of16)
		}
		if got := waitEventUint32(&of32, of32^0x80000000); got != of32 {
			t.Errorf("waitEventUint32 returned %#x for %#x", got, of32)
		}
		if got := waitEventUint64(&of64, of64^1<<63); got != of64 {
			t.Errorf("waitEventUint64 returned %#x for %#x", got, of64)
		}
	}
}

// TestWaitsForEvents runs a conditional wait of each width over the windows that wait for an event, whatever the
// self-check says. An emulator has no event stream and does not sleep either.
func TestWaitsForEvents(t *testing.T) {
	if !hasEventStream() && !testenv.Emulated() {
		t.Skip("without an event stream nothing ends the wait for an event")
	}
	chosen := windows.Swap(eventWindows)
	defer windows.Store(chosen)
	var words struct {
		of8  uint8
		of16 uint16
		of32 uint32
		of64 uint64
	}
	go func() {
		time.Sleep(2 * time.Millisecond)
		StoreUint8(&words.of8, 0x80)
		StoreUint16(&words.of16, 0x8000)
		StoreUint32(&words.of32, 0x80000000)
		StoreUint64(&words.of64, 1<<63)
	}()
	const patience = 10 * time.Second
	if val, held := CondLoadUint8Timeout(&words.of8, func(v uint8) bool { return v != 0 }, patience); !held || val != 0x80 {
		t.Errorf("8 bits: %#x, %v", val, held)
	}
	if val, held := CondLoadUint16Timeout(&words.of16, func(v uint16) bool { return v != 0 }, patience); !held || val != 0x8000 {
		t.Errorf("16 bits: %#x, %v", val, held)
	}
	if val, held := CondLoadUint32Timeout(&words.of32, func(v uint32) bool { return v != 0 }, patience); !held || val != 0x80000000 {
		t.Errorf("32 bits: %#x, %v", val, held)
	}
	if val, held := CondLoadUint64Timeout(&words.of64, func(v uint64) bool { return v != 0 }, patience); !held || val != 1<<63 {
		t.Errorf("64 bits: %#x, %v", val, held)
	}
}

// TestNoEventWindowWithoutEventStream is the rule that keeps a wait from sleeping for ever.
func TestNoEventWindowWithoutEventStream(t *testing.T) {
	if hasEventStream() {
		t.Skipf("there is an event stream; waits use it: %v", waitsForEvents())
	}
	if waitsForEvents() {
		t.Error("windows wait for events without an event stream")
	}
}

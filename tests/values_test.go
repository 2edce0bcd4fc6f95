package tests

import (
	"testing"
	"unsafe"
)

// TestValues holds every function that works on an operand against a model in plain Go: all boundary values of every
// argument, in every lane of a double word, between neighbours that must not change.
func TestValues(t *testing.T) {
	testValues[uint8](t, "Uint8")
	testValues[uint16](t, "Uint16")
	testValues[uint32](t, "Uint32")
	testValues[uint64](t, "Uint64")
}

func testValues[T word](t *testing.T, width string) {
	lanes := int(8 / unsafe.Sizeof(T(0)))
	for _, f := range functionsOf(width) {
		t.Run(f.name, func(t *testing.T) {
			for lane := range lanes {
				forArguments(f, func(now, a, b T) {
					checkInPlace(t, f, 8+lane, now, a, b)
				})
			}
		})
	}
}

// forArguments calls do with all boundary values of an operand and of as many arguments as f takes.
func forArguments[T word](f function, do func(now, a, b T)) {
	values := boundaries[T]()
	as, bs := values, values
	if arguments[T](f) < 2 {
		bs = bs[:1]
	}
	if arguments[T](f) < 1 {
		as = as[:1]
	}
	for _, now := range values {
		for _, a := range as {
			for _, b := range bs {
				do(now, a, b)
			}
		}
	}
}

// checkInPlace checks f on element i of a block whose other elements must not change.
func checkInPlace[T word](t *testing.T, f function, i int, now, a, b T) {
	t.Helper()
	var block [24]T
	filler := ^T(0) / 3 // 0x55…
	for j := range block {
		block[j] = filler
	}
	block[i] = now
	next, err := check(f, &block[i], now, a, b)
	if err != nil {
		t.Fatal(err)
	}
	for j, v := range block {
		want := filler
		if j == i {
			want = next
		}
		if v != want {
			t.Fatalf("%s of %#x, arguments %#x and %#x: element %d of the block is %#x, want %#x (operand is %d)",
				f.name, now, a, b, j, v, want, i)
		}
	}
}

func TestBoundariesKeepTheirWidth(t *testing.T) {
	if got := len(boundaries[uint8]()); got != 7 {
		t.Errorf("%d boundary values of 8 bits, want 7", got)
	}
	if got := len(boundaries[uint64]()); got != 19 {
		t.Errorf("%d boundary values of 64 bits, want 19", got)
	}
}

package qrwlock

import (
	"reflect"
	"testing"

	"github.com/klock-go/klock/internal/locktest"
)

func TestLayout(t *testing.T) {
	for _, lock := range []reflect.Type{reflect.TypeFor[RWMutex](), reflect.TypeFor[ReaderBiased]()} {
		if lock.Size() != 8 || lock.Align() != 4 {
			t.Errorf("%v has %d bytes aligned to %d, want 8 aligned to 4", lock, lock.Size(), lock.Align())
		}
		expectNoPointer(t, lock)
	}
}

// expectNoPointer tests that a value of a type is nothing but integers, which the garbage collector does not look at.
func expectNoPointer(t *testing.T, part reflect.Type) {
	t.Helper()
	switch part.Kind() {
	case reflect.Uint32:
	case reflect.Struct:
		for i := range part.NumField() {
			expectNoPointer(t, part.Field(i).Type)
		}
	default:
		t.Errorf("the lock holds a %v", part)
	}
}

func TestCopylocks(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) { locktest.Copylocks(t, rw) })
}

func TestNeighbours(t *testing.T) {
	t.Run("RWMutex", locktest.Neighbours[RWMutex])
	t.Run("ReaderBiased", locktest.Neighbours[ReaderBiased])
}

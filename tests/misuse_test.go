//go:build race || klock_debug

package tests

import (
	"fmt"
	"maps"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// badPointer is an address at which no operand can lie, and the rule that the panic must name.
type badPointer struct {
	name, rule string
	pointer    unsafe.Pointer
}

// badPointers are the bad pointers to an operand of size bytes.
func badPointers(size uintptr) []badPointer {
	block := new([4]uint64)
	bad := []badPointer{{"nil", "nil pointer", nil}}
	if size == 1 {
		bad = append(bad, badPointer{"field of nil", "outside any word", lowAddress(5)})
	} else {
		bad = append(bad, badPointer{"field of nil", "in the first page (field of a nil struct)", lowAddress(64)})
	}
	for offset := uintptr(1); offset < size; offset++ {
		bad = append(bad, badPointer{
			fmt.Sprintf("%d beside aligned", offset),
			fmt.Sprintf("misaligned pointer %p: a %d-bit operand must be aligned to %d bytes",
				unsafe.Add(unsafe.Pointer(block), offset), 8*size, size),
			unsafe.Add(unsafe.Pointer(block), offset),
		})
	}
	return bad
}

// lowAddress makes a pointer that the race detector's own checks would refuse before klock sees it.
//
//go:nocheckptr
func lowAddress(n uintptr) unsafe.Pointer { return unsafe.Add(nil, n) }

// TestBadPointers calls every exported function that takes a pointer with every kind of bad one, in each pointer
// argument, and wants a panic at once that names the rule.
func TestBadPointers(t *testing.T) {
	// The collector and a growing stack both reject the low addresses; neither may look while they are alive.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	growStack()
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		f := functions[name]
		for i := range f.Type().NumIn() {
			parameter := f.Type().In(i)
			if parameter.Kind() != reflect.Pointer {
				continue
			}
			for _, bad := range badPointers(parameter.Elem().Size()) {
				message := panicOf(f, i, bad.pointer)
				if !strings.HasPrefix(message, "klock: ") || !strings.Contains(message, bad.rule) {
					t.Errorf("%s, argument %d is %s: panic %q, want one that says %q", name, i, bad.name, message, bad.rule)
				}
			}
		}
	}
}

// growStack makes room for the calls that follow, so that the stack is not copied while it holds a bad pointer.
//
//go:noinline
func growStack() byte {
	var room [64 << 10]byte
	return room[len(functions)]
}

// panicOf calls f with the pointer as argument i and good values elsewhere, and returns what it panicked with.
func panicOf(f reflect.Value, i int, pointer unsafe.Pointer) (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	args := make([]reflect.Value, f.Type().NumIn())
	for j := range args {
		parameter := f.Type().In(j)
		switch {
		case j == i:
			args[j] = reflect.NewAt(parameter.Elem(), pointer)
		case parameter.Kind() == reflect.Pointer:
			args[j] = reflect.New(parameter.Elem())
		case parameter.Kind() == reflect.Func:
			args[j] = reflect.MakeFunc(parameter, func([]reflect.Value) []reflect.Value {
				return []reflect.Value{reflect.ValueOf(true)}
			})
		default:
			args[j] = reflect.Zero(parameter)
		}
	}
	f.Call(args)
	return ""
}

package tests

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"
)

// word is the type of an operand.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

// functionName splits the name of an exported function into operation, width and ordering.
var functionName = regexp.MustCompile(`^([A-Z][A-Za-z]*)(Uint8|Uint16|Uint32|Uint64)([A-Z][a-z]*)?$`)

// function is an exported function that works on one operand.
type function struct {
	name, op string
	call     any
}

// functionsOf returns the exported functions whose one operand has the width named, sorted.
func functionsOf(width string) []function {
	var list []function
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if m := functionName.FindStringSubmatch(name); m != nil && m[2] == width && m[1] != "StoreThenLoad" {
			list = append(list, function{name, m[1], functions[name].Interface()})
		}
	}
	return list
}

// updated says in plain Go what an operation with one argument leaves in memory.
func updated[T word](op string, now, arg T) (next T, known bool) {
	switch op {
	case "Store", "Swap":
		return arg, true
	case "Add":
		return now + arg, true
	case "And":
		return now & arg, true
	case "Or", "SetBits":
		return now | arg, true
	case "Xor", "FlipBits":
		return now ^ arg, true
	case "ClearBits":
		return now &^ arg, true
	}
	return now, false
}

// exchanged says what a comparing operation leaves in memory.
func exchanged[T word](now, old, val T) T {
	if now == old {
		return val
	}
	return now
}

// arguments is the number of arguments of f after the operand's address that are values of its type.
func arguments[T word](f function) int {
	switch f.call.(type) {
	case func(*T, T), func(*T, T) T:
		return 1
	case func(*T, T, T) bool, func(*T, T, T) T:
		return 2
	}
	return 0
}

// check calls f on *p, which holds now and which nobody else changes, with the arguments a and b or as many as f takes.
// It returns what *p must hold afterwards, and an error if f returned anything but what the model says.
func check[T word](f function, p *T, now, a, b T) (next T, err error) {
	known := true
	var got, want any
	switch call := f.call.(type) {
	case func(*T) T:
		next, known = now, f.op == "Load"
		got, want = call(p), now
	case func(*T, T):
		next, known = updated(f.op, now, a)
		call(p, a)
	case func(*T, T) T:
		next, known = updated(f.op, now, a)
		got, want = call(p, a), now
		switch f.op {
		case "Add":
			want = next
		case "CmpWait":
			known = true
		}
	case func(*T, T, T) bool:
		next, known = exchanged(now, a, b), f.op == "CompareAndSwap"
		got, want = call(p, a, b), now == a
	case func(*T, T, T) T:
		next, known = exchanged(now, a, b), f.op == "CompareExchange"
		got, want = call(p, a, b), now
	case func(*T, func(T) bool) T:
		next, known = now, f.op == "CondLoad"
		shown := ^now
		val := call(p, func(v T) bool { shown = v; return true })
		got, want = [...]T{val, shown}, [...]T{now, now}
	case func(*T, func(T) bool, time.Duration) (T, bool):
		next, known = now, f.op == "CondLoad"
		val, held := call(p, func(v T) bool { return v == now }, 0)
		again, never := call(p, func(T) bool { return false }, 0)
		got, want = [...]any{val, held, again, never}, [...]any{now, true, now, false}
	default:
		known = false
	}
	if !known {
		return next, fmt.Errorf("no model of %s (%T)", f.name, f.call)
	}
	if got != want {
		return next, fmt.Errorf("%s of %#x, arguments %#x and %#x: got %#v, want %#v", f.name, now, a, b, got, want)
	}
	return next, nil
}

// boundaries are the values at which sign extension, truncation and carries go wrong, for one width.
func boundaries[T word]() []T {
	wide := []uint64{
		0, 1, 0x55, 0x7f, 0x80, 0xaa, 0xff,
		0x7fff, 0x8000, 0xff80, 0xffff,
		0x7fffffff, 0x80000000, 0xffff8000, 0xffffffff,
		0x7fffffffffffffff, 0x8000000000000000, 0xffffffff80000000, 0xffffffffffffffff,
	}
	return slices.DeleteFunc(convert[T](wide), func(v T) bool { return !slices.Contains(wide, uint64(v)) })
}

func convert[T word](wide []uint64) []T {
	values := make([]T, len(wide))
	for i, v := range wide {
		values[i] = T(v)
	}
	slices.Sort(values)
	return slices.Compact(values)
}

package main

import "strings"

// The table of operations is the one source of everything generated: the exported API with its documentation, the
// per-target halves behind it, the assembly, and the instruction table of the documentation.

// ordering is the memory ordering of an operation, written as the suffix of its name.
type ordering string

const (
	seqCst  ordering = ""
	acquire ordering = "Acquire"
	release ordering = "Release"
	relaxed ordering = "Relaxed"
)

// width is one operand size.
type width struct {
	Bits int
}

func (w width) Type() string {
	return map[int]string{8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}[w.Bits]
}
func (w width) Name() string { return "Uint" + strings.TrimPrefix(w.Type(), "uint") }

var widths = []width{{8}, {16}, {32}, {64}}

// operation is one row of the table.
type operation struct {
	Name      string // exported name without width and ordering
	Params    string // parameters after the pointer, typed with T
	Args      string // the same, as arguments
	Result    string // result type, T for the operand's
	Does      string // what it does, a sentence that continues the function's name
	Orderings []ordering
}

var readModifyWrite = []ordering{seqCst, acquire, release, relaxed}

var operations = []operation{
	{"Load", "", "", "T", "returns *p.", []ordering{seqCst, acquire, relaxed}},
	{"Store", "val T", "val", "", "sets *p to val.", []ordering{seqCst, release, relaxed}},
	{"Swap", "val T", "val", "T", "sets *p to val and returns the previous value.", readModifyWrite},
	{"CompareAndSwap", "old, new T", "old, new", "bool", "sets *p to new if *p is old, and reports whether it did.", readModifyWrite},
	{"CompareExchange", "old, new T", "old, new", "T", "sets *p to new if *p is old. It returns the previous value, which is old exactly if *p was set.", readModifyWrite},
	{"Add", "delta T", "delta", "T", "adds delta to *p, wrapping around, and returns the new value.", readModifyWrite},
	{"And", "mask T", "mask", "T", "sets *p to *p & mask and returns the previous value.", readModifyWrite},
	{"Or", "mask T", "mask", "T", "sets *p to *p | mask and returns the previous value.", readModifyWrite},
	{"Xor", "mask T", "mask", "T", "sets *p to *p ^ mask and returns the previous value.", readModifyWrite},
}

// orderingLine is the fixed line that ends the documentation of every operation.
func orderingLine(op operation, o ordering) string {
	failure := ""
	if strings.HasPrefix(op.Name, "Compare") && o != relaxed {
		failure = " A failed comparison is a relaxed load."
		if o == seqCst {
			failure = " A failed comparison is a sequentially consistent load."
		}
		if o == acquire {
			failure = " A failed comparison is an acquire load."
		}
	}
	switch o {
	case acquire:
		return "Ordering: acquire." + failure
	case release:
		return "Ordering: release." + failure
	case relaxed:
		return "Ordering: relaxed."
	}
	return "Ordering: sequentially consistent." + failure
}

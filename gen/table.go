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

// acquires says that later accesses stay behind an operation of this ordering.
func (o ordering) acquires() bool { return o == acquire || o == seqCst }

// releases says that earlier accesses stay before an operation of this ordering.
func (o ordering) releases() bool { return o == release || o == seqCst }

// word is the ordering in prose.
func (o ordering) word() string {
	if o == seqCst {
		return "sequentially consistent"
	}
	return strings.ToLower(string(o))
}

// width is one operand size.
type width struct {
	Bits int
}

func (w width) Type() string {
	return map[int]string{8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}[w.Bits]
}
func (w width) Name() string { return "Uint" + strings.TrimPrefix(w.Type(), "uint") }

// index is the width's place in lists that go from 8 to 64 bits.
func (w width) index() int { return map[int]int{8: 0, 16: 1, 32: 2, 64: 3}[w.Bits] }

var widths = []width{{8}, {16}, {32}, {64}}

// shape is the skeleton that an operation shares with others.
type shape int

const (
	load            shape = iota // one load
	store                        // one store
	swap                         // read-modify-write without arithmetic, returns the previous value
	compareAndSwap               // conditional, returns whether it stored
	compareExchange              // conditional, returns the previous value
	fetchAdd                     // arithmetic, returns the new value
	fetch                        // arithmetic, returns the previous value
	update                       // arithmetic, returns nothing
)

// operation is one row of the table.
type operation struct {
	Name      string // exported name without width and ordering
	Params    string // parameters after the pointer, typed with T
	Args      string // the same, as arguments
	Result    string // result type, T for the operand's
	Does      string // what it does, a sentence that continues the function's name
	Orderings []ordering
	Shape     shape

	Intrinsic string // the sync/atomic call that the compiler inlines for words, $N for the width; empty if there is none
	AMD64     string // instruction without its size suffix
	LLSC      string // arm64: what happens between the exclusive load and the exclusive store
	LSE       string // arm64: the single instruction without its suffixes for ordering and size
}

var readModifyWrite = []ordering{seqCst, acquire, release, relaxed}

var operations = []operation{
	{Name: "Load", Result: "T", Does: "returns *p.", Orderings: []ordering{seqCst, acquire, relaxed},
		Shape: load, Intrinsic: "atomic.Load$N(p)", AMD64: "MOV"},
	{Name: "Store", Params: "val T", Args: "val", Does: "sets *p to val.", Orderings: []ordering{seqCst, release, relaxed},
		Shape: store, Intrinsic: "atomic.Store$N(p, val)", AMD64: "XCHG"},
	{Name: "Swap", Params: "val T", Args: "val", Result: "T", Does: "sets *p to val and returns the previous value.",
		Shape: swap, Intrinsic: "atomic.Swap$N(p, val)", AMD64: "XCHG", LSE: "SWP"},
	{Name: "CompareAndSwap", Params: "old, new T", Args: "old, new", Result: "bool",
		Does:  "sets *p to new if *p is old, and reports whether it did.",
		Shape: compareAndSwap, Intrinsic: "atomic.CompareAndSwap$N(p, old, new)", AMD64: "CMPXCHG", LSE: "CAS"},
	{Name: "CompareExchange", Params: "old, new T", Args: "old, new", Result: "T",
		Does:  "sets *p to new if *p is old. It returns the previous value, which is old exactly if *p was set.",
		Shape: compareExchange, AMD64: "CMPXCHG", LSE: "CAS"},
	{Name: "Add", Params: "delta T", Args: "delta", Result: "T", Does: "adds delta to *p, wrapping around, and returns the new value.",
		Shape: fetchAdd, Intrinsic: "atomic.Add$N(p, delta)", AMD64: "XADD", LLSC: "ADD", LSE: "LDADD"},
	{Name: "And", Params: "mask T", Args: "mask", Result: "T", Does: "sets *p to *p & mask and returns the previous value.",
		Shape: fetch, Intrinsic: "atomic.And$N(p, mask)", AMD64: "AND", LLSC: "AND", LSE: "LDCLR"},
	{Name: "Or", Params: "mask T", Args: "mask", Result: "T", Does: "sets *p to *p | mask and returns the previous value.",
		Shape: fetch, Intrinsic: "atomic.Or$N(p, mask)", AMD64: "OR", LLSC: "ORR", LSE: "LDOR"},
	{Name: "Xor", Params: "mask T", Args: "mask", Result: "T", Does: "sets *p to *p ^ mask and returns the previous value.",
		Shape: fetch, AMD64: "XOR", LLSC: "EOR", LSE: "LDEOR"},
	{Name: "SetBits", Params: "mask T", Args: "mask", Does: "sets the bits of mask in *p, without a retry where the processor can.",
		Shape: update, Intrinsic: "atomic.Or$N(p, mask)", AMD64: "OR", LLSC: "ORR", LSE: "LDOR"},
	{Name: "ClearBits", Params: "mask T", Args: "mask", Does: "clears the bits of mask in *p, without a retry where the processor can.",
		Shape: update, Intrinsic: "atomic.And$N(p, ^mask)", AMD64: "AND", LLSC: "BIC", LSE: "LDCLR"},
	{Name: "FlipBits", Params: "mask T", Args: "mask", Does: "inverts the bits of mask in *p, without a retry where the processor can.",
		Shape: update, AMD64: "XOR", LLSC: "EOR", LSE: "LDEOR"},
}

func init() {
	for i := range operations {
		if operations[i].Orderings == nil {
			operations[i].Orderings = readModifyWrite
		}
	}
}

// orderingLine is the fixed line that ends the documentation of every operation.
func orderingLine(op operation, o ordering) string {
	line := "Ordering: " + o.word() + "."
	if op.Shape != compareAndSwap && op.Shape != compareExchange {
		return line
	}
	switch o {
	case seqCst:
		return line + " A failed comparison is a sequentially consistent load."
	case acquire:
		return line + " A failed comparison is an acquire load."
	case release:
		return line + " A failed comparison is a relaxed load."
	}
	return line
}

// home is where a target has the code of an operation.
type home int

const (
	inlined   home = iota // the compiler's intrinsic
	assembled             // an assembly function
	written               // Go code of the target's own
	stronger              // the same operation with a stronger ordering
)

// target is one backend of the package.
type target struct {
	Name       string
	Constraint string
	// Home says where the code of an operation is, and by which ordering it is carried out.
	Home func(op operation, w width, o ordering) (home, ordering)
}

// nativeTags are the builds that use assembly.
var nativeTags = []string{"!purego", "!race", "!klock_model"}

var native = strings.Join(nativeTags, " && ")

// amd64 has one strength for everything but stores: a plain store has release ordering, and a sequentially consistent
// store is an exchange.
var amd64 = target{"amd64", native, func(op operation, w width, o ordering) (home, ordering) {
	switch {
	case op.Shape == store && o == release:
		return assembled, release
	case op.Shape == store && o == relaxed:
		return stronger, release
	case o != seqCst:
		return stronger, seqCst
	case w.Bits >= 32 && op.Intrinsic != "":
		return inlined, seqCst
	}
	return assembled, seqCst
}}

// arm64 has instructions of their own for each ordering. Plain loads and stores of words are inlined LDAR and STLR even
// where less would do: an inlined instruction costs less than the call of a weaker one.
var arm64 = target{"arm64", native, func(op operation, w width, o ordering) (home, ordering) {
	plain := op.Shape == load || op.Shape == store
	switch {
	case plain && (o == acquire || o == release), plain && o == relaxed && w.Bits >= 32:
		return stronger, seqCst
	case o == seqCst && w.Bits >= 32 && op.Intrinsic != "":
		return inlined, seqCst
	}
	return assembled, o
}}

// generic has one strength.
var generic = target{"generic", "!klock_model && (purego || race || (!amd64 && !arm64))",
	func(op operation, w width, o ordering) (home, ordering) {
		switch {
		case o != seqCst:
			return stronger, seqCst
		case w.Bits >= 32 && op.Intrinsic != "":
			return inlined, seqCst
		}
		return written, seqCst
	}}

package main

import "fmt"

// Registers of every function: the operand's address, up to two arguments, the value read, the status of an exclusive
// store, and the value to write.
const (
	regP      = "R0"
	regArg    = "R1"
	regNew    = "R2"
	regSeen   = "R3"
	regStatus = "R4"
	regNext   = "R5"

	memP = "(R0)"
)

const needsARM64 = "Requires: the arm64 baseline."

// assembleARM64 builds the assembly file of arm64.
func assembleARM64() arm64File {
	file := newARM64File()
	for _, w := range widths {
		for _, op := range operations {
			for _, o := range op.Orderings {
				if at, _ := arm64.Home(op, w, o); at == assembled {
					file.operation(op, w, o)
				}
			}
		}
	}
	for _, w := range widths {
		file.poll(w)
		file.waitEvent(w)
	}
	file.pauses()
	file.fences()
	file.storeThenLoad()
	file.lseAtBuild()
	return file
}

// operation builds an operation; a read-modify-write has two paths, unless the build fixes the choice.
func (file arm64File) operation(op operation, w width, o ordering) {
	requires := needsARM64
	if op.LSE != "" {
		requires = "Requires: LSE where hasLSE is set or GOARM64 fixes it, the arm64 baseline otherwise."
	}
	f := file.begin(w, half(op, w, o), signature(op, w), op.Does, orderingLine(op, o), requires)
	f.take("p", regP)
	switch op.Shape {
	case load:
		f.do(arm64Load(w, o), memP, regSeen)
		f.give(regSeen)
		f.do("RET")
		return
	case store:
		f.take("val", regArg)
		f.do(arm64Store(w, o), regArg, memP)
		f.do("RET")
		return
	case compareAndSwap, compareExchange:
		f.take("old", regArg)
		f.take("new", regNew)
	default:
		f.take(op.Args, regArg)
	}
	f.directive("ifndef GOARM64_LSE")
	f.do("MOVBU", "·hasLSE(SB)", regStatus)
	f.do("CBZ", regStatus, "exclusive")
	f.directive("endif")
	f.single(op, o)
	f.do("RET")
	f.directive("ifndef GOARM64_LSE")
	f.label("exclusive")
	f.exclusive(op, o)
	f.do("RET")
	f.directive("endif")
}

// single is the path of one LSE instruction.
func (f arm64Function) single(op operation, o ordering) {
	instruction := arm64LSE(op, f.w, o)
	switch op.Shape {
	case swap:
		f.do(instruction, regArg, memP, regSeen)
		f.give(regSeen)
	case compareAndSwap:
		f.do("MOVD", regArg, regSeen)
		f.compareAndSwap(instruction, o)
		f.do(f.compare(), regArg, regSeen)
		f.success()
	case compareExchange:
		f.do("MOVD", regArg, regSeen)
		f.compareAndSwap(instruction, o)
		f.give(regSeen)
	case fetchAdd:
		f.do(instruction, regArg, memP, regSeen)
		f.do("ADD", regArg, regSeen)
		f.give(regSeen)
	case fetch:
		if op.LSE == "LDCLR" { // it clears the bits of its operand
			f.do("MVN", regArg, regArg)
		}
		f.do(instruction, regArg, memP, regSeen)
		f.give(regSeen)
	case update:
		// Without a destination the instruction is a store, which has no acquire ordering.
		destination := "ZR"
		if o.acquires() {
			destination = regSeen
		}
		f.do(instruction, regArg, memP, destination)
	}
}

// compareAndSwap compares with regSeen, which gets the previous value. The assembler has no byte and halfword forms with
// one ordering.
func (f arm64Function) compareAndSwap(instruction string, o ordering) {
	if f.w.Bits > 16 || o.acquires() == o.releases() {
		f.do(instruction, regSeen, memP, regNew)
		return
	}
	const casb = 0x08a07c00
	encoding := uint32(casb) | uint32(f.w.index())<<30 | 3<<16 | 0<<5 | 2
	if o.acquires() {
		encoding |= 1 << 22
	}
	if o.releases() {
		encoding |= 1 << 15
	}
	f.do("WORD", arm64Word(encoding, instruction+" "+regSeen+", "+memP+", "+regNew).Asm())
}

// exclusive is the path of exclusive load and store.
func (f arm64Function) exclusive(op operation, o ordering) {
	loads, stores := arm64Exclusive(f.w, o)
	f.do(loads, memP, regSeen)
	switch op.Shape {
	case swap:
		f.do(stores, regArg, memP, regStatus)
		f.do("CBNZ", regStatus, "exclusive")
		f.give(regSeen)
	case compareAndSwap, compareExchange:
		f.do(f.compare(), regArg, regSeen)
		f.do("BNE", "differs")
		f.do(stores, regNew, memP, regStatus)
		f.do("CBNZ", regStatus, "exclusive")
		f.label("differs")
		if op.Shape == compareAndSwap {
			f.success()
		} else {
			f.give(regSeen)
		}
	default:
		f.do(op.LLSC, regArg, regSeen, regNext)
		f.do(stores, regNext, memP, regStatus)
		f.do("CBNZ", regStatus, "exclusive")
		switch op.Shape {
		case fetchAdd:
			f.give(regNext)
		case fetch:
			f.give(regSeen)
		}
	}
}

// success returns whether the last comparison found equality.
func (f arm64Function) success() {
	f.do("CSET", "EQ", regStatus)
	f.give(regStatus)
}

// compare is the comparison at the operand's width; narrow values are extended by zeros.
func (f arm64Function) compare() string {
	if f.w.Bits == 64 {
		return "CMP"
	}
	return "CMPW"
}

// poll builds a window of polls with an ISB between them: YIELD does nothing on most cores.
func (file arm64File) poll(w width) {
	f := file.begin(w, "poll"+w.Name(), fmt.Sprintf("(p *%[1]s, old %[1]s, polls uint32) %[1]s", w.Type()),
		"polls *p until it is not old, at most polls times, and returns the value last seen.",
		"Ordering: relaxed.", needsARM64)
	f.take("p", regP)
	f.take("old", regArg)
	f.take("polls", regNew)
	f.label("poll")
	f.do(arm64Load(w, relaxed), memP, regSeen)
	f.do(f.compare(), regArg, regSeen)
	f.do("BNE", "done")
	f.do("SUBSW", "$1", regNew)
	f.do("BLS", "done")
	f.do("ISB", "$15")
	f.do("B", "poll")
	f.label("done")
	f.give(regSeen)
	f.do("RET")
}

// waitEvent builds a window of one event. SEVL and the first WFE use up an event that came before; the exclusive load then
// makes a write to the operand an event.
func (file arm64File) waitEvent(w width) {
	f := file.begin(w, "waitEvent"+w.Name(), fmt.Sprintf("(p *%[1]s, old %[1]s) %[1]s", w.Type()),
		"waits for one event if *p is old, and returns the value last seen.",
		"Ordering: relaxed.", "Requires: an event stream, without which the wait may not end.")
	loads, _ := arm64Exclusive(w, relaxed)
	f.take("p", regP)
	f.take("old", regArg)
	f.do("SEVL")
	f.do("WFE")
	f.do(loads, memP, regSeen)
	f.do(f.compare(), regArg, regSeen)
	f.do("BNE", "done")
	f.do("WFE")
	f.do(arm64Load(w, relaxed), memP, regSeen)
	f.label("done")
	f.give(regSeen)
	f.do("RET")
}

func (file arm64File) pauses() {
	f := file.begin(width{32}, "pauses", "(n uint32)", "executes n processor pauses, and at least one.",
		"Ordering: none.", needsARM64)
	f.take("n", regArg)
	f.label("pause")
	f.do("ISB", "$15")
	f.do("SUBSW", "$1", regArg)
	f.do("BHI", "pause")
	f.do("RET")
}

func (file arm64File) fences() {
	for _, fence := range []struct{ name, does, ordering, domain, meaning string }{
		{"fenceAcquire", "keeps earlier loads before later accesses.", "acquire", "$9", "ISHLD"},
		{"fenceRelease", "keeps earlier accesses before later stores.", "release", "$11", "ISH"},
		{"fenceStore", "keeps earlier stores before later stores.", "store", "$10", "ISHST"},
		{"fenceSeqCst", "keeps earlier accesses before later accesses.", "sequentially consistent", "$11", "ISH"},
	} {
		f := file.begin(width{32}, fence.name, "()", fence.does, "Ordering: "+fence.ordering+".", needsARM64)
		f.do("DMB", fence.domain+" // "+fence.meaning)
		f.do("RET")
	}
}

// storeThenLoad builds the release of a parking lock: the architecture orders a store-release before a later
// load-acquire, so there is nothing to exchange.
func (file arm64File) storeThenLoad() {
	f := file.begin(width{8}, "storeThenLoadUint8", "(p *uint8, val uint8, q *uint32, exchange uint32) uint32", "stores val to *p, then loads *q.",
		"Ordering: release store, acquire load, in that order.", needsARM64)
	f.take("p", regP)
	f.take("val", regArg)
	f.take("q", regNew)
	f.do(arm64Store(width{8}, release), regArg, memP)
	f.do(arm64Load(width{32}, acquire), "("+regNew+")", regSeen)
	f.give(regSeen)
	f.do("RET")
}

// lseAtBuild builds a function that tells Go what only the assembler knows.
func (file arm64File) lseAtBuild() {
	f := file.begin(width{8}, "lseAtBuild", "() bool", "reports whether GOARM64 fixed the use of LSE.",
		"Ordering: none.", needsARM64)
	f.do("MOVD", "ZR", regSeen)
	f.directive("ifdef GOARM64_LSE")
	f.do("MOVD", "$1", regSeen)
	f.directive("endif")
	f.give(regSeen)
	f.do("RET")
}

// arm64LSE is the single instruction of an operation.
func arm64LSE(op operation, w width, o ordering) string {
	name := op.LSE
	if o.acquires() {
		name += "A"
	}
	if o.releases() {
		name += "L"
	}
	return name + [4]string{"B", "H", "W", "D"}[w.index()]
}

// arm64Exclusive are the exclusive load and store of an ordering.
func arm64Exclusive(w width, o ordering) (loads, stores string) {
	loads, stores = "LDXR", "STXR"
	if o.acquires() {
		loads = "LDAXR"
	}
	if o.releases() {
		stores = "STLXR"
	}
	suffix := [4]string{"B", "H", "W", ""}[w.index()]
	return loads + suffix, stores + suffix
}

// arm64Load is the plain load of an ordering.
func arm64Load(w width, o ordering) string {
	if o.acquires() {
		return "LDAR" + [4]string{"B", "H", "W", ""}[w.index()]
	}
	return [4]string{"MOVBU", "MOVHU", "MOVWU", "MOVD"}[w.index()]
}

// arm64Store is the plain store of an ordering.
func arm64Store(w width, o ordering) string {
	if o.releases() {
		return "STLR" + [4]string{"B", "H", "W", ""}[w.index()]
	}
	return [4]string{"MOVB", "MOVH", "MOVW", "MOVD"}[w.index()]
}

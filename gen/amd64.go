package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// amd64Function builds one assembly function of amd64.
type amd64Function struct {
	*build.Context
	w width
	p operand.Mem // the operand in memory
}

// general is a general-purpose register, physical or virtual.
type general interface {
	reg.Register
	reg.GP
}

// twoOperands is an instruction in its four sizes.
type twoOperands [4]func(*build.Context, operand.Op, operand.Op)

var amd64Instructions = map[string]twoOperands{
	"MOV":  {(*build.Context).MOVB, (*build.Context).MOVW, (*build.Context).MOVL, (*build.Context).MOVQ},
	"XCHG": {(*build.Context).XCHGB, (*build.Context).XCHGW, (*build.Context).XCHGL, (*build.Context).XCHGQ},
	"XADD": {(*build.Context).XADDB, (*build.Context).XADDW, (*build.Context).XADDL, (*build.Context).XADDQ},
	"ADD":  {(*build.Context).ADDB, (*build.Context).ADDW, (*build.Context).ADDL, (*build.Context).ADDQ},
	"AND":  {(*build.Context).ANDB, (*build.Context).ANDW, (*build.Context).ANDL, (*build.Context).ANDQ},
	"OR":   {(*build.Context).ORB, (*build.Context).ORW, (*build.Context).ORL, (*build.Context).ORQ},
	"XOR":  {(*build.Context).XORB, (*build.Context).XORW, (*build.Context).XORL, (*build.Context).XORQ},
	"CMP":  {(*build.Context).CMPB, (*build.Context).CMPW, (*build.Context).CMPL, (*build.Context).CMPQ},
}

var amd64Suffixes = [4]string{"B", "W", "L", "Q"}

const needsAMD64 = "Requires: the amd64 baseline."

// assembleAMD64 builds the assembly file of amd64.
func assembleAMD64() *ir.File {
	c := build.NewContext()
	for _, tag := range nativeTags {
		c.ConstraintExpr(tag)
	}
	for _, w := range widths {
		for _, op := range operations {
			for _, o := range op.Orderings {
				if at, _ := amd64.Home(op, w, o); at == assembled {
					amd64Operation(c, op, w, o)
				}
			}
		}
	}
	for _, w := range widths {
		amd64CmpWait(c, w)
	}
	amd64Pauses(c)
	amd64StoreThenLoad(c)
	file, err := c.Result()
	if err == nil {
		err = pass.Compile.Execute(file)
	}
	if err != nil {
		panic(fmt.Sprintf("assembling for amd64: %v", err))
	}
	return file
}

func must[T any](val T, err error) T {
	if err != nil {
		panic(err)
	}
	return val
}

// amd64Begin starts a leaf function without a frame.
func amd64Begin(c *build.Context, name, signature, does, ordering string) {
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func" + signature)
	c.Doc(name+" "+does, "", ordering, needsAMD64)
	c.Pragma("noescape")
	c.Comment(ordering, needsAMD64)
}

func amd64Operation(c *build.Context, op operation, w width, o ordering) {
	amd64Begin(c, half(op, w, o), signature(op, w), op.Does, orderingLine(op, o))
	f := amd64Function{Context: c, w: w}
	f.p = operand.Mem{Base: c.Load(c.Param("p"), c.GP64())}
	switch op.Shape {
	case load:
		val := f.register()
		f.read(val)
		f.give(val)
	case store:
		instruction := op.AMD64
		if o != seqCst {
			instruction = "MOV"
		}
		f.do(instruction, f.take("val"), f.p)
	case swap:
		val := f.take("val")
		f.do(op.AMD64, val, f.p)
		f.give(val)
	case compareAndSwap, compareExchange:
		f.Load(f.Param("old"), f.part(reg.RAX, f.loaded()))
		f.cmpxchg(f.take("new"))
		if op.Shape == compareAndSwap {
			f.SETEQ(f.returned())
		} else {
			f.give(reg.RAX)
		}
	case fetchAdd:
		delta, sum := f.take("delta"), f.register()
		f.MOVQ(delta, sum)
		f.lock()
		f.do(op.AMD64, sum, f.p)
		f.do("ADD", delta, sum)
		f.give(sum)
	case fetch:
		mask, next := f.take("mask"), f.register()
		f.read(reg.RAX)
		f.Label("retry")
		f.MOVQ(reg.RAX, next)
		f.do(op.AMD64, mask, next)
		f.cmpxchg(next)
		f.JNE(operand.LabelRef("retry"))
		f.give(reg.RAX)
	case update:
		mask := f.take("mask")
		if op.AMD64 == "AND" {
			f.NOTQ(mask)
		}
		f.lock()
		f.do(op.AMD64, mask, f.p)
	}
	f.RET()
}

// amd64CmpWait builds a window of polls with a pause between them.
func amd64CmpWait(c *build.Context, w width) {
	const does = "polls *p until it is not old, at most polls times, and returns the value last seen."
	amd64Begin(c, "cmpWait"+w.Name(), fmt.Sprintf("(p *%[1]s, old %[1]s, polls uint32) %[1]s", w.Type()), does,
		"Ordering: relaxed.")
	f := amd64Function{Context: c, w: w}
	f.p = operand.Mem{Base: c.Load(c.Param("p"), c.GP64())}
	old, now := f.take("old"), f.register()
	left := c.Load(c.Param("polls"), c.GP32())
	f.Label("poll")
	f.read(now)
	f.do("CMP", now, old)
	f.JNE(operand.LabelRef("done"))
	f.SUBL(operand.U8(1), left)
	f.JLS(operand.LabelRef("done"))
	f.PAUSE()
	f.JMP(operand.LabelRef("poll"))
	f.Label("done")
	f.give(now)
	f.RET()
}

func amd64Pauses(c *build.Context) {
	amd64Begin(c, "pauses", "(n uint32)", "executes n processor pauses, and at least one.", "Ordering: none.")
	left := c.Load(c.Param("n"), c.GP32())
	c.Label("pause")
	c.PAUSE()
	c.SUBL(operand.U8(1), left)
	c.JHI(operand.LabelRef("pause"))
	c.RET()
}

// amd64StoreThenLoad builds both forms of the release: the plain store, which relies on FenceOthers, and the exchange.
func amd64StoreThenLoad(c *build.Context) {
	amd64Begin(c, "storeThenLoadUint8", "(p *uint8, val uint8, q *uint32, exchange uint32) uint32",
		"stores val to *p, then loads *q.",
		"Ordering: release store, acquire load, in that order together with fenceOthers.")
	p := operand.Mem{Base: c.Load(c.Param("p"), c.GP64())}
	val := c.Load(c.Param("val"), c.GP32()).(general)
	q := operand.Mem{Base: c.Load(c.Param("q"), c.GP64())}
	exchange := c.Load(c.Param("exchange"), c.GP32())
	seen := c.GP32()
	mustExchange := operand.NewDataAddr(operand.Symbol{Name: "·mustExchange"}, 0)
	c.CMPB(mustExchange, operand.U8(0))
	c.JNE(operand.LabelRef("exchanges"))
	c.MOVL(q, seen)
	c.TESTL(exchange, seen)
	c.JNE(operand.LabelRef("exchanges"))
	c.MOVB(val.As8(), p)
	c.MOVL(q, seen)
	c.TESTL(exchange, seen)
	c.JNE(operand.LabelRef("fences"))
	c.Store(seen, c.ReturnIndex(0))
	c.RET()
	c.Label("fences") // set since the first look: its setter has fenced, later waiters will not
	c.MFENCE()
	c.MOVL(q, seen)
	c.Store(seen, c.ReturnIndex(0))
	c.RET()
	c.Label("exchanges")
	c.XCHGB(val.As8(), p)
	c.MOVL(q, seen)
	c.Store(seen, c.ReturnIndex(0))
	c.RET()
}

// register is a new register for a value of the operand's width.
func (f amd64Function) register() general { return f.GP64() }

// loaded is the size in bytes to which a value is extended when it is loaded.
func (f amd64Function) loaded() int { return max(32, f.w.Bits) / 8 }

// part is the low part of r of the given size in bytes.
func (f amd64Function) part(r general, size int) reg.Register {
	return map[int]func() reg.Register{1: r.As8, 2: r.As16, 4: r.As32, 8: r.As64}[size]()
}

// take loads a parameter of the operand's type, extended by zeros.
func (f amd64Function) take(name string) general {
	r := f.register()
	f.Load(f.Param(name), f.part(r, f.loaded()))
	return r
}

// read loads the operand from memory, extended by zeros.
func (f amd64Function) read(r general) {
	switch f.w.Bits {
	case 8:
		f.MOVBLZX(f.p, r.As32())
	case 16:
		f.MOVWLZX(f.p, r.As32())
	default:
		f.do("MOV", f.p, r)
	}
}

// give stores the operand's width of r as the result.
func (f amd64Function) give(r general) { f.Store(f.part(r, f.w.Bits/8), f.ReturnIndex(0)) }

// returned is the place of the result.
func (f amd64Function) returned() operand.Op { return must(f.ReturnIndex(0).Resolve()).Addr }

// do emits an instruction at the operand's width; registers are cut to it.
func (f amd64Function) do(instruction string, a, b operand.Op) {
	amd64Instructions[instruction][f.w.index()](f.Context, f.cut(a), f.cut(b))
}

func (f amd64Function) cut(op operand.Op) operand.Op {
	if r, ok := op.(general); ok {
		return f.part(r, f.w.Bits/8)
	}
	return op
}

// lock emits the prefix, which avo does not have.
func (f amd64Function) lock() { f.Instruction(&ir.Instruction{Opcode: "LOCK"}) }

// cmpxchg emits LOCK CMPXCHG with the accumulator among its operands: avo's own constructor leaves it out, and its
// register allocation then puts another value there.
func (f amd64Function) cmpxchg(val general) {
	accumulator, replacement := f.cut(reg.RAX), f.cut(val)
	f.lock()
	f.Instruction(&ir.Instruction{
		Opcode:   "CMPXCHG" + amd64Suffixes[f.w.index()],
		Operands: []operand.Op{replacement, f.p},
		Inputs:   []operand.Op{accumulator, replacement, f.p},
		Outputs:  []operand.Op{accumulator, f.p},
	})
}

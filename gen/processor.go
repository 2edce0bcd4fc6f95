package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/buildtags"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// assembleProcessor builds the functions by which package numa learns on amd64 which processor it runs on.
func assembleProcessor() *ir.File {
	c := build.NewContext()
	c.Constraints(must(buildtags.ParseConstraint("!purego")).ToConstraints())

	c.Function("hasRDTSCP")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func() bool")
	c.Doc("hasRDTSCP reports whether the processor has the instruction RDTSCP.")
	no := operand.LabelRef("no")
	bit := c.GP32()
	c.MOVL(operand.U32(0x80000000), reg.EAX) // the highest extended leaf
	c.CPUID()
	c.CMPL(reg.EAX, operand.U32(0x80000001))
	c.JCS(no)
	c.MOVL(operand.U32(0x80000001), reg.EAX)
	c.CPUID()
	c.MOVL(reg.EDX, bit)
	c.SHRL(operand.U8(27), bit)
	c.ANDL(operand.U8(1), bit)
	c.Store(bit.(reg.GP).As8(), c.ReturnIndex(0))
	c.RET()
	c.Label("no")
	c.XORL(bit, bit)
	c.Store(bit.(reg.GP).As8(), c.ReturnIndex(0))
	c.RET()

	c.Function("rdtscpAux")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func() uint32")
	c.Doc("rdtscpAux returns what the operating system keeps in TSC_AUX of the processor.", "", "Requires: RDTSCP.")
	c.RDTSCP()
	c.Store(reg.ECX, c.ReturnIndex(0))
	c.RET()

	file, err := c.Result()
	if err == nil {
		err = pass.Compile.Execute(file)
	}
	if err != nil {
		panic(fmt.Sprintf("assembling for package numa: %v", err))
	}
	return file
}

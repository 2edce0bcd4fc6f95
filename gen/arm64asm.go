package main

import (
	"fmt"
	"regexp"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/buildtags"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
)

// A front end for arm64 on avo's representation and printer, which know nothing of a processor: avo itself writes only
// x86. Instructions and operands are the Go assembler's text, registers are physical.

// arm64Text is an operand as the assembler writes it.
type arm64Text string

func (t arm64Text) Asm() string { return string(t) }

// arm64File is an assembly file under construction.
type arm64File struct{ *ir.File }

func newARM64File() arm64File {
	file := ir.NewFile()
	file.Includes = []string{"textflag.h"}
	for _, tag := range nativeTags {
		file.Constraints = append(file.Constraints, must(buildtags.ParseConstraint(tag)))
	}
	return arm64File{file}
}

// arm64Function is a leaf function without a frame under construction, for operands of width w.
type arm64Function struct {
	*ir.Function
	w width
}

// begin starts a function.
func (file arm64File) begin(w width, name, signature, does, ordering, requires string) arm64Function {
	f := ir.NewFunction(name)
	f.Attributes = attr.NOSPLIT
	f.SetSignature(must(gotypes.ParseSignature("func" + signature)))
	f.Doc = []string{name + " " + does, "", ordering, requires}
	f.AddPragma("noescape")
	f.AddComment(ordering, requires)
	file.AddSection(f)
	return arm64Function{f, w}
}

// do emits an instruction.
func (f arm64Function) do(opcode string, operands ...string) {
	instruction := &ir.Instruction{Opcode: opcode, IsTerminal: opcode == "RET"}
	for _, text := range operands {
		instruction.Operands = append(instruction.Operands, arm64Text(text))
	}
	f.AddInstruction(instruction)
}

// label starts a block.
func (f arm64Function) label(name string) { f.AddLabel(ir.Label(name)) }

// directive emits a line for the assembler's preprocessor.
func (f arm64Function) directive(line string) { f.do("#" + line) }

// take loads a parameter into a register. Narrow values are extended by zeros: the exclusive loads and the compare-and-swap
// instructions extend by zeros too, and a comparison with a sign would fail from half the range on.
func (f arm64Function) take(parameter, register string) {
	f.do(arm64Move(f.Signature.Params().Lookup(parameter), true), arm64Address(f.Signature.Params().Lookup(parameter)), register)
}

// give stores a register as the result.
func (f arm64Function) give(register string) {
	f.do(arm64Move(f.Signature.Results().At(0), false), register, arm64Address(f.Signature.Results().At(0)))
}

func arm64Address(c gotypes.Component) string { return must(c.Resolve()).Addr.Asm() }

// arm64Move is the move for a value of the type of c: a load into a register or a store from one.
func arm64Move(c gotypes.Component, toRegister bool) string {
	size := gotypes.Sizes.Sizeof(must(c.Resolve()).Type)
	if toRegister {
		return map[int64]string{1: "MOVBU", 2: "MOVHU", 4: "MOVWU", 8: "MOVD"}[size]
	}
	return map[int64]string{1: "MOVB", 2: "MOVH", 4: "MOVW", 8: "MOVD"}[size]
}

// arm64Word is an instruction that the assembler lacks: its encoding, and in a comment what it is.
func arm64Word(encoding uint32, meaning string) operand.Op {
	return arm64Text(fmt.Sprintf("$%#08x // %s", encoding, meaning))
}

// The printer indents a preprocessor line like an instruction, and parts it by an empty line from the label it guards.
var (
	indentedDirective = regexp.MustCompile(`(?m)^\t#`)
	guardedLabel      = regexp.MustCompile(`(?m)^(#.*\n)\n(\w+:\n)`)
)

// printedARM64 renders the file and the declarations of its functions.
func printedARM64(file arm64File) (assembly, stubs []byte) {
	assembly, stubs = printed("klock", file.File)
	assembly = indentedDirective.ReplaceAll(assembly, []byte("#"))
	return guardedLabel.ReplaceAll(assembly, []byte("\n$1$2")), stubs
}

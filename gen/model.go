package main

import (
	"bytes"
	"fmt"
	"strings"
)

// modelled renders the halves of the model checker's backend: each operation as a step of internal/model.
func modelled() []byte {
	imports := "import (\n\"time\"\n\"unsafe\"\n\n\"github.com/klock-go/klock/internal/model\"\n)\n"
	b := bytes.NewBuffer(halves("klock_model", imports, "Every operation is a step of the model checker, with its own ordering. What is exported is documented in words.go.", modelStep))
	for _, w := range widths {
		b.WriteString(strings.NewReplacer("$N", w.Name(), "$T", w.Type(), "$S", fmt.Sprint(w.Bits/8)).Replace(`
// cmpWait$N is one look: how long the window is, is a choice of the schedule.
func cmpWait$N(p *$T, _ $T, _ uint32) $T { return load$NRelaxed(p) }

func condLoad$N(p *$T, cond func($T) bool, d time.Duration) ($T, bool) {
	if d <= 0 {
		val := load$NRelaxed(p)
		return val, cond(val)
	}
	val, held := model.Await(unsafe.Pointer(p), $S, func(val uint64) bool { return cond($T(val)) }, d != Forever)
	return $T(val), held
}
`))
	}
	return formatted(b.Bytes())
}

// modelStep is the call of internal/model that carries out one operation.
func modelStep(op operation, w width, o ordering) string {
	operand := fmt.Sprintf("unsafe.Pointer(p), %d", w.Bits/8)
	modify := func(kind, arg string) string {
		return fmt.Sprintf("model.Modify(%s, model.%s, uint64(%s), %s)", operand, kind, arg, modelOrder(o))
	}
	compare := fmt.Sprintf("model.CompareExchange(%s, uint64(old), uint64(new), %s, %s)", operand, modelOrder(o), modelOrder(failure(o)))
	switch op.Shape {
	case load:
		return fmt.Sprintf("%s(model.Load(%s, %s))", w.Type(), operand, modelOrder(o))
	case store:
		return fmt.Sprintf("model.Store(%s, uint64(val), %s)", operand, modelOrder(o))
	case swap:
		return w.Type() + "(" + modify("Swap", "val") + ")"
	case compareAndSwap:
		return compare + " == uint64(old)"
	case compareExchange:
		return w.Type() + "(" + compare + ")"
	case fetchAdd:
		return w.Type() + "(" + modify("Add", "delta") + ") + delta"
	case fetch:
		return w.Type() + "(" + modify(op.Name, "mask") + ")"
	}
	switch op.Name {
	case "SetBits":
		return modify("Or", "mask")
	case "ClearBits":
		return modify("And", "^mask")
	}
	return modify("Xor", "mask")
}

// modelOrder is the name of an ordering in internal/model.
func modelOrder(o ordering) string {
	if o == seqCst {
		return "model.SeqCst"
	}
	return "model." + string(o)
}

// failure is the ordering of a comparison that fails.
func failure(o ordering) ordering {
	if o == release {
		return relaxed
	}
	return o
}

package main

import (
	"bytes"
	"strings"
)

// waits are the conditional waits of one width; $N is its name, $T its type.
var waits = []string{`
// CmpWait$N waits for one bounded window, about a microsecond or one event, while *p is old, and returns the value
// last seen. A return is only a hint: the value may still be old. It never waits in the scheduler and passes no
// safepoint, so a loop around it must call runtime.Gosched now and then, or it holds up the garbage collector: see
// Waiting in the documentation of the package. CondLoad$N does that by itself.
//
// Ordering: relaxed.
func CmpWait$N(p *$T, old $T) $T {
	if checked {
		check$N(p)
	}
	return cmpWait$N(p, old, windowPolls())
}
`, `
// CondLoad$N waits until cond holds for *p and returns the value for which it held. The wait is safe for the garbage
// collector, yields the processor when it takes long, and then sleeps with a growing interval. cond is called with
// each new value, on the caller's goroutine, and must not block.
//
// Ordering: relaxed.
func CondLoad$N(p *$T, cond func($T) bool) $T {
	val, _ := CondLoad$NTimeout(p, cond, Forever)
	return val
}
`, `
// CondLoad$NAcquire is CondLoad$N with a stronger ordering.
//
// Ordering: acquire, on the load for which cond held.
func CondLoad$NAcquire(p *$T, cond func($T) bool) $T {
	val := CondLoad$N(p, cond)
	FenceAcquire()
	return val
}
`, `
// CondLoad$NTimeout is CondLoad$N for at most about the duration d: it returns the value last seen and whether cond
// held for it. A d that is zero or negative looks once.
//
// Ordering: relaxed.
func CondLoad$NTimeout(p *$T, cond func($T) bool, d time.Duration) ($T, bool) {
	if checked {
		check$N(p)
	}
	return condLoad$N(p, cond, d)
}
`}

// waitHalves renders, for each width, the half behind the conditional loads.
func waitHalves() []byte {
	var b bytes.Buffer
	b.WriteString(generatedBy + "//go:build !klock_model\n\npackage klock\n\nimport \"time\"\n")
	for _, w := range widths {
		b.WriteString(strings.NewReplacer("$N", w.Name(), "$T", w.Type()).Replace(`
func condLoad$N(p *$T, cond func($T) bool, d time.Duration) ($T, bool) {
	val := load$NRelaxed(p)
	if cond(val) {
		return val, true
	}
	return condLoad(p, val, cond, cmpWait$N, d)
}
`))
	}
	return formatted(b.Bytes())
}

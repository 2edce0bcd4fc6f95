package main

import (
	"bytes"
	"fmt"
)

// halves renders Go halves, one line for each operation, width and ordering that pick selects by its expression.
func halves(constraint, imports, note string, pick func(op operation, w width, o ordering) string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s//go:build %s\n\npackage klock\n\n%s\n// %s\n\n", generatedBy, constraint, imports, note)
	for _, w := range widths {
		for _, op := range operations {
			for _, o := range op.Orderings {
				if expression := pick(op, w, o); expression != "" {
					fmt.Fprintf(&b, "func %s%s { %s }\n", half(op, w, o), signature(op, w), result(op, expression))
				}
			}
		}
	}
	return formatted(b.Bytes())
}

// orderings renders the halves that a target carries out by a stronger ordering.
func orderings(t target, note string) []byte {
	return halves(t.Constraint, "import \"sync/atomic\"\n", note, func(op operation, w width, o ordering) string {
		at, by := t.Home(op, w, o)
		if at != stronger {
			return ""
		}
		if expression := intrinsic(op, w, by); expression != "" {
			return expression
		}
		return call(half(op, w, by), op)
	})
}

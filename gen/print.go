package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/printer"
)

// printed renders an assembly file of a package and the declarations of its functions.
func printed(pkg string, file *ir.File) (assembly, stubs []byte) {
	config := printer.Config{Name: "gen", Pkg: pkg}
	return print(printer.NewGoAsm(config), file), print(printer.NewStubs(config), file)
}

func print(p printer.Printer, file *ir.File) []byte {
	text, err := p.Print(file)
	if err != nil {
		panic(fmt.Sprintf("printing assembly: %v", err))
	}
	return text
}

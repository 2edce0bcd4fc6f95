// Command gen writes the generated files of the root package from one table of operations, and the assembly of package
// numa.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	flags := flag.NewFlagSet("gen", flag.ExitOnError) // avo claims names in the default set
	out := flags.String("out", "..", "folder of the root package")
	flags.Parse(os.Args[1:])
	if err := write(*out, generate()); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the text of every generated file by its path from the root package.
func generate() map[string][]byte {
	files := map[string][]byte{
		"words.go":             words(),
		"wait_halves.go":       waitHalves(),
		"operations_model.go":  modelled(),
		"docs/instructions.md": instructions(),
		"orderings_amd64.go":   orderings(amd64, "Everything but a store has one strength on amd64, and a plain store has release ordering."),
		"orderings_arm64.go":   orderings(arm64, "A load that acquires and a store that releases are the sequentially consistent ones on arm64."),
		"orderings_generic.go": orderings(generic, "The generic backend has one strength: every ordering is sequentially consistent."),
	}
	for _, w := range widths {
		files["atomics_"+w.Type()+".go"] = api(w)
	}
	files["asm_amd64.s"], files["stubs_amd64.go"] = printed("klock", assembleAMD64())
	files["asm_arm64.s"], files["stubs_arm64.go"] = printedARM64(assembleARM64())
	assembly, stubs := printed("numa", assembleProcessor())
	files["internal/numa/asm_linux_amd64.s"], files["internal/numa/stubs_linux_amd64.go"] = assembly, stubs
	return files
}

func write(root string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

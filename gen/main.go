// Command gen writes the generated files of the root package from one table of operations.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", "..", "folder of the root package")
	flag.Parse()
	files := map[string][]byte{}
	for _, w := range widths {
		files["atomics_"+w.Type()+".go"] = api(w)
	}
	const generic = "!klock_model" // the native halves are not there yet
	files["orderings_generic.go"] = strengthened(generic,
		"// The generic backend has one strength: every ordering is sequentially consistent.", 8, 16, 32, 64)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*out, name), text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}

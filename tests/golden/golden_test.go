package golden

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew; read the difference before committing it")

// TestDisassembly compares the machine code of every assembly function with the golden file of its build.
func TestDisassembly(t *testing.T) {
	for _, b := range allBuilds() {
		t.Run(b.name, func(t *testing.T) {
			got := listing(b.disassembly(t))
			path := filepath.Join("testdata", b.name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, string(text), got)
		})
	}
}

// TestEveryAssemblyFileHasABuild looks for assembly that no golden file covers.
func TestEveryAssemblyFileHasABuild(t *testing.T) {
	covered := map[string]bool{}
	for _, b := range allBuilds() {
		covered[b.assembly] = true
	}
	files := os.DirFS(root)
	err := fs.WalkDir(files, ".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".s" && !covered[path] {
			t.Errorf("%s is not covered", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compare reports the functions that differ.
func compare(t *testing.T, want, got string) {
	t.Helper()
	wanted, gotten := blocks(want), blocks(got)
	for name, code := range wanted {
		if gotten[name] != code {
			t.Errorf("%s differs; want:\n%sgot:\n%s", name, code, gotten[name])
		}
	}
	for name, code := range gotten {
		if _, known := wanted[name]; !known {
			t.Errorf("%s is not in the golden file:\n%s", name, code)
		}
	}
}

// blocks splits a listing into functions by name.
func blocks(listing string) map[string]string {
	functions := map[string]string{}
	for block := range strings.SplitSeq(strings.TrimSpace(listing), "\n\n") {
		name, code, _ := strings.Cut(block, ":\n")
		functions[name] = code + "\n"
	}
	return functions
}

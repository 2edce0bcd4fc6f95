package tests

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klock-go/klock/internal/testenv"
)

const module = "github.com/klock-go/klock"

// lockFolders returns the folders of the lock packages: everything at the top of the repository that is not a part of
// the backend or a module of its own.
func lockFolders(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, entry := range entries {
		name := entry.Name()
		others := []string{"endian", "gen", "tests", "cmd", "internal", "docs"}
		if entry.IsDir() && !strings.HasPrefix(name, ".") && !slices.Contains(others, name) {
			folders = append(folders, filepath.Join("..", name))
		}
	}
	if len(folders) == 0 {
		t.Fatal("no lock package found")
	}
	return folders
}

// TestSeam fails on a lock that reaches shared memory around the backend, on any target and under any tag.
func TestSeam(t *testing.T) {
	for _, folder := range lockFolders(t) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			for _, imported := range importsOf(t, path) {
				if slices.Contains([]string{"sync/atomic", "unsafe", "C"}, imported) {
					t.Errorf("%s imports %s: locks reach shared memory only through %s and its internal packages",
						path, imported, module)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func importsOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var imports []string
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		imports = append(imports, name)
	}
	return imports
}

// TestImportersGetLittle holds what an importer of the backend or of any lock gets: the standard library, this module
// and golang.org/x/sys.
func TestImportersGetLittle(t *testing.T) {
	if testenv.Emulated() {
		t.Skip("the go command does not run under the emulator; the native run covers every target")
	}
	targets := []string{"amd64", "arm64", "s390x"} // both assembly backends and the generic one
	for _, target := range targets {
		args := []string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "..", "../endian"}
		for _, folder := range lockFolders(t) {
			args = append(args, folder+"/...")
		}
		list := exec.Command("go", args...)
		list.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+target)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go %s: %v", strings.Join(args, " "), err)
		}
		got := strings.Fields(string(out))
		if !slices.Contains(got, module) {
			t.Fatalf("%s: go list did not list %s itself: %v", target, module, got)
		}
		for _, path := range got {
			if !strings.HasPrefix(path+"/", module+"/") && !strings.HasPrefix(path, "golang.org/x/sys/") {
				t.Errorf("%s: an importer would get %s", target, path)
			}
		}
	}
}

package endian

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klock-go/klock/internal/testenv"
)

// TestAccessorsInline reads the compiler's report: every exported function and method must inline.
func TestAccessorsInline(t *testing.T) {
	if testenv.Emulated() {
		t.Skip("the go command does not run under the emulator")
	}
	build := exec.Command("go", "build", "-gcflags=-m", ".")
	build.Env = append(os.Environ(), "GOFLAGS=") // the report of a plain build
	report, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	accessors := exportedFunctions(t)
	if len(accessors) == 0 {
		t.Fatal("no accessor found")
	}
	for _, name := range accessors {
		if !strings.Contains(string(report), "can inline "+name+"\n") {
			t.Errorf("%s does not inline", name)
		}
	}
}

// exportedFunctions returns the package's exported functions and methods as the compiler spells them.
func exportedFunctions(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				name = "(*" + f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name + ")." + name
			}
			names = append(names, name)
		}
	}
	return names
}

// Package golden looks at machine code: at every assembly function, and at what the compiler makes of a
// caller. It builds for each processor on whatever host it runs, and is a module of its own so that importers of klock do
// not get the disassemblers.
package golden

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root    = "../.."
	backend = "github.com/klock-go/klock"
)

// build is one way to build a file of assembly.
type build struct {
	name     string   // of the golden file
	env      []string // for the go command
	assembly string   // the file whose functions are looked at
	tests    string   // the package whose tests reach all of them
	decode   func(f function) ([]instruction, error)
}

// backendBuilds are those of the backend.
var backendBuilds = []build{
	{"amd64", []string{"GOARCH=amd64", "GOAMD64=v1"}, "asm_amd64.s", "tests", decodeAMD64},
	{"arm64", []string{"GOARCH=arm64", "GOARM64=v8.0"}, "asm_arm64.s", "tests", decodeARM64}, // both paths
	{"arm64_lse", []string{"GOARCH=arm64", "GOARM64=v8.1"}, "asm_arm64.s", "tests", decodeARM64},
}

// numaBuild is that of the processor's number, which only amd64 has an instruction for.
var numaBuild = build{"numa_amd64", []string{"GOARCH=amd64", "GOAMD64=v1"}, "internal/numa/asm_linux_amd64.s",
	"internal/numa", decodeAMD64}

func allBuilds() []build { return append(slices.Clone(backendBuilds), numaBuild) }

// function is the machine code of a function, and where data symbols are that it may refer to.
type function struct {
	name    string
	address uint64
	code    []byte
	data    map[uint64]string
}

// instruction is a decoded instruction at an offset in its function.
type instruction struct {
	offset int
	text   string
}

// goCommand runs the go command at the root of the repository and returns what it printed.
func goCommand(t *testing.T, env []string, args ...string) string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0")
	command.Env = append(command.Env, env...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// linked returns the functions of the build's package by name, as the linker laid them out.
func (b build) linked(t *testing.T) map[string]function {
	t.Helper()
	program := filepath.Join(t.TempDir(), b.name)
	goCommand(t, b.env, "test", "-c", "-o", program, "./"+b.tests)
	return functionsOf(t, program, path.Join(backend, path.Dir(b.assembly))+".", ".abi0")
}

// functionsOf returns the functions of a program whose symbols have the prefix and the suffix, by what is between.
func functionsOf(t *testing.T, program, prefix, suffix string) map[string]function {
	t.Helper()
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	text := file.Section(".text")
	code, err := text.Data()
	if err != nil {
		t.Fatal(err)
	}
	functions, data := map[string]function{}, map[uint64]string{}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && strings.HasPrefix(s.Name, backend+".") {
			data[s.Value] = strings.TrimPrefix(s.Name, backend+".")
		}
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || !strings.HasPrefix(s.Name, prefix) || !strings.HasSuffix(s.Name, suffix) {
			continue
		}
		name := strings.TrimSuffix(strings.TrimPrefix(s.Name, prefix), suffix)
		start := s.Value - text.Addr
		functions[name] = function{name, s.Value, code[start : start+s.Size], data}
	}
	return functions
}

var textDirective = regexp.MustCompile(`(?m)^TEXT ·(\w+)\(SB\)`)

// assemblyFunctions lists the functions of an assembly file, sorted.
func assemblyFunctions(t *testing.T, file string) []string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, match := range textDirective.FindAllStringSubmatch(string(source), -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return names
}

// disassembly decodes every function of the build's assembly file, in the order of their names.
func (b build) disassembly(t *testing.T) (names []string, code map[string][]instruction) {
	t.Helper()
	names, code = assemblyFunctions(t, b.assembly), map[string][]instruction{}
	linked := b.linked(t)
	for _, name := range names {
		f, found := linked[name]
		if !found {
			t.Fatalf("%s: %s is not in the program", b.name, name)
		}
		instructions, err := b.decode(f)
		if err != nil {
			t.Fatalf("%s: %s: %v", b.name, name, err)
		}
		code[name] = instructions
	}
	return names, code
}

// listing renders functions as a golden file has them.
func listing(names []string, code map[string][]instruction) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s:\n", name)
		for _, i := range code[name] {
			fmt.Fprintf(&b, "%4x\t%s\n", i.offset, i.text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

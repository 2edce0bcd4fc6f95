package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// caller is one use of an operation in the program that TestWordsInline builds.
type caller struct {
	name string
	code string // the body of a function of p *uintN, a, b uintN
}

// callers lists every operation of words that must inline on amd64.
func callers() []caller {
	var list []caller
	for _, bits := range []string{"32", "64"} {
		add := func(operation, arguments string, orderings ...string) {
			for _, ordering := range orderings {
				name := operation + "Uint" + bits + ordering
				list = append(list, caller{name, fmt.Sprintf("klock.%s(p%s)", name, arguments)})
			}
		}
		add("Load", "", "", "Acquire", "Relaxed")
		add("Store", ", a", "")
		for _, operation := range []string{"Swap", "Add", "And", "Or", "SetBits", "ClearBits"} {
			add(operation, ", a", "", "Acquire", "Release", "Relaxed")
		}
		add("CompareAndSwap", ", a, b", "", "Acquire", "Release", "Relaxed")
	}
	return append(list, caller{"FenceSeqCst", "klock.FenceSeqCst()"})
}

// operationResult matches the operations that return a value of the operand's type.
var operationResult = regexp.MustCompile(`^(Load|Swap|Add|And|Or)Uint`)

// program renders a program with one function for each caller, none of which the linker may drop.
func program(callers []caller) string {
	var b, table strings.Builder
	b.WriteString("package main\n\nimport \"github.com/klock-go/klock\"\n\n")
	for _, c := range callers {
		width := "32"
		if strings.Contains(c.name, "Uint64") {
			width = "64"
		}
		result, give := "", ""
		switch {
		case strings.HasPrefix(c.name, "Compare"):
			result, give = "bool", "return "
		case operationResult.MatchString(c.name):
			result, give = "uint"+width, "return "
		}
		fmt.Fprintf(&b, "//go:noinline\nfunc call%s(p *uint%s, a, b uint%s) %s { %s%s }\n\n", c.name, width, width, result, give, c.code)
		fmt.Fprintf(&table, "\tcall%s(new(uint%s), 1, 2)\n", c.name, width)
	}
	fmt.Fprintf(&b, "func main() {\n%s}\n", table.String())
	return b.String()
}

// TestWordsInline builds a caller of every 32- and 64-bit operation that amd64 leaves to the compiler, and of the fence, and
// finds the locked instruction in the caller itself, and no call.
func TestWordsInline(t *testing.T) {
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "main.go"), filepath.Join(folder, "callers")
	if err := os.WriteFile(source, []byte(program(callers())), 0o644); err != nil {
		t.Fatal(err)
	}
	goCommand(t, []string{"GOARCH=amd64", "GOAMD64=v1"}, "build", "-o", binary, source)
	functions := functionsOf(t, binary, "main.call", "")
	for _, c := range callers() {
		f, found := functions[c.name]
		if !found {
			t.Errorf("the caller of %s is not in the program", c.name)
			continue
		}
		code, err := decodeAMD64(f)
		if err != nil {
			t.Fatal(err)
		}
		locked := false
		for _, i := range code {
			if strings.HasPrefix(i.text, "call") {
				t.Errorf("the caller of %s has a call at %#x: %s", c.name, i.offset, i.text)
			}
			locked = locked || amd64Locked.MatchString(i.text)
		}
		if want := !strings.HasPrefix(c.name, "Load"); locked != want {
			t.Errorf("the caller of %s has a locked instruction: %v, want %v\n%s",
				c.name, locked, want, listing([]string{c.name}, map[string][]instruction{c.name: code}))
		}
	}
}

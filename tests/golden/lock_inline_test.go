package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lockMethods are the methods of a lock that must inline on amd64, by its type.
var lockMethods = []struct {
	lock    string
	methods []string
}{
	{"RWMutex", []string{"Lock", "TryLock", "RLock", "TryRLock", "RUnlock"}},
	{"ReaderBiased", []string{"Lock", "TryLock", "TryRLock", "RUnlock"}},
}

// TestLockMethodsInline reads the compiler's report on the lock package.
func TestLockMethodsInline(t *testing.T) {
	report := goCommand(t, []string{"GOARCH=amd64", "GOAMD64=v1"}, "build", "-gcflags=-m=2", "./qrwlock")
	for _, method := range lockMethods[0].methods {
		if name := "(*RWMutex)." + method; !strings.Contains(report, ": can inline "+name+" with cost ") {
			var said []string
			for line := range strings.Lines(report) {
				if strings.Contains(line, "inline "+name+" ") || strings.Contains(line, "inline "+name+":") {
					said = append(said, line)
				}
			}
			t.Errorf("%s does not inline; the compiler says:\n%s", name, strings.Join(said, ""))
		}
	}
}

// TestLockedInstructionInCaller builds a caller of every method that must inline and finds the locked instruction in
// the caller itself, before any call.
func TestLockedInstructionInCaller(t *testing.T) {
	var b, table strings.Builder
	b.WriteString("package main\n\nimport \"github.com/klock-go/klock/qrwlock\"\n\n")
	for _, of := range lockMethods {
		for _, method := range of.methods {
			result, give := "", ""
			if strings.HasPrefix(method, "Try") {
				result, give = "bool", "return "
			}
			b.WriteString("//go:noinline\nfunc call" + of.lock + method + "(rw *qrwlock." + of.lock + ") " + result +
				" { " + give + "rw." + method + "() }\n\n")
			table.WriteString("\tcall" + of.lock + method + "(new(qrwlock." + of.lock + "))\n")
		}
	}
	b.WriteString("func main() {\n" + table.String() + "}\n")
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "main.go"), filepath.Join(folder, "callers")
	if err := os.WriteFile(source, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	goCommand(t, []string{"GOARCH=amd64", "GOAMD64=v1"}, "build", "-o", binary, source)
	functions := functionsOf(t, binary, "main.call", "")
	for _, of := range lockMethods {
		for _, method := range of.methods {
			name := of.lock + method
			code, err := decodeAMD64(functions[name])
			if err != nil {
				t.Fatal(err)
			}
			if !lockedBeforeCall(code) {
				t.Errorf("the caller of %s has no locked instruction before a call\n%s",
					name, listing([]string{name}, map[string][]instruction{name: code}))
			}
		}
	}
}

// lockedBeforeCall reports whether a locked instruction stands in the code before any call.
func lockedBeforeCall(code []instruction) bool {
	for _, i := range code {
		switch {
		case amd64Locked.MatchString(i.text):
			return true
		case strings.HasPrefix(i.text, "call"):
			return false
		}
	}
	return false
}

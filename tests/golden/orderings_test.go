package golden

import (
	"regexp"
	"strings"
	"testing"
)

// What an instruction does to memory, by its text in a listing.
var (
	amd64Locked    = regexp.MustCompile(`^(lock |xchg )`)
	arm64LoadsExcl = regexp.MustCompile(`^ld(a?)xr([bh]?) ([wx])`)
	arm64StoreExcl = regexp.MustCompile(`^st(l?)xr([bh]?) w\d+, ([wx])`)
	arm64Single    = regexp.MustCompile(`^(?:cas|swp|ldadd|ldclr|ldeor|ldset)(a?)(l?)([bh]?) ([wx])`)
	arm64Plain     = regexp.MustCompile(`^(ldar|ldr|stlr|str)([bh]?) ([wx])\d+, \[x0\]`)
)

var operationName = regexp.MustCompile(`^(load|store|swap|compareAndSwap|compareExchange|add|and|or|xor|setBits|clearBits|flipBits)` +
	`Uint(8|16|32|64)(Acquire|Release|Relaxed)?$`)

// size is the suffix and the register name of an access of each width.
var size = map[string][2]string{"8": {"b", "w"}, "16": {"h", "w"}, "32": {"", "w"}, "64": {"", "x"}}

// TestOrderingsAMD64 derives from the name of each operation whether it must be a locked instruction.
func TestOrderingsAMD64(t *testing.T) {
	names, code := backendBuilds[0].disassembly(t)
	checked := 0
	for _, name := range names {
		parts := operationName.FindStringSubmatch(name)
		if parts == nil {
			continue
		}
		checked++
		locked := 0
		for _, i := range code[name] {
			if amd64Locked.MatchString(i.text) {
				locked++
			}
		}
		want := 1
		if parts[1] == "load" || parts[1] == "store" && parts[3] != "" {
			want = 0
		}
		if locked != want {
			t.Errorf("%s has %d locked instructions, want %d", name, locked, want)
		}
	}
	if checked == 0 {
		t.Error("no operation was found")
	}
}

// TestOrderingsARM64 derives from the name of each operation which instructions it may have on both paths, by ordering and
// width.
func TestOrderingsARM64(t *testing.T) {
	for _, b := range backendBuilds[1:] {
		names, code := b.disassembly(t)
		checked := 0
		for _, name := range names {
			if parts := operationName.FindStringSubmatch(name); parts != nil {
				checked++
				checkARM64(t, b.name+": "+name, parts, b.name == "arm64_lse", code[name])
			}
		}
		if checked == 0 {
			t.Errorf("%s: no operation was found", b.name)
		}
	}
}

func checkARM64(t *testing.T, name string, parts []string, fixedLSE bool, code []instruction) {
	t.Helper()
	operation, width, order := parts[1], parts[2], parts[3]
	acquires, releases := order == "" || order == "Acquire", order == "" || order == "Release"
	sized := func(suffix, register string) bool { return [2]string{suffix, register} == size[width] }
	var loads, stores, singles, plain int
	for _, i := range code {
		if m := arm64LoadsExcl.FindStringSubmatch(i.text); m != nil {
			loads++
			if (m[1] == "a") != acquires || !sized(m[2], m[3]) {
				t.Errorf("%s has %s", name, i.text)
			}
		}
		if m := arm64StoreExcl.FindStringSubmatch(i.text); m != nil {
			stores++
			if (m[1] == "l") != releases || !sized(m[2], m[3]) {
				t.Errorf("%s has %s", name, i.text)
			}
		}
		if m := arm64Single.FindStringSubmatch(i.text); m != nil {
			singles++
			if (m[1] == "a") != acquires || (m[2] == "l") != releases || !sized(m[3], m[4]) {
				t.Errorf("%s has %s", name, i.text)
			}
		}
		if m := arm64Plain.FindStringSubmatch(i.text); m != nil {
			plain++
			ordered := m[1] == "ldar" || m[1] == "stlr"
			isLoad := strings.HasPrefix(m[1], "ld")
			if ordered != (order != "Relaxed") || isLoad != (operation == "load") || !sized(m[2], m[3]) {
				t.Errorf("%s has %s", name, i.text)
			}
		}
	}
	want := [4]int{1, 1, 1, 0} // exclusive load and store, one instruction with LSE, nothing else
	switch {
	case operation == "load" || operation == "store":
		want = [4]int{0, 0, 0, 1}
	case fixedLSE:
		want = [4]int{0, 0, 1, 0}
	}
	if got := [4]int{loads, stores, singles, plain}; got != want {
		t.Errorf("%s has %d exclusive loads, %d exclusive stores, %d single and %d plain accesses; want %v",
			name, got[0], got[1], got[2], got[3], want)
	}
}

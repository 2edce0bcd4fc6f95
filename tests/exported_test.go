package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klock-go/klock"
)

// exported lists every exported function of the root package; TestExportedIsComplete holds it against the source, so a
// function that is added there without a row here fails the tests. Names are the runtime's, not typed again.
var exported = []any{
	klock.LoadUint8, klock.LoadUint8Acquire, klock.LoadUint8Relaxed,
	klock.StoreUint8, klock.StoreUint8Release, klock.StoreUint8Relaxed,
	klock.SwapUint8, klock.SwapUint8Acquire, klock.SwapUint8Release, klock.SwapUint8Relaxed,
	klock.CompareAndSwapUint8, klock.CompareAndSwapUint8Acquire,
	klock.CompareAndSwapUint8Release, klock.CompareAndSwapUint8Relaxed,
	klock.CompareExchangeUint8, klock.CompareExchangeUint8Acquire,
	klock.CompareExchangeUint8Release, klock.CompareExchangeUint8Relaxed,
	klock.AddUint8, klock.AddUint8Acquire, klock.AddUint8Release, klock.AddUint8Relaxed,
	klock.AndUint8, klock.AndUint8Acquire, klock.AndUint8Release, klock.AndUint8Relaxed,
	klock.OrUint8, klock.OrUint8Acquire, klock.OrUint8Release, klock.OrUint8Relaxed,
	klock.XorUint8, klock.XorUint8Acquire, klock.XorUint8Release, klock.XorUint8Relaxed,
	klock.SetBitsUint8, klock.SetBitsUint8Acquire, klock.SetBitsUint8Release, klock.SetBitsUint8Relaxed,
	klock.ClearBitsUint8, klock.ClearBitsUint8Acquire, klock.ClearBitsUint8Release, klock.ClearBitsUint8Relaxed,
	klock.FlipBitsUint8, klock.FlipBitsUint8Acquire, klock.FlipBitsUint8Release, klock.FlipBitsUint8Relaxed,
	klock.CmpWaitUint8, klock.CondLoadUint8, klock.CondLoadUint8Acquire, klock.CondLoadUint8Timeout,

	klock.LoadUint16, klock.LoadUint16Acquire, klock.LoadUint16Relaxed,
	klock.StoreUint16, klock.StoreUint16Release, klock.StoreUint16Relaxed,
	klock.SwapUint16, klock.SwapUint16Acquire, klock.SwapUint16Release, klock.SwapUint16Relaxed,
	klock.CompareAndSwapUint16, klock.CompareAndSwapUint16Acquire,
	klock.CompareAndSwapUint16Release, klock.CompareAndSwapUint16Relaxed,
	klock.CompareExchangeUint16, klock.CompareExchangeUint16Acquire,
	klock.CompareExchangeUint16Release, klock.CompareExchangeUint16Relaxed,
	klock.AddUint16, klock.AddUint16Acquire, klock.AddUint16Release, klock.AddUint16Relaxed,
	klock.AndUint16, klock.AndUint16Acquire, klock.AndUint16Release, klock.AndUint16Relaxed,
	klock.OrUint16, klock.OrUint16Acquire, klock.OrUint16Release, klock.OrUint16Relaxed,
	klock.XorUint16, klock.XorUint16Acquire, klock.XorUint16Release, klock.XorUint16Relaxed,
	klock.SetBitsUint16, klock.SetBitsUint16Acquire, klock.SetBitsUint16Release, klock.SetBitsUint16Relaxed,
	klock.ClearBitsUint16, klock.ClearBitsUint16Acquire, klock.ClearBitsUint16Release, klock.ClearBitsUint16Relaxed,
	klock.FlipBitsUint16, klock.FlipBitsUint16Acquire, klock.FlipBitsUint16Release, klock.FlipBitsUint16Relaxed,
	klock.CmpWaitUint16, klock.CondLoadUint16, klock.CondLoadUint16Acquire, klock.CondLoadUint16Timeout,

	klock.LoadUint32, klock.LoadUint32Acquire, klock.LoadUint32Relaxed,
	klock.StoreUint32, klock.StoreUint32Release, klock.StoreUint32Relaxed,
	klock.SwapUint32, klock.SwapUint32Acquire, klock.SwapUint32Release, klock.SwapUint32Relaxed,
	klock.CompareAndSwapUint32, klock.CompareAndSwapUint32Acquire,
	klock.CompareAndSwapUint32Release, klock.CompareAndSwapUint32Relaxed,
	klock.CompareExchangeUint32, klock.CompareExchangeUint32Acquire,
	klock.CompareExchangeUint32Release, klock.CompareExchangeUint32Relaxed,
	klock.AddUint32, klock.AddUint32Acquire, klock.AddUint32Release, klock.AddUint32Relaxed,
	klock.AndUint32, klock.AndUint32Acquire, klock.AndUint32Release, klock.AndUint32Relaxed,
	klock.OrUint32, klock.OrUint32Acquire, klock.OrUint32Release, klock.OrUint32Relaxed,
	klock.XorUint32, klock.XorUint32Acquire, klock.XorUint32Release, klock.XorUint32Relaxed,
	klock.SetBitsUint32, klock.SetBitsUint32Acquire, klock.SetBitsUint32Release, klock.SetBitsUint32Relaxed,
	klock.ClearBitsUint32, klock.ClearBitsUint32Acquire, klock.ClearBitsUint32Release, klock.ClearBitsUint32Relaxed,
	klock.FlipBitsUint32, klock.FlipBitsUint32Acquire, klock.FlipBitsUint32Release, klock.FlipBitsUint32Relaxed,
	klock.CmpWaitUint32, klock.CondLoadUint32, klock.CondLoadUint32Acquire, klock.CondLoadUint32Timeout,

	klock.LoadUint64, klock.LoadUint64Acquire, klock.LoadUint64Relaxed,
	klock.StoreUint64, klock.StoreUint64Release, klock.StoreUint64Relaxed,
	klock.SwapUint64, klock.SwapUint64Acquire, klock.SwapUint64Release, klock.SwapUint64Relaxed,
	klock.CompareAndSwapUint64, klock.CompareAndSwapUint64Acquire,
	klock.CompareAndSwapUint64Release, klock.CompareAndSwapUint64Relaxed,
	klock.CompareExchangeUint64, klock.CompareExchangeUint64Acquire,
	klock.CompareExchangeUint64Release, klock.CompareExchangeUint64Relaxed,
	klock.AddUint64, klock.AddUint64Acquire, klock.AddUint64Release, klock.AddUint64Relaxed,
	klock.AndUint64, klock.AndUint64Acquire, klock.AndUint64Release, klock.AndUint64Relaxed,
	klock.OrUint64, klock.OrUint64Acquire, klock.OrUint64Release, klock.OrUint64Relaxed,
	klock.XorUint64, klock.XorUint64Acquire, klock.XorUint64Release, klock.XorUint64Relaxed,
	klock.SetBitsUint64, klock.SetBitsUint64Acquire, klock.SetBitsUint64Release, klock.SetBitsUint64Relaxed,
	klock.ClearBitsUint64, klock.ClearBitsUint64Acquire, klock.ClearBitsUint64Release, klock.ClearBitsUint64Relaxed,
	klock.FlipBitsUint64, klock.FlipBitsUint64Acquire, klock.FlipBitsUint64Release, klock.FlipBitsUint64Relaxed,
	klock.CmpWaitUint64, klock.CondLoadUint64, klock.CondLoadUint64Acquire, klock.CondLoadUint64Timeout,

	klock.FenceAcquire, klock.FenceRelease, klock.FenceStore, klock.FenceSeqCst,
	klock.StoreThenLoadUint8, klock.StoreThenLoadUint32, klock.AddThenLoad, klock.FenceOthers, klock.Pause, klock.Info,
}

// functions are the exported functions by name.
var functions = func() map[string]reflect.Value {
	byName := make(map[string]reflect.Value, len(exported))
	for _, f := range exported {
		v := reflect.ValueOf(f)
		name := runtime.FuncForPC(v.Pointer()).Name()
		byName[name[strings.LastIndexByte(name, '.')+1:]] = v
	}
	return byName
}()

func TestExportedIsComplete(t *testing.T) {
	declared := map[string]bool{}
	for _, path := range sourceFiles(t, "..") {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() {
				declared[f.Name.Name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if !functions[name].IsValid() {
			t.Errorf("klock.%s is exported and not in this package's table: no test reaches it", name)
		}
	}
	for name := range functions {
		if !declared[name] {
			t.Errorf("klock.%s is in the table and not declared", name)
		}
	}
}

// sourceFiles returns the Go files of a package for every target and tag, without its tests.
func sourceFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(path string) bool { return strings.HasSuffix(path, "_test.go") })
}

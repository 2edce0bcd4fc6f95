package tests

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// A litmus test is a few threads of two or three accesses each to shared locations, and one final outcome that only a
// reordering can produce. Each test is run on many instances of the locations: in a batch, all threads start together
// and walk through the instances in the same order, so that on some they meet.

// instance is what one execution of a litmus test works on: two locations in cache lines of their own, and what the
// threads saw.
type instance[T word] struct {
	x   T
	_   [128]byte
	y   T
	_   [128]byte
	saw [4]T // each element is written by one thread
	_   [128]byte
}

// litmus is one test: the outcome is forbidden by the orderings used, or allowed and then only counted.
type litmus[T word] struct {
	name      string
	threads   []func(*instance[T])
	outcome   func(saw [4]T) bool
	forbidden bool
}

const instances = 1024

// run executes the test on as many batches of instances as the time of a test run allows, and returns how often the
// outcome came up.
func (l litmus[T]) run(batches int) (seen int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(len(l.threads), runtime.GOMAXPROCS(0))))
	all := make([]instance[T], instances)
	var start barrier
	for range batches {
		clear(all)
		start.reset(len(l.threads))
		var threads sync.WaitGroup
		for _, thread := range l.threads {
			threads.Go(func() {
				start.wait()
				for i := range all {
					thread(&all[i])
				}
			})
		}
		threads.Wait()
		for i := range all {
			if l.outcome(all[i].saw) {
				seen++
			}
		}
	}
	return seen
}

// check runs the test and fails if a forbidden outcome comes up.
func (l litmus[T]) check(t *testing.T) {
	t.Run(l.name, func(t *testing.T) {
		batches := litmusBatches()
		if len(l.threads) > runtime.NumCPU() {
			batches = (batches + 3) / 4 // each batch waits for the kernel's scheduler
		}
		seen := l.run(batches)
		switch {
		case l.forbidden && seen > 0:
			t.Errorf("the forbidden outcome came up %d times in %d", seen, batches*instances)
		case seen > 0:
			t.Logf("allowed: the weak outcome came up %d times in %d", seen, batches*instances)
		}
	})
}

func litmusBatches() int {
	switch {
	case testenv.Emulated():
		return 2
	case testing.Short() || race.Enabled:
		return 10
	}
	return 100
}

// barrier lets its parties go at one moment. It spins, because waking a goroutine takes longer than a batch.
type barrier struct {
	missing atomic.Int32
	spins   int
}

func (b *barrier) reset(parties int) {
	b.spins = 100_000
	if parties > runtime.NumCPU() {
		b.spins = 100 // those who are missing need this processor
	}
	b.missing.Store(int32(parties))
}

func (b *barrier) wait() {
	b.missing.Add(-1)
	for polls := 1; b.missing.Load() > 0; polls++ {
		if polls%b.spins == 0 {
			time.Sleep(time.Microsecond)
		}
	}
}

// orders are the accesses of one width by ordering: stores of 1 to a location that is 0, loads, fences between them.
type orders[T word] struct{ width string }

// store returns a store of 1; op is the name of the function up to the width, o its ordering.
func (w orders[T]) store(op, o string) func(p *T) {
	switch f := functions[op+w.width+o].Interface().(type) {
	case func(*T, T):
		return func(p *T) { f(p, 1) }
	case func(*T, T) T:
		return func(p *T) { f(p, 1) }
	case func(*T, T, T) bool:
		return func(p *T) { f(p, 0, 1) }
	}
	panic("no store: " + op + w.width + o)
}

// load returns a load; a read-modify-write that changes nothing is one too.
func (w orders[T]) load(op, o string) func(p *T) T {
	switch f := functions[op+w.width+o].Interface().(type) {
	case func(*T) T:
		return f
	case func(*T, T) T:
		return func(p *T) T { return f(p, 0) }
	case func(*T, T, T) T:
		return func(p *T) T { return f(p, 0, 0) }
	}
	panic("no load: " + op + w.width + o)
}

func (w orders[T]) fence(name string) func() {
	if name == "" {
		return func() {}
	}
	return functions["Fence"+name].Interface().(func())
}

// TestLitmus runs the tests at every width.
func TestLitmus(t *testing.T) {
	if runtime.NumCPU() < 2 && !testenv.Emulated() {
		t.Log("one processor: no reordering can show")
	}
	testLitmus[uint8](t, "Uint8")
	testLitmus[uint16](t, "Uint16")
	testLitmus[uint32](t, "Uint32")
	testLitmus[uint64](t, "Uint64")
}

func testLitmus[T word](t *testing.T, width string) {
	w := orders[T]{width}
	t.Run(width, func(t *testing.T) {
		for _, l := range messagePassing(w) {
			l.check(t)
		}
		for _, l := range storeBuffering(w) {
			l.check(t)
		}
		for _, l := range coherence(w) {
			l.check(t)
		}
		for _, l := range independentReads(w) {
			l.check(t)
		}
	})
}

// messagePassing: x is published by y. Whoever sees y must see x, if the store to y releases and the load of y
// acquires.
func messagePassing[T word](w orders[T]) (tests []litmus[T]) {
	for _, row := range []struct {
		op, release, fenceRelease string
		as, acquire, fenceAcquire string
		forbidden                 bool
	}{
		{"Store", "", "", "Load", "", "", true},
		{"Store", "Release", "", "Load", "Acquire", "", true},
		{"Swap", "Release", "", "Add", "Acquire", "", true},
		{"CompareAndSwap", "Release", "", "CompareExchange", "Acquire", "", true},
		{"Or", "Release", "", "Load", "Acquire", "", true},
		{"Store", "Relaxed", "Release", "Load", "Relaxed", "Acquire", true},
		{"Store", "Relaxed", "Store", "Load", "Relaxed", "Acquire", true},
		{"Store", "Relaxed", "", "Load", "Relaxed", "", false},
	} {
		storeX, storeY, between := w.store("Store", "Relaxed"), w.store(row.op, row.release), w.fence(row.fenceRelease)
		loadX, loadY, after := w.load("Load", "Relaxed"), w.load(row.as, row.acquire), w.fence(row.fenceAcquire)
		tests = append(tests, litmus[T]{
			name: fmt.Sprintf("message passing/%s%s fence %s, %s%s fence %s",
				row.op, row.release, row.fenceRelease, row.as, row.acquire, row.fenceAcquire),
			threads: []func(*instance[T]){
				func(i *instance[T]) { storeX(&i.x); between(); storeY(&i.y) },
				func(i *instance[T]) { i.saw[0] = loadY(&i.y); after(); i.saw[1] = loadX(&i.x) },
			},
			outcome:   func(saw [4]T) bool { return saw[0] == 1 && saw[1] == 0 },
			forbidden: row.forbidden,
		})
	}
	return tests
}

// storeBuffering: each thread stores one location and loads the other. At least one must see the other's store, if all
// is sequentially consistent or a full fence stands between.
func storeBuffering[T word](w orders[T]) (tests []litmus[T]) {
	for _, row := range []struct {
		op, store, fence, as, load string
		forbidden                  bool
	}{
		{"Store", "", "", "Load", "", true},
		{"Swap", "", "", "Load", "", true},
		{"CompareAndSwap", "", "", "Load", "", true},
		{"Add", "", "", "CompareExchange", "", true},
		{"Store", "Relaxed", "SeqCst", "Load", "Relaxed", true},
		{"Store", "Release", "", "Load", "Acquire", false},
		{"Store", "Relaxed", "", "Load", "Relaxed", false},
	} {
		store, between, load := w.store(row.op, row.store), w.fence(row.fence), w.load(row.as, row.load)
		tests = append(tests, litmus[T]{
			name: fmt.Sprintf("store buffering/%s%s fence %s, %s%s", row.op, row.store, row.fence, row.as, row.load),
			threads: []func(*instance[T]){
				func(i *instance[T]) { store(&i.x); between(); i.saw[0] = load(&i.y) },
				func(i *instance[T]) { store(&i.y); between(); i.saw[1] = load(&i.x) },
			},
			outcome:   func(saw [4]T) bool { return saw[0] == 0 && saw[1] == 0 },
			forbidden: row.forbidden,
		})
	}
	return tests
}

// coherence: all threads see the writes of one location in one order, whatever the ordering.
func coherence[T word](w orders[T]) []litmus[T] {
	set := functions["Store"+w.width+"Relaxed"].Interface().(func(*T, T))
	load := w.load("Load", "Relaxed")
	readTwice := func(first int) func(*instance[T]) {
		return func(i *instance[T]) { i.saw[first] = load(&i.x); i.saw[first+1] = load(&i.x) }
	}
	return []litmus[T]{{
		name:      "coherence/one writer",
		threads:   []func(*instance[T]){func(i *instance[T]) { set(&i.x, 1); set(&i.x, 2) }, readTwice(0)},
		outcome:   func(saw [4]T) bool { return saw[0] > saw[1] },
		forbidden: true,
	}, {
		name: "coherence/two writers",
		threads: []func(*instance[T]){
			func(i *instance[T]) { set(&i.x, 1) }, func(i *instance[T]) { set(&i.x, 2) }, readTwice(0), readTwice(2),
		},
		outcome:   func(saw [4]T) bool { return saw == [4]T{1, 2, 2, 1} || saw == [4]T{2, 1, 1, 2} },
		forbidden: true,
	}}
}

// independentReads: two readers see the independent writes of two writers in opposite orders. Sequential consistency
// forbids it; acquire and release alone allow it.
func independentReads[T word](w orders[T]) (tests []litmus[T]) {
	for _, row := range []struct {
		store, load string
		forbidden   bool
	}{{"", "", true}, {"Release", "Acquire", false}, {"Relaxed", "Relaxed", false}} {
		store, load := w.store("Store", row.store), w.load("Load", row.load)
		tests = append(tests, litmus[T]{
			name: fmt.Sprintf("independent reads of independent writes/Store%s, Load%s", row.store, row.load),
			threads: []func(*instance[T]){
				func(i *instance[T]) { store(&i.x) },
				func(i *instance[T]) { store(&i.y) },
				func(i *instance[T]) { i.saw[0] = load(&i.x); i.saw[1] = load(&i.y) },
				func(i *instance[T]) { i.saw[2] = load(&i.y); i.saw[3] = load(&i.x) },
			},
			outcome:   func(saw [4]T) bool { return saw == [4]T{1, 0, 1, 0} },
			forbidden: row.forbidden,
		})
	}
	return tests
}

// TestHarnessSeesReordering is the positive control of the litmus tests: plain accesses, which the processor may
// reorder, must be caught. Every processor klock supports has a store buffer.
func TestHarnessSeesReordering(t *testing.T) {
	if race.Enabled || testenv.Emulated() || runtime.NumCPU() < 2 {
		t.Skip("needs two real processors and no race detector: the accesses are plain")
	}
	control := litmus[uint32]{
		threads: []func(*instance[uint32]){
			func(i *instance[uint32]) { plainStore(&i.x); i.saw[0] = plainLoad(&i.y) },
			func(i *instance[uint32]) { plainStore(&i.y); i.saw[1] = plainLoad(&i.x) },
		},
		outcome: func(saw [4]uint32) bool { return saw[0] == 0 && saw[1] == 0 },
	}
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		if seen := control.run(10); seen > 0 {
			t.Logf("store buffering with plain accesses came up %d times in %d", seen, 10*instances)
			return
		}
	}
	t.Error("no reordering seen in 30 seconds: the litmus tests prove nothing on this machine")
}

//go:noinline
func plainStore(p *uint32) { *p = 1 }

//go:noinline
func plainLoad(p *uint32) uint32 { return *p }

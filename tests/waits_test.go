package tests

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// waiter is one way to wait until a word is no longer 0: a wait primitive at one width.
type waiter struct {
	name string
	// start prepares a word; wait returns when it is no longer 0, end makes it so and is called once.
	start func() (wait, end func())
}

// waiters are all wait primitives, each used as its documentation says. The loops around a single window and around
// Pause yield: a goroutine that only spins keeps its P for the scheduler's slice of 10 ms, and the collector's caller
// queues behind it.
func waiters() []waiter {
	list := []waiter{{"Pause", func() (wait, end func()) {
		word := new(uint32)
		return func() {
			for klock.LoadUint32(word) == 0 {
				klock.Pause(10 * time.Microsecond)
				runtime.Gosched()
			}
		}, func() { klock.StoreUint32(word, 1) }
	}}}
	list = append(list, waitersOf[uint8]("Uint8")...)
	list = append(list, waitersOf[uint16]("Uint16")...)
	list = append(list, waitersOf[uint32]("Uint32")...)
	return append(list, waitersOf[uint64]("Uint64")...)
}

func waitersOf[T word](width string) (list []waiter) {
	for _, f := range functionsOf(width) {
		var wait func(p *T)
		switch call := f.call.(type) {
		case func(*T, T) T:
			wait = func(p *T) {
				for call(p, 0) == 0 {
					runtime.Gosched()
				}
			}
		case func(*T, func(T) bool) T:
			wait = func(p *T) { call(p, func(v T) bool { return v != 0 }) }
		case func(*T, func(T) bool, time.Duration) (T, bool):
			wait = func(p *T) {
				for held := false; !held; {
					_, held = call(p, func(v T) bool { return v != 0 }, 10*time.Millisecond)
				}
			}
		}
		if !slices.Contains([]string{"CmpWait", "CondLoad"}, f.op) {
			continue
		}
		store := functions["Store"+width].Interface().(func(*T, T))
		list = append(list, waiter{f.name, func() (func(), func()) {
			p := new(T)
			return func() { wait(p) }, func() { store(p, 1) }
		}})
	}
	return list
}

// TestWaitersWake wakes a goroutine that has waited long enough to sleep.
func TestWaitersWake(t *testing.T) {
	for _, w := range waiters() {
		t.Run(w.name, func(t *testing.T) {
			wait, end := w.start()
			woke := make(chan bool)
			go func() { wait(); close(woke) }()
			select {
			case <-woke:
				t.Fatal("woke before anything happened")
			case <-time.After(2 * time.Millisecond):
			}
			end()
			select {
			case <-woke:
			case <-time.After(10 * time.Second):
				t.Fatal("did not wake in 10 seconds")
			}
		})
	}
}

// TestConditionSeesEachValue waits across the values at which a comparison of the wrong width or sign goes wrong.
func TestConditionSeesEachValue(t *testing.T) {
	testConditionSeesEachValue[uint8](t, "Uint8")
	testConditionSeesEachValue[uint16](t, "Uint16")
	testConditionSeesEachValue[uint32](t, "Uint32")
	testConditionSeesEachValue[uint64](t, "Uint64")
}

func testConditionSeesEachValue[T word](t *testing.T, width string) {
	store := functions["Store"+width].Interface().(func(*T, T))
	wait := functions["CondLoad"+width].Interface().(func(*T, func(T) bool) T)
	t.Run(width, func(t *testing.T) {
		p, taken := new(T), make(chan T)
		values := boundaries[T]()[1:] // *p starts as the first, 0
		go func() {
			for _, want := range values {
				taken <- wait(p, func(v T) bool { return v == want })
			}
		}()
		for _, v := range values {
			time.Sleep(50 * time.Microsecond)
			store(p, v)
			if got := <-taken; got != v {
				t.Fatalf("CondLoad returned %#x, want %#x", got, v)
			}
		}
	})
}

// TestTimeout checks that a wait with a limit ends near it and says that the condition does not hold.
func TestTimeout(t *testing.T) {
	for _, width := range []string{"Uint8", "Uint16", "Uint32", "Uint64"} {
		f := functions["CondLoad"+width+"Timeout"]
		for _, d := range []time.Duration{-time.Second, 0, time.Nanosecond, 30 * time.Microsecond, 20 * time.Millisecond} {
			t.Run(fmt.Sprintf("%s/%v", width, d), func(t *testing.T) {
				never := reflect.MakeFunc(f.Type().In(1), func([]reflect.Value) []reflect.Value {
					return []reflect.Value{reflect.ValueOf(false)}
				})
				start := time.Now()
				results := f.Call([]reflect.Value{reflect.New(f.Type().In(0).Elem()), never, reflect.ValueOf(d)})
				took := time.Since(start)
				if results[1].Bool() || results[0].Uint() != 0 {
					t.Errorf("returned %v, %v of a condition that never holds", results[0], results[1])
				}
				if took < d {
					t.Errorf("gave up after %v", took)
				}
				if took > d+5*time.Second {
					t.Errorf("took %v", took)
				}
			})
		}
	}
}

// TestWindow checks that one window waits at all, and for about the microsecond that its documentation says: at every
// value, since a comparison of the wrong width or sign returns at once, and a window without a bound holds up the
// collector.
func TestWindow(t *testing.T) {
	if testenv.Emulated() || race.Enabled || runtime.NumCPU() < 2 {
		t.Skip("measures time on two real processors")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	testWindow[uint8](t, "Uint8")
	testWindow[uint16](t, "Uint16")
	testWindow[uint32](t, "Uint32")
	testWindow[uint64](t, "Uint64")
}

func testWindow[T word](t *testing.T, width string) {
	wait := functions["CmpWait"+width].Interface().(func(*T, T) T)
	for _, v := range boundaries[T]() {
		p := new(T)
		*p = v
		// A neighbour's work lengthens some windows, so the shortest of many says how long it is.
		shortest := time.Hour
		for range 200 {
			start := time.Now()
			wait(p, v)
			shortest = min(shortest, time.Since(start))
		}
		if shortest < 200*time.Nanosecond || shortest > 500*time.Microsecond {
			t.Errorf("CmpWait%s waits for %v while the word is %#x", width, shortest, v)
		}
		shortest = time.Hour
		for range 200 {
			start := time.Now()
			wait(p, v^1)
			shortest = min(shortest, time.Since(start))
		}
		if shortest > 10*time.Microsecond {
			t.Errorf("CmpWait%s takes %v when the word is not the value waited on", width, shortest)
		}
	}
}

// TestPauseLength checks that a pause lasts about as long as asked.
func TestPauseLength(t *testing.T) {
	if testenv.Emulated() || race.Enabled || runtime.NumCPU() < 2 {
		t.Skip("measures time on two real processors")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	for _, d := range []time.Duration{0, 100, time.Microsecond, 10 * time.Microsecond, 100 * time.Microsecond} {
		shortest := time.Hour
		for range 100 {
			start := time.Now()
			klock.Pause(d)
			shortest = min(shortest, time.Since(start))
		}
		if shortest < d/3 || shortest > 3*d+2*time.Microsecond {
			t.Errorf("Pause(%v) takes %v", d, shortest)
		}
	}
}

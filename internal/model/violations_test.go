//go:build klock_model

package model_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/model"
)

// faulty are small programs and the violation that the engine must find in each, or "" if there is none.
var faulty = []struct {
	name, kind string
	client     func(*model.Run)
}{
	{"spin lock", "", spinLock(klock.SwapUint32Acquire, klock.StoreUint32Release)},
	{"spin lock without acquire", "data race", spinLock(klock.SwapUint32Relaxed, klock.StoreUint32Release)},
	{"spin lock without release", "data race", spinLock(klock.SwapUint32Acquire, klock.StoreUint32Relaxed)},
	{"no lock", "exclusion", func(r *model.Run) {
		s := model.NewSection("section")
		r.Go("a", s.Write)
		r.Go("b", s.Read)
	}},
	{"readers", "", func(r *model.Run) {
		s := model.NewSection("section")
		r.Go("a", s.Read)
		r.Go("b", s.Read)
	}},
	{"Peterson", "", peterson(klock.StoreUint32, klock.LoadUint32)},
	{"Peterson with release and acquire", "exclusion", peterson(klock.StoreUint32Release, klock.LoadUint32Acquire)},
	{"lock order", "deadlock", func(r *model.Run) {
		locks := new([2]uint32)
		lock := func(n int) {
			klock.CondLoadUint32(&locks[n], isZero)
			for klock.SwapUint32(&locks[n], 1) == 1 {
				klock.CondLoadUint32(&locks[n], isZero)
			}
		}
		r.Go("a", func() { lock(0); lock(1); klock.StoreUint32(&locks[1], 0); klock.StoreUint32(&locks[0], 0) })
		r.Go("b", func() { lock(1); lock(0); klock.StoreUint32(&locks[0], 0); klock.StoreUint32(&locks[1], 0) })
	}},
	{"a value that does not stay", "deadlock", func(r *model.Run) {
		x := new(uint32)
		r.Go("a", func() { klock.StoreUint32(x, 1); klock.StoreUint32(x, 0) })
		r.Go("b", func() { klock.CondLoadUint32(x, isOne) })
	}},
	{"a value that does not stay, and a timeout", "", func(r *model.Run) {
		x := new(uint32)
		r.Go("a", func() { klock.StoreUint32(x, 1); klock.StoreUint32(x, 0) })
		r.Go("b", func() { klock.CondLoadUint32Timeout(x, isOne, 1) })
	}},
	{"wake-up", "", handOff(true, klock.FenceSeqCst)},
	{"wake-up without a second look", "deadlock", handOff(false, klock.FenceSeqCst)},
	{"wake-up without a fence", "deadlock", handOff(true, func() {})},
	{"park twice", "deadlock", func(r *model.Run) {
		p := new(uint32)
		r.Go("a", func() { model.Park(p, false); model.Park(p, false) })
		r.Go("b", func() { model.Unpark(p); model.Unpark(p) })
	}},
	{"cancelled park", "", func(r *model.Run) {
		p := new(uint32)
		r.Go("a", func() { model.Park(p, true) })
	}},
	{"no progress", "livelock", func(r *model.Run) {
		x := new(uint32)
		r.Go("a", func() {
			for klock.LoadUint32(x) == 0 {
			}
		})
	}},
	{"node used after it was freed", "recycled node", func(r *model.Run) {
		x := new(uint32)
		r.Go("a", func() { model.NodeAllocated(1); klock.StoreUint32Release(x, 1); model.NodeFreed(1) })
		r.Go("b", func() {
			if klock.LoadUint32Acquire(x) == 1 {
				model.NodeUsed(1)
			}
		})
	}},
	{"node used before it is freed", "", func(r *model.Run) {
		x, y := new(uint32), new(uint32)
		r.Go("a", func() {
			model.NodeAllocated(1)
			klock.StoreUint32Release(x, 1)
			klock.CondLoadUint32Acquire(y, isOne)
			model.NodeFreed(1)
		})
		r.Go("b", func() {
			klock.CondLoadUint32Acquire(x, isOne)
			model.NodeUsed(1)
			klock.StoreUint32Release(y, 1)
		})
	}},
	{"node freed twice", "recycled node", func(r *model.Run) {
		r.Go("a", func() { model.NodeAllocated(1); model.NodeFreed(1); model.NodeFreed(1) })
	}},
	{"assertion", "assertion", func(r *model.Run) {
		x := new(uint32)
		r.Go("a", func() { klock.StoreUint32(x, 1) })
		r.Go("b", func() { model.Assert(klock.LoadUint32(x) == 0, "seen") })
	}},
	{"assertion in the end", "assertion", func(r *model.Run) {
		x := new(uint32)
		r.Go("a", func() { klock.StoreUint32(x, klock.LoadUint32(x)+1) })
		r.Go("b", func() { klock.StoreUint32(x, klock.LoadUint32(x)+1) })
		r.After(func() { model.Assert(klock.LoadUint32(x) == 2, "an addition was lost") })
	}},
	{"misuse", "misuse", func(r *model.Run) { r.Go("a", func() { model.Misused("unlocked") }) }},
	{"panic", "panic", func(r *model.Run) { r.Go("a", func() { panic("client") }) }},
}

func isZero(val uint32) bool { return val == 0 }
func isOne(val uint32) bool  { return val == 1 }

// spinLock is two goroutines that use a test-and-set lock with the given orderings.
func spinLock(swap func(*uint32, uint32) uint32, store func(*uint32, uint32)) func(*model.Run) {
	return func(r *model.Run) {
		lock, section := new(uint32), model.NewSection("section")
		for _, name := range []string{"a", "b"} {
			r.Go(name, func() {
				for swap(lock, 1) == 1 {
					klock.CondLoadUint32(lock, isZero)
				}
				section.Write()
				store(lock, 0)
			})
		}
	}
}

// peterson is Peterson's algorithm for two (1981), which needs sequential consistency.
func peterson(store func(*uint32, uint32), load func(*uint32) uint32) func(*model.Run) {
	return func(r *model.Run) {
		state := new(struct{ wants, victim [2]uint32 })
		section := model.NewSection("section")
		for i := range uint32(2) {
			r.Go([]string{"a", "b"}[i], func() {
				store(&state.wants[i], 1)
				store(&state.victim[0], i)
				if load(&state.wants[1-i]) == 1 && load(&state.victim[0]) == i {
					return // it would wait
				}
				section.Write()
				store(&state.wants[i], 0)
			})
		}
	}
}

// handOff is a waiter that announces itself, looks again and parks, and one who publishes and then looks for waiters.
func handOff(again bool, fence func()) func(*model.Run) {
	return func(r *model.Run) {
		s := new(struct{ ready, parked, permit uint32 })
		r.Name(unsafe.Pointer(s), unsafe.Sizeof(*s), "s")
		r.Go("waiter", func() {
			if klock.LoadUint32Acquire(&s.ready) == 1 {
				return
			}
			klock.StoreUint32Relaxed(&s.parked, 1)
			fence()
			if again && klock.LoadUint32Acquire(&s.ready) == 1 {
				return
			}
			model.Park(&s.permit, false)
		})
		r.Go("waker", func() {
			klock.StoreUint32Release(&s.ready, 1)
			fence()
			if klock.LoadUint32Relaxed(&s.parked) == 1 {
				model.Unpark(&s.permit)
			}
		})
	}
}

// TestViolations checks that each kind of violation is found, by the search and by random samples, that a correct
// program shows none, and that a violation can be replayed.
func TestViolations(t *testing.T) {
	for _, f := range faulty {
		t.Run(f.name, func(t *testing.T) {
			for how, config := range map[string]model.Config{
				"exhaustive":        {Preemptions: -1, Timeouts: 1},
				"two preemptions":   {Preemptions: 2, Timeouts: 1},
				"all interleavings": {Interleave: true, Timeouts: 1, MaxExecutions: 200_000},
				"random":            {Samples: 20_000, Seed: 1, Timeouts: 1},
			} {
				result := model.Explore(config, f.client)
				got := ""
				if result.Failure != nil {
					got = result.Failure.Kind
				}
				if got != f.kind {
					t.Fatalf("%s: found %q (%v), want %q", how, got, result.Failure, f.kind)
				}
				if got == "" {
					continue
				}
				again := model.Explore(model.Config{Replay: result.Failure.Trace, Timeouts: 1}, f.client)
				if again.Failure == nil || again.Failure.Kind != f.kind || len(again.Failure.Story) == 0 && got != "panic" && got != "misuse" {
					t.Fatalf("%s: %s does not replay: %v", how, result.Failure.Trace, again.Failure)
				}
			}
		})
	}
}

// TestStory checks that the story of an execution says who did what, where, and from which write it read.
func TestStory(t *testing.T) {
	f := model.Explore(model.Config{Preemptions: -1}, handOff(true, func() {})).Failure
	story := model.Story(f.Story)
	for _, part := range []string{
		"waiter", "waker", "handOff", "violations_test.go:", "store relaxed s+4: wrote 0x1",
		"load relaxed s+4: read 0x0 from its initial value (stale)",
	} {
		if !strings.Contains(story, part) {
			t.Errorf("the story does not say %q:\n%s", part, story)
		}
	}
	if !strings.Contains(f.Message, "waiter waits (violations_test.go:") {
		t.Errorf("the message does not say where the waiter waits: %s", f.Message)
	}
}

// TestPreemptionBound checks that a bound cuts executions off and says so, and that none does not.
func TestPreemptionBound(t *testing.T) {
	client := litmusTests[0].client
	all := model.Explore(model.Config{Preemptions: -1}, client)
	bounded := model.Explore(model.Config{}, client)
	if all.Bounded || !bounded.Bounded || bounded.Executions >= all.Executions {
		t.Errorf("without bound %d executions (bounded: %v), with it %d (%v)", all.Executions, all.Bounded, bounded.Executions, bounded.Bounded)
	}
}

package qrwlock

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/klock-go/klock/internal/locktest"
)

func TestExclusion(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		locktest.Exclusion(t, rw)
		expectIdle(t, words)
	})
}

func TestExclusionRW(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		locktest.ExclusionRW(t, rw)
		expectIdle(t, words)
	})
}

func TestTryRW(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) { locktest.TryRW(t, rw) })
}

func TestUnlockElsewhere(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) {
		t.Run("writer", func(t *testing.T) { locktest.UnlockElsewhere(t, rw) })
		t.Run("reader", func(t *testing.T) { locktest.UnlockElsewhere(t, rw.RLocker()) })
	})
}

func TestCond(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		locktest.Cond(t, rw)
		expectIdle(t, words)
	})
}

// Waiters of a Cond that only read may hold its lock together.
func TestCondOfReaders(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		var (
			changed = sync.NewCond(rw.RLocker())
			ready   bool
			waits   sync.WaitGroup
			ended   sync.WaitGroup
		)
		for range 4 {
			waits.Add(1)
			ended.Go(func() {
				rw.RLock()
				waits.Done()
				for !ready {
					changed.Wait()
				}
				rw.RUnlock()
			})
		}
		waits.Wait()
		rw.Lock()
		ready = true
		rw.Unlock()
		changed.Broadcast()
		finish(t, words, &ended)
	})
}

// counters are equal whenever no writer is inside.
type counters struct {
	a uint64
	_ [120]byte
	b uint64
}

func (c *counters) write(t *testing.T) {
	if c.a != c.b {
		t.Errorf("a writer came in while another was inside: %d and %d", c.a, c.b)
	}
	c.a++
	if c.a%16 == 0 {
		runtime.Gosched()
	}
	c.b++
}

func (c *counters) read(t *testing.T) {
	if c.a != c.b {
		t.Errorf("a reader was inside together with a writer: %d and %d", c.a, c.b)
	}
}

// hold is a way to acquire a lock.
type hold struct {
	name    string
	acquire func(rw tested) bool
	write   bool
}

func is(acquire func(tested)) func(tested) bool {
	return func(rw tested) bool { acquire(rw); return true }
}

// holds are all ways to acquire a lock.
var holds = []hold{
	{"Lock", is(tested.Lock), true},
	{"TryLock", tested.TryLock, true},
	{"LockContext", func(rw tested) bool { return rw.LockContext(context.Background()) == nil }, true},
	{"RLock", is(tested.RLock), false},
	{"TryRLock", tested.TryRLock, false},
	{"RLockContext", func(rw tested) bool { return rw.RLockContext(context.Background()) == nil }, false},
	{"RLockRecursive", is(tested.RLockRecursive), false},
	{"RLocker", func(rw tested) bool { rw.RLocker().Lock(); return true }, false},
}

// use acquires rw, visits the counters and releases rw, sometimes after a Downgrade. It reports whether it wrote.
func (h hold) use(t *testing.T, rw tested, data *counters, downgrade bool) (wrote bool) {
	if !h.acquire(rw) {
		return false
	}
	if !h.write {
		data.read(t)
		rw.RUnlock()
		return false
	}
	data.write(t)
	if !downgrade {
		rw.Unlock()
		return true
	}
	before := data.a
	rw.Downgrade()
	data.read(t)
	if data.a != before {
		t.Error("somebody wrote between Downgrade and RUnlock")
	}
	rw.RUnlock()
	return true
}

// Every two ways to acquire exclude each other as they should, with two goroutines for each.
func TestEveryPair(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for i, one := range holds {
			for _, other := range holds[i:] {
				var (
					data  counters
					wrote [4]uint64
					ended sync.WaitGroup
				)
				for who, how := range []hold{one, one, other, other} {
					ended.Go(func() {
						for n := range scaled(400) {
							if how.use(t, rw, &data, n%8 == 0) {
								wrote[who]++
							}
						}
					})
				}
				finish(t, words, &ended)
				if sum := wrote[0] + wrote[1] + wrote[2] + wrote[3]; data.a != sum || data.b != sum {
					t.Errorf("%s and %s: %d writes left %d and %d", one.name, other.name, sum, data.a, data.b)
				}
			}
		}
	})
}

// All methods at once, in random order.
func TestMixedMethods(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, procs := range []int{1, 2, 4, 16} {
			before := runtime.GOMAXPROCS(procs)
			var (
				data  counters
				mu    sync.Mutex
				wrote uint64
				ended sync.WaitGroup
			)
			for seed := range uint64(16) {
				ended.Go(func() {
					random, mine := rand.New(rand.NewPCG(seed, 1)), uint64(0)
					for range scaled(2000) {
						if holds[random.IntN(len(holds))].use(t, rw, &data, random.IntN(4) == 0) {
							mine++
						}
					}
					mu.Lock()
					wrote += mine
					mu.Unlock()
				})
			}
			finish(t, words, &ended)
			if data.a != wrote || data.b != wrote {
				t.Errorf("with %d processors %d writes left %d and %d", procs, wrote, data.a, data.b)
			}
			runtime.GOMAXPROCS(before)
		}
	})
}

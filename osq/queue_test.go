package osq

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/numa"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// spinQueue is either queue of the package.
type spinQueue interface {
	Lock(stop func() bool) bool
	Unlock()
	IsLocked() bool
}

// locker makes a queue a sync.Locker whose waiters never give up.
type locker struct{ spinQueue }

func (l locker) Lock() { l.spinQueue.Lock(nil) }

// bothQueues runs test for both queues; fresh returns a new one and its word.
func bothQueues(t *testing.T, test func(t *testing.T, fresh func() (spinQueue, *uint32))) {
	t.Run("Queue", func(t *testing.T) {
		test(t, func() (spinQueue, *uint32) { q := new(Queue); return q, &q.word })
	})
	t.Run("NUMAQueue", func(t *testing.T) {
		test(t, func() (spinQueue, *uint32) { q := new(NUMAQueue); return q, &q.q.word })
	})
}

func TestSize(t *testing.T) {
	for _, test := range []struct {
		name       string
		size, want uintptr
	}{
		{"Queue", unsafe.Sizeof(Queue{}), 4},
		{"NUMAQueue", unsafe.Sizeof(NUMAQueue{}), 4},
		{"Mutex", unsafe.Sizeof(Mutex{}), 8},
		{"NUMAMutex", unsafe.Sizeof(NUMAMutex{}), 8},
	} {
		if test.size != test.want {
			t.Errorf("a %s has %d bytes, want %d", test.name, test.size, test.want)
		}
	}
}

func TestQueueExclusion(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		locktest.Exclusion(t, locker{q})
	})
}

func TestQueueUnlockElsewhere(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		locktest.UnlockElsewhere(t, locker{q})
	})
}

func TestQueueGCLatency(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		locktest.GCLatency(t, locker{q}, locker{q}, locker{q}, locker{q})
	})
}

func TestQueueMisuse(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		locktest.Misuse(t, "unlocked", func() { q.Unlock() })
	})
}

// arrivals counts the waiters that join the queue of w one after the other, while nobody leaves it: each becomes the tail.
func arrivals(w *uint32) (queued func(n int) bool) {
	count, last := 0, waitq.Tail(klock.LoadUint32(w))
	return func(n int) bool {
		if tail := waitq.Tail(klock.LoadUint32(w)); tail != last {
			count, last = count+1, tail
		}
		return count == n
	}
}

func TestQueueOrder(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		for _, waiters := range []int{1, 2, 3, 30} {
			q, w := fresh()
			locktest.Order(t, locker{q}, waiters, arrivals(w))
			if *w != 0 {
				t.Errorf("%d waiters left the word at %#x", waiters, *w)
			}
		}
	})
}

func TestIsLocked(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		if q.IsLocked() {
			t.Error("a new queue is locked")
		}
		if !q.Lock(func() bool { return true }) {
			t.Error("stop was asked although the queue was free")
		}
		if !q.IsLocked() {
			t.Error("a queue that was locked is not")
		}
		if q.Lock(func() bool { return true }) {
			t.Error("a queue was locked twice")
		}
		q.Unlock()
		if q.IsLocked() {
			t.Error("an unlocked queue is locked")
		}
	})
}

// Whoever of those in the queue gives up, in whatever order, the others get it, in their order.
func TestQueueGiveUpAnywhere(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		const waiters = 4
		for who := range 1 << waiters {
			for _, backwards := range []bool{false, true} {
				q, w := fresh()
				q.Lock(nil)
				var (
					ended  sync.WaitGroup
					order  []int
					stops  [waiters]atomic.Bool
					gone   [waiters]chan struct{}
					queued = arrivals(w)
				)
				for i := range waiters {
					gone[i] = make(chan struct{})
					ended.Go(func() {
						defer close(gone[i])
						if q.Lock(stops[i].Load) {
							order = append(order, i)
							q.Unlock()
						}
					})
					locktest.Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
				}
				want := []int{}
				for i := range waiters {
					if backwards {
						i = waiters - 1 - i
					}
					if who>>i&1 != 0 {
						stops[i].Store(true)
						<-gone[i]
					} else {
						want = append(want, i)
					}
				}
				slices.Sort(want)
				q.Unlock()
				ended.Wait()
				if !slices.Equal(order, want) {
					t.Errorf("with %04b giving up, backwards %v, the others got it in the order %v", who, backwards, order)
				}
				if *w != 0 {
					t.Errorf("with %04b giving up, backwards %v, the word ended as %#x", who, backwards, *w)
				}
			}
		}
	})
}

// Waiters give up at random moments for a million rounds, on random memory nodes: nobody is lost, and the indices of the
// nodes go round many times.
func TestQueueStorm(t *testing.T) {
	defer numa.Pretend(func() uint32 { return rand.Uint32() % 4 })()
	rounds := 1_000_000
	if testing.Short() || race.Enabled {
		rounds = 20_000
	}
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		for _, procs := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("procs=%d", procs), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				storm(t, fresh, rounds/6)
			})
		}
	})
}

func storm(t *testing.T, fresh func() (spinQueue, *uint32), rounds int) {
	const goroutines = 8
	q, w := fresh()
	var (
		ended  sync.WaitGroup
		inside int
		locked atomic.Int64
	)
	for g := range uint64(goroutines) {
		ended.Go(func() {
			random := rand.New(rand.NewPCG(7, g))
			for range rounds / goroutines {
				asked, most := 0, random.IntN(4)
				if q.Lock(func() bool { asked++; return asked > most }) {
					inside++
					locked.Add(1)
					if random.IntN(8) == 0 {
						runtime.Gosched()
					}
					q.Unlock()
				}
			}
		})
	}
	ended.Wait()
	if int64(inside) != locked.Load() {
		t.Errorf("%d sections for %d locks", inside, locked.Load())
	}
	if *w != 0 {
		t.Errorf("the word ended as %#x", *w)
	}
}

var numaQueue = locktest.NUMALock{
	New: func() (sync.Locker, *uint32) {
		q := new(NUMAQueue)
		return locker{q}, &q.q.word
	},
	Arrivals: arrivals,
	Bound:    waitq.PassOverBound,
}

func TestQueueNUMAOrder(t *testing.T) { locktest.NUMAOrder(t, numaQueue) }
func TestQueueNUMABound(t *testing.T) { locktest.NUMABound(t, numaQueue) }

func TestQueueNoRace(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		locktest.NoRaceReported(t, func() {
			data, done := 0, make(chan struct{})
			go func() {
				defer close(done)
				q.Lock(nil)
				data++
				q.Unlock()
			}()
			for !q.Lock(func() bool { return true }) {
			}
			data++
			q.Unlock()
			<-done
		})
	})
}

// A Lock that gives up orders nothing.
func TestQueueRace(t *testing.T) {
	bothQueues(t, func(t *testing.T, fresh func() (spinQueue, *uint32)) {
		q, _ := fresh()
		locktest.FailureOrdersNothing(t, locker{q}, func() bool { return q.Lock(func() bool { return true }) })
	})
}

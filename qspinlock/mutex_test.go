package qspinlock

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/waitq"
)

// tested is either mutex of the package.
type tested interface {
	locktest.TryLocker
	LockContext(context.Context) error
	IsContended() bool
	String() string
}

// both runs test for both mutexes; make returns a new one and its word.
func both(t *testing.T, test func(t *testing.T, make func() (tested, *uint32))) {
	t.Run("Mutex", func(t *testing.T) {
		test(t, func() (tested, *uint32) { m := new(Mutex); return m, &m.word })
	})
	t.Run("NUMAMutex", func(t *testing.T) {
		test(t, func() (tested, *uint32) { m := new(NUMAMutex); return m, &m.m.word })
	})
}

// each is both for a test that needs no word.
func each(t *testing.T, test func(t *testing.T, m tested)) {
	both(t, func(t *testing.T, make func() (tested, *uint32)) {
		m, _ := make()
		test(t, m)
	})
}

func TestSize(t *testing.T) {
	if a, b := unsafe.Sizeof(Mutex{}), unsafe.Sizeof(NUMAMutex{}); a != 4 || b != 4 {
		t.Errorf("a Mutex has %d bytes and a NUMAMutex %d, want 4", a, b)
	}
}

func TestExclusion(t *testing.T) { each(t, func(t *testing.T, m tested) { locktest.Exclusion(t, m) }) }
func TestTry(t *testing.T)       { each(t, func(t *testing.T, m tested) { locktest.Try(t, m) }) }
func TestUnlockElsewhere(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.UnlockElsewhere(t, m) })
}
func TestCond(t *testing.T)      { each(t, func(t *testing.T, m tested) { locktest.Cond(t, m) }) }
func TestCopylocks(t *testing.T) { each(t, func(t *testing.T, m tested) { locktest.Copylocks(t, m) }) }
func TestGCLatency(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.GCLatency(t, m, m, m, m) })
}
func TestMisuse(t *testing.T) {
	each(t, func(t *testing.T, m tested) { locktest.Misuse(t, "unlocked", func() { m.Unlock() }) })
}
func TestNeighbours(t *testing.T) {
	t.Run("Mutex", func(t *testing.T) { locktest.Neighbours[Mutex](t) })
	t.Run("NUMAMutex", func(t *testing.T) { locktest.Neighbours[NUMAMutex](t) })
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

func TestOrder(t *testing.T) {
	both(t, func(t *testing.T, make func() (tested, *uint32)) {
		for _, waiters := range []int{1, 2, 3, 40} {
			m, w := make()
			locktest.Order(t, m, waiters, arrivals(w))
			if *w != 0 {
				t.Errorf("%d waiters left the word at %#x", waiters, *w)
			}
		}
	})
}

// A try must not overtake those that wait, not even when the mutex is free for a moment.
func TestTryDoesNotOvertake(t *testing.T) {
	both(t, func(t *testing.T, make func() (tested, *uint32)) {
		for _, others := range []uint32{mutex.Pending, mutex.Reserved, waitq.Spinning, waitq.Asleep, waitq.Asleep | waitq.Woken, 1 << 12, 1 << 29} {
			m, w := make()
			*w = others
			if m.TryLock() {
				t.Errorf("TryLock succeeded with the word %#x", others)
			}
			if *w != others {
				t.Errorf("TryLock changed the word from %#x to %#x", others, *w)
			}
		}
	})
}

// Somebody who arrives may take a free mutex only while it is promised to nobody.
func TestSteal(t *testing.T) {
	for _, test := range []struct {
		word uint32
		want bool
	}{
		{0, true},
		{waitq.Asleep | 1<<12, true},
		{waitq.Asleep | waitq.Woken | 1<<12, true},
		{waitq.Spinning, true},
		{mutex.Locked, false},
		{mutex.Pending, false},
		{mutex.Reserved | 1<<12, false},
		{mutex.Reserved | waitq.Asleep | waitq.Woken | 1<<12, false},
	} {
		word := test.word
		if got := mutex.Steal(&word); got != test.want {
			t.Errorf("stealing from %#x: %v, want %v", test.word, got, test.want)
		}
		if want := test.word | mutex.Locked; test.want && word != want {
			t.Errorf("stealing from %#x left %#x, want %#x", test.word, word, want)
		}
	}
}

// queue starts a goroutine for each call and waits until it stands in the queue of w behind the one before.
func queue(t *testing.T, w *uint32, ended *sync.WaitGroup, calls ...func()) {
	t.Helper()
	queued := arrivals(w)
	for i, call := range calls {
		ended.Go(call)
		locktest.Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
	}
}

func TestLockContext(t *testing.T) {
	each(t, func(t *testing.T, m tested) {
		ctx, cancel := context.WithCancel(context.Background())
		if err := m.LockContext(ctx); err != nil {
			t.Fatal(err)
		}
		result := make(chan error)
		go func() { result <- m.LockContext(ctx) }()
		locktest.Eventually(t, "a waiter", m.IsContended)
		cancel()
		if err := <-result; !errors.Is(err, context.Canceled) {
			t.Errorf("a waiter that was cancelled returned %v", err)
		}
		m.Unlock()
		if err := m.LockContext(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that was done LockContext returned %v", err)
		}
		if !m.TryLock() {
			t.Error("LockContext that returned an error locked")
		}
		m.Unlock()
	})
}

// Whoever of those in the queue gives up, the others get the mutex, in their order.
func TestCancelAnywhere(t *testing.T) {
	both(t, func(t *testing.T, make func() (tested, *uint32)) {
		const waiters = 5
		for who := range uint(1 << waiters) {
			m, w := make()
			m.Lock()
			ctx, cancel := context.WithCancel(context.Background())
			var (
				ended   sync.WaitGroup
				order   []int
				gone    sync.WaitGroup
				waiting []func()
			)
			for i := range waiters {
				if who>>i&1 == 0 {
					waiting = append(waiting, func() {
						m.Lock()
						order = append(order, i)
						m.Unlock()
					})
					continue
				}
				gone.Add(1)
				waiting = append(waiting, func() {
					if m.LockContext(ctx) == nil {
						t.Error("a waiter that was cancelled got the mutex")
						m.Unlock()
					}
					gone.Done()
				})
			}
			queue(t, w, &ended, waiting...)
			cancel()
			gone.Wait()
			m.Unlock()
			ended.Wait()
			if !slices.IsSorted(order) || len(order)+bits(who) != waiters {
				t.Errorf("with %05b cancelled the others got it in the order %v", who, order)
			}
			if *w != 0 {
				t.Errorf("with %05b cancelled the word ended as %#x", who, *w)
			}
		}
	})
}

func bits(set uint) (n int) {
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// Waiters give up at random moments, also just when the mutex comes to them; nobody is lost.
func TestCancelStorm(t *testing.T) {
	both(t, func(t *testing.T, make func() (tested, *uint32)) {
		m, w := make()
		rounds := 4000
		if testing.Short() {
			rounds = 400
		}
		inside, locked := 0, 0
		var counted sync.Mutex
		var ended sync.WaitGroup
		for g := range uint64(8) {
			ended.Go(func() {
				random := rand.New(rand.NewPCG(1, g))
				got := 0
				for range rounds {
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(60))*time.Microsecond)
					if m.LockContext(ctx) == nil {
						inside++
						if random.IntN(8) == 0 {
							runtime.Gosched()
						}
						got++
						m.Unlock()
					}
					cancel()
				}
				counted.Lock()
				locked += got
				counted.Unlock()
			})
		}
		ended.Wait()
		if inside != locked {
			t.Errorf("%d sections for %d locks", inside, locked)
		}
		if *w != 0 {
			t.Errorf("the word ended as %#x", *w)
		}
	})
}

// A goroutine that never stops using the mutex cannot keep one that waits from it for long, not even when there is one
// processor and it never blocks.
func TestPassingOverEnds(t *testing.T) {
	both(t, func(t *testing.T, make func() (tested, *uint32)) {
		for _, procs := range []int{1, 2} {
			before := runtime.GOMAXPROCS(procs)
			m, _ := make()
			var (
				stop  sync.WaitGroup
				ended bool
			)
			stop.Go(func() {
				for done := false; !done; {
					m.Lock()
					done = ended
					m.Unlock()
				}
			})
			longest := time.Duration(0)
			for range 20 {
				start := time.Now()
				m.Lock()
				longest = max(longest, time.Since(start))
				m.Unlock()
				time.Sleep(100 * time.Microsecond)
			}
			m.Lock()
			ended = true
			m.Unlock()
			stop.Wait()
			if longest > 2*time.Second {
				t.Errorf("with %d processors one wait took %v", procs, longest)
			}
			runtime.GOMAXPROCS(before)
		}
	})
}

// Waiters block durably, so a bubble's clock goes on while they wait.
func TestSynctest(t *testing.T) {
	each(t, func(t *testing.T, m tested) {
		synctest.Test(t, func(t *testing.T) {
			m.Lock()
			go func() {
				time.Sleep(time.Hour)
				m.Unlock()
			}()
			start := time.Now()
			m.Lock()
			if waited := time.Since(start); waited != time.Hour {
				t.Errorf("waited for %v", waited)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := m.LockContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("LockContext returned %v", err)
			}
			m.Unlock()
		})
	})
}

func TestString(t *testing.T) {
	for _, test := range []struct {
		word uint32
		want string
	}{
		{0, "unlocked"},
		{mutex.Locked, "locked"},
		{mutex.Locked | waitq.Spinning | mutex.Pending, "locked, pending, spinning"},
		{mutex.Locked | waitq.Asleep | 1<<12, "locked, head asleep, queued"},
		{mutex.Reserved | waitq.Asleep | waitq.Woken | 1<<12, "unlocked, reserved, head asleep, head woken, queued"},
	} {
		if got := (&Mutex{test.word}).String(); got != test.want {
			t.Errorf("%#x is %q, want %q", test.word, got, test.want)
		}
	}
}

func TestNoRace(t *testing.T) {
	each(t, func(t *testing.T, m tested) {
		locktest.NoRaceReported(t, func() {
			data, done := 0, make(chan struct{})
			go func() {
				defer close(done)
				m.Lock()
				data++
				m.Unlock()
				for !m.TryLock() {
				}
				data++
				m.Unlock()
			}()
			if m.LockContext(context.Background()) == nil {
				data++
				m.Unlock()
			}
			<-done
		})
	})
}

// A try that fails orders nothing.
func TestRace(t *testing.T) {
	each(t, func(t *testing.T, m tested) {
		locktest.RaceReported(t, func() {
			data, done := 0, make(chan struct{})
			go func() {
				defer close(done)
				for m.TryLock() {
					m.Unlock()
				}
				data++
			}()
			data++
			m.Lock()
			<-done
		})
	})
}

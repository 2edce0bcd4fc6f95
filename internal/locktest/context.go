package locktest

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/klock-go/klock/internal/testenv"
)

// ContextLocker is a lock whose waiters can give up.
type ContextLocker interface {
	sync.Locker
	TryLock() bool
	LockContext(context.Context) error
	IsContended() bool
}

// LockContext tests a context that is done before, while and after a goroutine waits.
func LockContext(t *testing.T, m ContextLocker) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	if err := m.LockContext(ctx); err != nil {
		t.Fatal(err)
	}
	result := make(chan error)
	go func() { result <- m.LockContext(ctx) }()
	Eventually(t, "a waiter", m.IsContended)
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
}

// CancelAnywhere tests that, whoever of those in the queue gives up, the others get the lock in their order. fresh returns a
// new lock, and a function that reports whether n waiters have joined its queue.
func CancelAnywhere(t *testing.T, fresh func() (lock ContextLocker, queued func(n int) bool)) {
	t.Helper()
	const waiters = 5
	for who := range uint(1 << waiters) {
		m, queued := fresh()
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
		for i, call := range waiting {
			ended.Go(call)
			Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
		}
		cancel()
		gone.Wait()
		m.Unlock()
		ended.Wait()
		if !slices.IsSorted(order) || len(order)+bits.OnesCount(who) != waiters {
			t.Errorf("with %05b cancelled the others got it in the order %v", who, order)
		}
	}
}

// CancelStorm lets waiters give up at random moments, also just when the lock comes to them: nobody is lost.
func CancelStorm(t *testing.T, m ContextLocker) {
	t.Helper()
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
}

// PassingOverEnds tests that a goroutine which never stops using the lock cannot keep one that waits from it for long, not
// even when there is one processor and it never blocks.
func PassingOverEnds(t *testing.T, m sync.Locker) {
	t.Helper()
	for _, procs := range []int{1, 2} {
		restore := setProcs(procs)
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
		restore()
	}
}

// Bubble tests that waiters block durably: the clock of a bubble of testing/synctest goes on while they wait.
func Bubble(t *testing.T, m ContextLocker) {
	t.Helper()
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
}

// BusyBubble tests that goroutines which never block, so that the clock of a bubble stands still, pass over one that waits for
// m only so often. The others use other.
func BusyBubble(t *testing.T, m, other sync.Locker) {
	t.Helper()
	if testenv.Emulated() {
		t.Skip("so many passes take too long")
	}
	var hopeless atomic.Bool
	watch := time.AfterFunc(20*time.Second, func() { hopeless.Store(true) })
	defer watch.Stop()
	synctest.Test(t, func(t *testing.T) {
		var (
			entered atomic.Int32
			got     atomic.Bool
			ended   sync.WaitGroup
		)
		for range 4 {
			ended.Go(func() {
				for !got.Load() && !hopeless.Load() {
					other.Lock()
					entered.Add(1)
					runtime.Gosched()
					other.Unlock()
				}
			})
		}
		for entered.Load() < 16 {
			runtime.Gosched()
		}
		m.Lock()
		got.Store(true)
		m.Unlock()
		ended.Wait()
	})
	if hopeless.Load() {
		t.Error("a waiter was passed over until the others gave up")
	}
}

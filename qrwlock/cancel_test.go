package qrwlock

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
)

// waits are the two ways to wait with a context.
var waits = []struct {
	name    string
	acquire func(tested, context.Context) error
	release func(tested)
}{
	{"LockContext", tested.LockContext, tested.Unlock},
	{"RLockContext", tested.RLockContext, tested.RUnlock},
}

func TestCancelledAlready(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, wait := range waits {
			if err := wait.acquire(rw, ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s of a free lock returned %v", wait.name, err)
			}
			expectIdle(t, words)
		}
	})
}

// A waiter that is alone in the queue, and so its head, gives up while it is parked.
func TestCancelParkedHead(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, wait := range waits {
			rw.Lock()
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			var err error
			done := start(func() { err = wait.acquire(rw, ctx) })
			awaitParked(t, words)
			cancel()
			within(t, words, "the end of a cancelled wait", done)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s returned %v", wait.name, err)
			}
			if rw.IsContended() {
				t.Errorf("%s left a trace: %v", wait.name, rw)
			}
			rw.Unlock()
			expectIdle(t, words)
		}
	})
}

// Whoever of those in the queue gives up, the others get the lock, in their order.
func TestCancelAnywhere(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		const waiters = 5
		for n := range uint(1 << waiters) {
			for kinds := range waits {
				cancelSome(t, rw, words, waiters, n, kinds == 1)
			}
		}
	})
}

// cancelSome queues waiters behind a writer, writers or, if mixed, a writer and a reader in turns. It cancels those
// whose bit in who is set.
func cancelSome(t *testing.T, rw tested, words *RWMutex, waiters int, who uint, mixed bool) {
	t.Helper()
	rw.Lock()
	ctx, cancel := context.WithCancel(context.Background())
	var (
		ended, gone sync.WaitGroup
		mu          sync.Mutex
		order       []int
		calls       []func()
	)
	for i := range waiters {
		wait := waits[0]
		if mixed {
			wait = waits[i%2]
		}
		if who>>i&1 == 0 {
			calls = append(calls, func() {
				if err := wait.acquire(rw, context.Background()); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				wait.release(rw)
			})
			continue
		}
		gone.Add(1)
		calls = append(calls, func() {
			defer gone.Done()
			if err := wait.acquire(rw, ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s returned %v", wait.name, err)
			}
		})
	}
	enqueue(t, words, &ended, calls...)
	cancel()
	within(t, words, "the end of cancelled waits", start(gone.Wait))
	rw.Unlock()
	finish(t, words, &ended)
	for i, place := range order[min(1, len(order)):] {
		// Two readers with only cancelled writers between them enter together.
		if before := order[i]; place < before && !(mixed && place%2 == 1 && before%2 == 1) {
			t.Errorf("of %d waiters, %#b cancelled, those left entered in the order %v", waiters, who, order)
		}
	}
}

// lapsing is a context that ends at a certain look at it, and tells nobody before.
type lapsing struct {
	context.Context
	looks atomic.Int32 // that are left
}

func (c *lapsing) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A waiter gives up at every point where it looks at its context: before it begins, as a head that is awake, and as one
// that is about to park. Those behind it do not suffer.
func TestCancelAtEveryLook(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, holder := range []hold{holds[0], holds[3]} {
			for _, wait := range waits {
				for looks := range int32(6) {
					for _, behind := range waits {
						t.Run(fmt.Sprintf("%s/%s/%d/%s", holder.name, wait.name, looks, behind.name), func(t *testing.T) {
							lapse(t, rw, words, holder, wait.acquire, wait.release, looks, func() {
								if err := behind.acquire(rw, context.Background()); err != nil {
									t.Error(err)
									return
								}
								behind.release(rw)
							})
						})
					}
				}
			}
		}
	})
}

// lapse lets a waiter whose context ends at a certain look, and one more goroutine, wait for rw.
func lapse(t *testing.T, rw tested, words *RWMutex, holder hold, acquire func(tested, context.Context) error,
	release func(tested), looks int32, behind func()) {
	var ended sync.WaitGroup
	holder.acquire(rw)
	ctx := &lapsing{Context: context.Background()}
	ctx.looks.Store(looks)
	first := start(func() {
		switch err := acquire(rw, ctx); {
		case err == nil:
			release(rw)
		case !errors.Is(err, context.Canceled):
			t.Errorf("the waiter returned %v", err)
		}
	})
	time.Sleep(100 * time.Microsecond) // whether the waiter is parked, gone or on its way: all must end well
	ended.Go(behind)
	time.Sleep(100 * time.Microsecond)
	if holder.write {
		rw.Unlock()
	} else {
		rw.RUnlock()
	}
	within(t, words, "the end of the wait", first)
	finish(t, words, &ended)
}

// A writer that waits for readers keeps further ones out. When it gives up they come in, while the first reader is
// still there: those that wait already, and those that come later.
func TestCancelReadmitsReaders(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for range scaled(40) {
			rw.RLock()
			ctx, cancel := context.WithCancel(context.Background())
			var ended sync.WaitGroup
			ended.Go(func() {
				if err := rw.LockContext(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("LockContext returned %v", err)
				}
			})
			awaitReserved(t, words)
			awaitParked(t, words)
			if rw.TryRLock() {
				t.Fatal("TryRLock passed a writer that waits")
			}
			readers := make([]<-chan struct{}, 3)
			for i := range readers {
				readers[i] = start(func() { rw.RLock(); rw.RUnlock() })
			}
			cancel()
			for _, in := range readers {
				within(t, words, "a reader behind a writer that gave up", in)
			}
			locktest.Eventually(t, "the end of the reservation", rw.TryRLock)
			rw.RUnlock()
			rw.RUnlock()
			finish(t, words, &ended)
		}
	})
}

// The same when the writer stands in the middle of the queue, between readers that are admitted and others.
func TestCancelBetweenReaders(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for range scaled(40) {
			rw.Lock()
			ctx, cancel := context.WithCancel(context.Background())
			var ended, inside sync.WaitGroup
			inside.Add(2)
			together := func() {
				rw.RLock()
				inside.Done()
				inside.Wait() // both, or nobody leaves
				rw.RUnlock()
			}
			enqueue(t, words, &ended, together, func() {
				if rw.LockContext(ctx) == nil {
					t.Error("a writer came in between readers that hold the lock")
					rw.Unlock()
				}
			}, together)
			rw.Unlock()
			awaitReserved(t, words)
			cancel()
			finish(t, words, &ended)
		}
	})
}

// Waiters of both kinds give up at random moments, while others do not. Nobody may be left behind.
func TestCancelStorm(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		var (
			data   counters
			writes atomic.Uint64
			ended  sync.WaitGroup
		)
		for seed := range uint64(16) {
			ended.Go(func() {
				random := rand.New(rand.NewPCG(seed, 2))
				for range scaled(800) {
					ctx, cancel := context.WithCancel(context.Background())
					switch random.IntN(4) {
					case 0:
						ctx, cancel = context.WithTimeout(ctx, time.Duration(random.IntN(200))*time.Microsecond)
					case 1:
						go cancel()
					}
					reading := random.IntN(2)
					wait := waits[reading]
					if wait.acquire(rw, ctx) == nil {
						if reading == 1 {
							data.read(t)
						} else {
							data.write(t)
							writes.Add(1)
						}
						if random.IntN(8) == 0 {
							time.Sleep(time.Microsecond)
						}
						wait.release(rw)
					}
					cancel()
				}
			})
		}
		finish(t, words, &ended)
		if data.a != writes.Load() || data.b != writes.Load() {
			t.Errorf("%d writes left %d and %d", writes.Load(), data.a, data.b)
		}
	})
}

// What an abandoned waiter leaves behind does not keep the lock from being found free.
func TestCancelAllThenTry(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, wait := range waits {
			rw.Lock()
			ctx, cancel := context.WithCancel(context.Background())
			var ended sync.WaitGroup
			for range 8 {
				ended.Go(func() { _ = wait.acquire(rw, ctx) })
			}
			locktest.Eventually(t, "a waiter", rw.IsContended)
			cancel()
			within(t, words, "the end of cancelled waits", start(ended.Wait))
			rw.Unlock()
			// The first that gives up as the head takes the others out.
			locktest.Eventually(t, "a free lock", func() bool { return klock.LoadUint32(&words.cnts) == 0 })
			if !rw.TryLock() {
				t.Fatalf("TryLock failed: %v", rw)
			}
			rw.Unlock()
			expectIdle(t, words)
		}
	})
}

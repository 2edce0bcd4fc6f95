package qrwlock

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
	"github.com/klock-go/klock/internal/waitq"
)

// tested is either lock of the package.
type tested interface {
	locktest.TryRWLocker
	RLocker() sync.Locker
	RLockRecursive()
	Downgrade()
	LockContext(context.Context) error
	RLockContext(context.Context) error
	IsContended() bool
	String() string
}

// both runs test for both locks; create returns a new one and the words of it.
func both(t *testing.T, test func(t *testing.T, create func() (tested, *RWMutex))) {
	t.Run("RWMutex", func(t *testing.T) {
		test(t, func() (tested, *RWMutex) { rw := new(RWMutex); return rw, rw })
	})
	t.Run("ReaderBiased", func(t *testing.T) {
		test(t, func() (tested, *RWMutex) { rw := new(ReaderBiased); return rw, &rw.RWMutex })
	})
}

// each is both for a test of one lock.
func each(t *testing.T, test func(t *testing.T, rw tested, words *RWMutex)) {
	both(t, func(t *testing.T, create func() (tested, *RWMutex)) {
		rw, words := create()
		test(t, rw, words)
	})
}

// arrivals counts the waiters that join the queue of rw one after the other, while nobody leaves it: each becomes the
// tail.
func arrivals(rw *RWMutex) (queued func(n int) bool) {
	count, last := 0, waitq.Tail(klock.LoadUint32(&rw.queue))
	return func(n int) bool {
		if tail := waitq.Tail(klock.LoadUint32(&rw.queue)); tail != last {
			count, last = count+1, tail
		}
		return count == n
	}
}

// enqueue starts a goroutine for each call and waits until it stands in the queue of rw behind the one before.
func enqueue(t *testing.T, rw *RWMutex, ended *sync.WaitGroup, calls ...func()) {
	t.Helper()
	queued := arrivals(rw)
	for i, call := range calls {
		ended.Go(call)
		locktest.Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
	}
}

// awaitParked waits until the head of the queue of rw sleeps and nobody has woken it.
func awaitParked(t *testing.T, rw *RWMutex) {
	t.Helper()
	locktest.Eventually(t, "a parked head", func() bool {
		return klock.LoadUint32(&rw.queue)&(waitq.Asleep|waitq.Woken|waitq.Spinning) == waitq.Asleep
	})
}

// awaitReserved waits until rw is kept for the head of its queue, which is due when readers have used their turns.
func awaitReserved(t *testing.T, rw *RWMutex) {
	t.Helper()
	locktest.Eventually(t, "a reservation", func() bool {
		if rw.TryRLock() {
			rw.RUnlock()
		}
		return klock.LoadUint32(&rw.cnts)&waiting != 0
	})
}

// finish waits for the end of all goroutines that use rw, and tests that they left no trace in it.
func finish(t *testing.T, rw *RWMutex, ended *sync.WaitGroup) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		ended.Wait()
		close(done)
	}()
	within(t, rw, "the end of all goroutines", done)
	expectIdle(t, rw)
}

// within waits for done, and fails the test with the state of rw when that takes absurdly long.
func within(t *testing.T, rw *RWMutex, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatalf("never came: %s; %v", what, rw)
	}
}

// expectIdle tests that nobody holds rw or waits for it. What stays is how the next release is made, and the count of
// passes.
func expectIdle(t *testing.T, rw *RWMutex) {
	t.Helper()
	const leftovers = waitq.Contended | 0xff
	if rw.cnts != 0 || rw.queue&^leftovers != 0 {
		t.Errorf("the lock ended as %#x, %#x", rw.cnts, rw.queue)
	}
}

// start runs f on another goroutine and returns a channel that is closed at its end.
func start(f func()) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	return done
}

// scaled cuts a number of repetitions down where each takes long.
func scaled(n int) int {
	if testing.Short() {
		n /= 4
	}
	if testenv.Emulated() || race.Enabled {
		n /= 8
	}
	return max(n, 1)
}

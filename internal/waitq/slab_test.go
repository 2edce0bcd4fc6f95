package waitq_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/waitq"
	"github.com/klock-go/klock/qrwlock"
)

// scaled cuts a number of repetitions down in short runs.
func scaled(n int) int {
	if testing.Short() {
		return n / 8
	}
	return n
}

// expectNoLeak tests that every node has come back and no head is left in the table.
func expectNoLeak(t *testing.T) {
	t.Helper()
	if free, made := waitq.Free(), waitq.Made(); free != made {
		t.Errorf("%d of %d nodes came back", free, made)
	}
	if heads := waitq.Heads(); heads != 0 {
		t.Errorf("%d heads are left in the table", heads)
	}
}

// use has goroutines wait for a few locks, some with contexts that end at random moments.
func use(locks []qrwlock.RWMutex, goroutines int) {
	var ended sync.WaitGroup
	for seed := range uint64(goroutines) {
		ended.Go(func() {
			random := rand.New(rand.NewPCG(seed, 3))
			for range scaled(400) {
				rw := &locks[random.IntN(len(locks))]
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(100))*time.Microsecond)
				switch random.IntN(4) {
				case 0:
					rw.Lock()
					rw.Unlock()
				case 1:
					rw.RLock()
					rw.RUnlock()
				case 2:
					if rw.LockContext(ctx) == nil {
						time.Sleep(time.Microsecond)
						rw.Unlock()
					}
				case 3:
					if rw.RLockContext(ctx) == nil {
						time.Sleep(time.Microsecond)
						rw.RUnlock()
					}
				}
				cancel()
			}
		})
	}
	ended.Wait()
}

func TestNoNodeLeaks(t *testing.T) {
	use(make([]qrwlock.RWMutex, 3), 32)
	expectNoLeak(t)
}

// Waiters that are queued and give up, in the order in which they came and against it, leave no node behind.
func TestAbandonedNodesComeBack(t *testing.T) {
	for _, order := range []func([]context.CancelFunc){
		func([]context.CancelFunc) {},
		slices.Reverse[[]context.CancelFunc],
	} {
		var (
			rw      qrwlock.RWMutex
			ended   sync.WaitGroup
			cancels []context.CancelFunc
		)
		rw.Lock()
		for range 8 {
			ctx, cancel := context.WithCancel(context.Background())
			cancels = append(cancels, cancel)
			before := waitq.Made() - waitq.Free()
			ended.Go(func() { _ = rw.LockContext(ctx) })
			locktest.Eventually(t, "a node in use", func() bool { return waitq.Made()-waitq.Free() > before })
		}
		order(cancels)
		for _, cancel := range cancels {
			cancel()
			time.Sleep(20 * time.Microsecond)
		}
		ended.Wait()
		rw.Unlock()
		if !rw.TryLock() {
			t.Errorf("the lock is not free: %v", &rw)
		}
		expectNoLeak(t)
	}
}

// With fewer nodes than waiters all get their turn, and nothing is lost.
func TestExhaustion(t *testing.T) {
	for _, size := range []int{1, 2, 5} {
		restore := waitq.Shrink(size)
		use(make([]qrwlock.RWMutex, 3), 32)
		if free := waitq.Free(); free != size {
			t.Errorf("of %d nodes %d came back", size, free)
		}
		restore()
		expectNoLeak(t)
	}
}

// Who waits for a node gets one in the order of arrival, whatever the lock it wants.
func TestNodesAreGivenInOrder(t *testing.T) {
	restore := waitq.Shrink(1)
	var (
		rw    qrwlock.RWMutex // one lock: a node is given on when its waiter has got the lock, before it is counted
		ended sync.WaitGroup
		order []int // guarded by rw
	)
	rw.Lock()
	ended.Go(func() { rw.Lock(); rw.Unlock() })
	locktest.Eventually(t, "no free node", func() bool { return waitq.Free() == 0 })
	const starving = 8
	for i := range starving {
		ended.Go(func() {
			rw.Lock()
			order = append(order, i)
			rw.Unlock()
		})
		locktest.Eventually(t, "one more waiter for a node", func() bool { return waitq.Starved() == i+1 })
	}
	rw.Unlock()
	ended.Wait()
	if !slices.IsSorted(order) || len(order) != starving {
		t.Errorf("waiters for a node went on in the order %v", order)
	}
	restore()
	expectNoLeak(t)
}

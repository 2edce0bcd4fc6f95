package locktest

import (
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for a state that must come.
const patience = 30 * time.Second

// Eventually waits until condition holds, and fails the test when that takes absurdly long.
func Eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !condition(); time.Sleep(50 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// Order tests that waiters get the lock in the order in which they came. queued(n) reports whether n goroutines wait.
func Order(t *testing.T, lock sync.Locker, waiters int, queued func(n int) bool) {
	t.Helper()
	var (
		order []int
		ended sync.WaitGroup
	)
	lock.Lock()
	for i := range waiters {
		ended.Go(func() {
			lock.Lock()
			order = append(order, i)
			lock.Unlock()
		})
		Eventually(t, "the next waiter in the queue", func() bool { return queued(i + 1) })
	}
	lock.Unlock()
	ended.Wait()
	for place, who := range order {
		if place != who {
			t.Fatalf("waiters got the lock in the order %v", order)
		}
	}
}

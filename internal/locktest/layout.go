package locktest

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Copylocks tests that go vet reports copies of the lock's type: vet looks for types that are a sync.Locker by their
// pointer and not by their value. lock is such a pointer.
func Copylocks(t *testing.T, lock any) {
	t.Helper()
	locker := reflect.TypeFor[sync.Locker]()
	pointer := reflect.TypeOf(lock)
	if pointer.Kind() != reflect.Pointer || !pointer.Implements(locker) || pointer.Elem().Implements(locker) {
		t.Errorf("vet does not see that %v must not be copied", pointer)
	}
}

// Neighbours tests that a lock in use leaves the bytes before and after it alone, and that the lock does not mind
// neighbours that change.
func Neighbours[Lock any, Pointer interface {
	*Lock
	sync.Locker
}](t *testing.T) {
	t.Helper()
	var (
		row struct {
			before [4]uint8
			lock   Lock
			after  [4]uint8
		}
		inside int
		stop   atomic.Bool
		ended  sync.WaitGroup
	)
	for range 2 {
		ended.Go(func() {
			for !stop.Load() {
				Pointer(&row.lock).Lock()
				inside++
				Pointer(&row.lock).Unlock()
			}
		})
	}
	deadline := time.Now().Add(scaled(20 * time.Millisecond))
	for n := uint8(1); time.Now().Before(deadline); n++ {
		for i := range row.before {
			row.before[i], row.after[i] = n, ^n
		}
		for i := range row.before {
			if row.before[i] != n || row.after[i] != ^n {
				t.Errorf("a neighbour of the lock changed: % x and % x, want all %x and all %x", row.before, row.after, n, ^n)
			}
		}
	}
	stop.Store(true)
	ended.Wait()
}

package locktest

import (
	"sync"
	"testing"
)

// Cond uses lock as the Locker of a sync.Cond: every item that is put in must be taken out.
func Cond(t *testing.T, lock sync.Locker) {
	t.Helper()
	const takers, items = 4, 200
	var (
		changed = sync.NewCond(lock)
		stock   int
		taken   int
		ended   sync.WaitGroup
	)
	for range takers {
		ended.Go(func() {
			for range items {
				lock.Lock()
				for stock == 0 {
					changed.Wait()
				}
				stock--
				taken++
				lock.Unlock()
			}
		})
	}
	for range takers * items {
		lock.Lock()
		stock++
		lock.Unlock()
		changed.Signal()
	}
	ended.Wait()
	if taken != takers*items || stock != 0 {
		t.Errorf("took %d and left %d of %d items", taken, stock, takers*items)
	}
}

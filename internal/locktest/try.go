package locktest

import (
	"sync"
	"testing"
	"time"
)

// Try tests TryLock against a lock that is free, and one that is held by this and by another goroutine.
func Try(t *testing.T, lock TryLocker) {
	t.Helper()
	expect(t, "TryLock of a free lock", lock.TryLock(), true)
	expect(t, "TryLock of a lock held by TryLock", lock.TryLock(), false)
	lock.Unlock()
	lock.Lock()
	expect(t, "TryLock of a lock held by Lock", lock.TryLock(), false)
	elsewhere(func() { expect(t, "TryLock of a lock held by another goroutine", lock.TryLock(), false) })
	lock.Unlock()
	expect(t, "TryLock after Unlock", lock.TryLock(), true)
	lock.Unlock()
}

// TryRW tests TryLock and TryRLock in every state that is stable, and that readers alone never make each other's try
// fail.
func TryRW(t *testing.T, lock TryRWLocker) {
	t.Helper()
	Try(t, lock)
	expect(t, "TryRLock of a free lock", lock.TryRLock(), true)
	expect(t, "TryRLock of a lock that a reader holds", lock.TryRLock(), true)
	expect(t, "TryLock of a lock that two readers hold", lock.TryLock(), false)
	lock.RUnlock()
	expect(t, "TryLock of a lock that one reader holds", lock.TryLock(), false)
	lock.RUnlock()
	expect(t, "TryLock after the last RUnlock", lock.TryLock(), true)
	expect(t, "TryRLock of a lock that a writer holds", lock.TryRLock(), false)
	lock.Unlock()
	lock.RLock()
	expect(t, "TryRLock beside RLock", lock.TryRLock(), true)
	lock.RUnlock()
	lock.RUnlock()

	var ended sync.WaitGroup
	deadline := time.Now().Add(scaled(40 * time.Millisecond))
	for range 4 {
		ended.Go(func() {
			for time.Now().Before(deadline) {
				if !lock.TryRLock() {
					t.Error("TryRLock failed with nobody but readers about")
					return
				}
				lock.RUnlock()
			}
		})
	}
	ended.Wait()
}

// UnlockElsewhere tests that a lock need not be unlocked by the goroutine that locked it.
func UnlockElsewhere(t *testing.T, lock sync.Locker) {
	t.Helper()
	for range 100 {
		lock.Lock()
		elsewhere(lock.Unlock)
		elsewhere(lock.Lock)
		lock.Unlock()
	}
}

// elsewhere runs f on another goroutine and waits for its end.
func elsewhere(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

func expect(t *testing.T, what string, got, want bool) {
	t.Helper()
	if got != want {
		t.Errorf("%s returned %v, want %v", what, got, want)
	}
}

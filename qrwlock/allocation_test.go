package qrwlock

import (
	"context"
	"runtime"
	"testing"
)

func TestNoAllocation(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		done, end := context.WithCancel(context.Background())
		end()
		for _, test := range []struct {
			name string
			use  func()
		}{
			{"Lock", func() { rw.Lock(); rw.Unlock() }},
			{"TryLock", func() { rw.TryLock(); rw.TryLock(); rw.Unlock() }},
			{"LockContext", func() { _ = rw.LockContext(ctx); rw.Unlock() }},
			{"LockContext done", func() { _ = rw.LockContext(done) }},
			{"RLock", func() { rw.RLock(); rw.RLock(); rw.RUnlock(); rw.RUnlock() }},
			{"RLocker", func() { rw.RLocker().Lock(); rw.RLocker().Unlock() }},
			{"TryRLock", func() { rw.TryRLock(); rw.TryRLock(); rw.RUnlock(); rw.RUnlock() }},
			{"RLockContext", func() { _ = rw.RLockContext(ctx); _ = rw.RLockContext(ctx); rw.RUnlock(); rw.RUnlock() }},
			{"RLockContext done", func() { _ = rw.RLockContext(done) }},
			{"RLockRecursive", func() { rw.RLockRecursive(); rw.RLockRecursive(); rw.RUnlock(); rw.RUnlock() }},
			{"Downgrade", func() { rw.Lock(); rw.Downgrade(); rw.RUnlock() }},
			{"IsContended", func() { rw.IsContended() }},
		} {
			if allocated := testing.AllocsPerRun(100, test.use); allocated != 0 {
				t.Errorf("%s allocated %v times", test.name, allocated)
			}
		}
	})
}

// Once a node has been made, waiting does not allocate either.
func TestNoAllocationWhileWaiting(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) {
		for name, wait := range map[string]func(){
			"Lock":  func() { rw.Lock(); rw.Unlock() },
			"RLock": func() { rw.RLock(); rw.RUnlock() },
		} {
			begin, done := make(chan struct{}), make(chan struct{})
			go func() {
				for range begin {
					wait()
					done <- struct{}{}
				}
			}()
			allocated := testing.AllocsPerRun(100, func() {
				rw.Lock()
				begin <- struct{}{}
				for !rw.IsContended() {
					runtime.Gosched()
				}
				rw.Unlock()
				<-done
			})
			close(begin)
			if allocated != 0 {
				t.Errorf("a %s that waited allocated %v times", name, allocated)
			}
		}
	})
}

package qrwlock

import (
	"context"

	"github.com/klock-go/klock/internal/race"
)

// The methods as they are under the race detector, which is told what sync.RWMutex tells it: an Unlock happens before the
// next Lock and RLock (the address of cnts stands for that), an RUnlock before the next Lock (the address of queue).
// Readers do not synchronize with each other, and a try that fails orders nothing. Between Disable and Enable the lock's
// own accesses order nothing either.

// raceLockContext is Lock, and with a ctx that is not nil LockContext. It reports whether it locked rw.
func (rw *RWMutex) raceLockContext(ctx context.Context) bool {
	race.Disable()
	ok := rw.tryLockSlow() || rw.lockSlow(ctx)
	race.Enable()
	if ok {
		race.Acquire(&rw.cnts)
		race.Acquire(&rw.queue)
	}
	return ok
}

// raceRLockContext is RLock, and with a ctx that is not nil RLockContext. It reports whether it locked rw.
func (rw *RWMutex) raceRLockContext(ctx context.Context, p preference) bool {
	race.Disable()
	ok := rw.rLockSlow(ctx, p)
	race.Enable()
	if ok {
		race.Acquire(&rw.cnts)
	}
	return ok
}

func (rw *RWMutex) raceLock() { rw.raceLockContext(nil) }

func (rw *RWMutex) raceRLock() { rw.raceRLockContext(nil, fair) }

func (rw *ReaderBiased) raceRLock() { rw.raceRLockContext(nil, biased) }

func (rw *RWMutex) raceTryLock() bool {
	race.Disable()
	ok := rw.tryLockSlow()
	race.Enable()
	if ok {
		race.Acquire(&rw.cnts)
		race.Acquire(&rw.queue)
	}
	return ok
}

func (rw *RWMutex) raceTryRLock() bool {
	race.Disable()
	ok := rw.tryRLock(fair)
	race.Enable()
	if ok {
		race.Acquire(&rw.cnts)
	}
	return ok
}

func (rw *RWMutex) raceRLockRecursive() {
	race.Disable()
	rw.rLockFirst()
	race.Enable()
	race.Acquire(&rw.cnts)
}

func (rw *RWMutex) raceUnlock() {
	race.Release(&rw.cnts)
	race.Disable()
	rw.unlock(0)
	race.Enable()
}

func (rw *RWMutex) raceDowngrade() {
	race.Release(&rw.cnts)
	race.Disable()
	rw.downgrade()
	race.Enable()
	race.Acquire(&rw.cnts)
}

func (rw *RWMutex) raceRUnlock() {
	race.ReleaseMerge(&rw.queue)
	race.Disable()
	rw.rUnlock()
	race.Enable()
}

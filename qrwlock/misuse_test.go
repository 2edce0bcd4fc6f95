package qrwlock

import (
	"context"
	"runtime"
	"testing"

	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/locktest"
)

func TestMisuse(t *testing.T) {
	for _, test := range []struct {
		name, want string
		misuse     func(rw tested, words *RWMutex)
	}{
		{"Unlock", "Unlock of unlocked", func(rw tested, _ *RWMutex) { rw.Unlock() }},
		{"UnlockTwice", "Unlock of unlocked", func(rw tested, _ *RWMutex) { rw.Lock(); rw.Unlock(); rw.Unlock() }},
		{"UnlockOfReadLocked", "Unlock of unlocked", func(rw tested, _ *RWMutex) { rw.RLock(); rw.Unlock() }},
		{"RUnlock", "RUnlock of unlocked", func(rw tested, _ *RWMutex) { rw.RUnlock() }},
		{"RUnlockTwice", "RUnlock of unlocked", func(rw tested, _ *RWMutex) { rw.RLock(); rw.RUnlock(); rw.RUnlock() }},
		{"RUnlockOfLocked", "RUnlock of unlocked", func(rw tested, _ *RWMutex) { rw.Lock(); rw.RUnlock() }},
		{"RLockerUnlock", "RUnlock of unlocked", func(rw tested, _ *RWMutex) { rw.RLocker().Unlock() }},
		{"Downgrade", "Downgrade of unlocked", func(rw tested, _ *RWMutex) { rw.Downgrade() }},
		{"DowngradeOfReadLocked", "Downgrade of unlocked", func(rw tested, _ *RWMutex) { rw.RLock(); rw.Downgrade() }},
		{"UnlockOfDowngraded", "Unlock of unlocked", func(rw tested, _ *RWMutex) { rw.Lock(); rw.Downgrade(); rw.Unlock() }},
		{"DowngradeTwice", "Downgrade of unlocked", func(rw tested, _ *RWMutex) { rw.Lock(); rw.Downgrade(); rw.Downgrade() }},
		{"UnlockTwiceAfterShares", "Unlock of unlocked", afterShares(func(rw tested) { rw.Unlock() })},
		{"RUnlockAfterShares", "RUnlock of unlocked", afterShares(func(rw tested) { rw.RUnlock() })},
		{"DowngradeAfterShares", "Downgrade of unlocked", afterShares(func(rw tested) { rw.Downgrade() })},
		{"RUnlockTwiceOfDowngradedAfterShares", "RUnlock of unlocked", afterShares(func(rw tested) {
			rw.Lock()
			rw.Downgrade()
			rw.RUnlock()
			rw.RUnlock()
		})},
		{"OverflowRLock", "overflow", overflow(tested.RLock)},
		{"OverflowTryRLock", "overflow", overflow(func(rw tested) { rw.TryRLock() })},
		{"OverflowRLockRecursive", "overflow", overflow(tested.RLockRecursive)},
		{"OverflowRLockContext", "overflow", overflow(func(rw tested) { _ = rw.RLockContext(context.Background()) })},
	} {
		t.Run(test.name, func(t *testing.T) {
			rw := new(RWMutex)
			locktest.Misuse(t, test.want, func() { test.misuse(rw, rw) })
		})
	}
}

// What ReaderBiased does not share with the RWMutex that it holds.
func TestMisuseOfReaderBiased(t *testing.T) {
	rw := new(ReaderBiased)
	t.Run("RLock", func(t *testing.T) {
		locktest.Misuse(t, "overflow", func() { overflow(tested.RLock)(rw, &rw.RWMutex) })
	})
	t.Run("RLockContext", func(t *testing.T) {
		acquire := func(rw tested) { _ = rw.RLockContext(context.Background()) }
		locktest.Misuse(t, "overflow", func() { overflow(acquire)(rw, &rw.RWMutex) })
	})
	t.Run("RLockerUnlock", func(t *testing.T) {
		locktest.Misuse(t, "RUnlock of unlocked", func() { rw.RLocker().Unlock() })
	})
}

// overflow acquires a lock that has all readers but one twice.
func overflow(acquire func(tested)) func(tested, *RWMutex) {
	return func(rw tested, words *RWMutex) {
		words.cnts = (endian.MaxReaders - 1) * bias
		acquire(rw)
		if words.cnts != endian.MaxReaders*bias {
			panic("the last reader was not let in")
		}
		acquire(rw)
	}
}

// afterShares misuses a lock to which readers added themselves in vain while a writer held it, after all have left.
func afterShares(misuse func(tested)) func(tested, *RWMutex) {
	return func(rw tested, words *RWMutex) {
		rw.Lock()
		readers := make([]<-chan struct{}, 3)
		for i := range readers {
			readers[i] = start(func() { rw.RLock(); rw.RUnlock() })
		}
		for !words.IsContended() {
			runtime.Gosched()
		}
		rw.Unlock()
		for _, left := range readers {
			<-left
		}
		misuse(rw)
	}
}

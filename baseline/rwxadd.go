package baseline

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/fatal"
)

// RWXadd is the biased counter in which one waiting writer shows itself, 4 bytes. It is George Spelvin's proposal in
// the discussion of the queue rwlock (linux-kernel mailing list, 2013). The first writer that has to wait takes half a
// bias beside its bias, so that the count tells everybody what goes on:
//
//	bias - r          r readers hold; 0 of them: free
//	0 - k             a writer holds, k readers wait
//	-bias/2 - r       r readers hold, the first writer waits; 0 of them: it is about to claim the lock
//	-3*bias/2 - k     a writer holds, the first writer waits, k unfair readers wait
//
// Fair readers (RLock) back off while a first writer waits. Unfair readers (RLockUnfair) pass it as long as no writer
// holds, which suits readers that may already hold the lock. Readers that wait for a writer alone stay in the count, as
// in RWBroadcast. A writer that finds a first writer waits invisibly to become the next. At most bias/2 - 1 readers may
// hold or wait.
type RWXadd struct{ word uint32 }

const halfBias = bias / 2

// Conditions of waits. Writers that take and put back a bias lower the count for a moment: every condition errs to the
// safe side then.
func noFirstWriter(word uint32) bool { return countOf(word) > -halfBias }
func readersLeft(word uint32) bool   { return countOf(word) == -halfBias }
func inOrBackOff(word uint32) bool   { return countOf(word) >= 0 || countOf(word) <= -halfBias }
func inUnfairly(word uint32) bool    { return countOf(word) >= 0 || passesFirstWriter(countOf(word)) }

// passesFirstWriter says that a reader that is in the count, and finds it to be count, holds the lock beside a first
// writer that waits.
func passesFirstWriter(count int32) bool { return -bias < count && count < -halfBias }

// RLock locks l for reading. It waits while a writer holds l, and for the first writer that waits.
func (l *RWXadd) RLock() {
	begin()
	if add(&l.word, -1) < 0 {
		l.rlockSlow()
	}
	acquiredRead(&l.word)
}

func (l *RWXadd) rlockSlow() {
	for {
		if countOf(klock.CondLoadUint32Acquire(&l.word, inOrBackOff)) >= 0 {
			return
		}
		addSlow(&l.word, +1)
		klock.CondLoadUint32(&l.word, noFirstWriter)
		if addSlow(&l.word, -1) >= 0 {
			return
		}
	}
}

// RLockUnfair locks l for reading. It waits while a writer holds l, and not for writers that wait.
func (l *RWXadd) RLockUnfair() {
	begin()
	if add(&l.word, -1) < 0 {
		klock.CondLoadUint32Acquire(&l.word, inUnfairly)
	}
	acquiredRead(&l.word)
}

// Lock locks l for writing. It waits until nobody holds l.
func (l *RWXadd) Lock() {
	begin()
	if add(&l.word, -bias) != 0 {
		l.lockSlow()
	}
	acquiredWrite(&l.word)
}

func (l *RWXadd) lockSlow() {
	addSlow(&l.word, +bias)
	for {
		old := klock.CondLoadUint32(&l.word, noFirstWriter)
		if isFree(old) {
			if klock.CompareAndSwapUint32Acquire(&l.word, old, wordOf(0)) {
				return
			}
			continue
		}
		if klock.CompareAndSwapUint32(&l.word, old, wordOf(countOf(old)-bias-halfBias)) {
			l.lockFirst()
			return
		}
	}
}

// lockFirst waits as the first writer. An unfair reader may come in until the very claim.
func (l *RWXadd) lockFirst() {
	for {
		old := klock.CondLoadUint32(&l.word, readersLeft)
		if klock.CompareAndSwapUint32Acquire(&l.word, old, wordOf(0)) {
			return
		}
	}
}

// TryRLock locks l for reading if no writer holds it or waits first, and reports whether it did.
func (l *RWXadd) TryRLock() bool {
	begin()
	if tryTakeRead(&l.word) {
		acquiredRead(&l.word)
		return true
	}
	end()
	return false
}

// TryLock locks l for writing if nobody holds it, and reports whether it did.
func (l *RWXadd) TryLock() bool {
	begin()
	if tryTake(&l.word, bias, 0) {
		acquiredWrite(&l.word)
		return true
	}
	end()
	return false
}

// RUnlock undoes one RLock or RLockUnfair.
func (l *RWXadd) RUnlock() {
	releasingRead(&l.word)
	if left := add(&l.word, +1); left > bias || left == 1 {
		fatal.Exit("RUnlock of an unlocked RWXadd")
	}
	end()
}

// Unlock undoes Lock.
func (l *RWXadd) Unlock() {
	releasingWrite(&l.word)
	left := add(&l.word, +bias)
	if held := left - bias; held > 0 || passesFirstWriter(held) || held == -halfBias {
		fatal.Exit("Unlock of an unlocked RWXadd")
	}
	end()
}

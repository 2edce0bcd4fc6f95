package qrwlock

import (
	"sync"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

const (
	locked  = endian.Locked
	waiting = endian.Waiting
	bias    = endian.ReaderBias
	unbias  = ^uint32(bias - 1) // adding it takes a bias away

	barred  = endian.WriterMask | waiting // what keeps a new reader out
	refused = barred | endian.Overflow    // what a new reader must not ignore

	// attention is the least value of cnts or-ed with queue that an RUnlock must not ignore: the bits from it on say in queue
	// that there is a head (waitq.HasHead), and the highest one in cnts that there was one RUnlock too many (endian.Overflow).
	attention = waitq.Woken
)

// RWMutex is a fair reader-writer lock: any number of readers or one writer hold it. The zero value is unlocked. It has 8
// bytes and holds no pointer; it must be aligned to 4 bytes and must not be copied after first use.
//
// It may be unlocked by another goroutine than the one that locked it. What happens before an Unlock is visible after the
// next Lock or RLock, and what happens before an RUnlock after the next Lock, as with sync.RWMutex. A goroutine must not
// call RLock while it holds a read lock, because a writer may wait in between: RLockRecursive is for that.
//
// A blocked method parks its goroutine. Misuse ends the process: unlocking what is not locked, and more than 4,194,303
// readers at a time.
type RWMutex struct {
	cnts  uint32
	queue uint32
}

// Lock locks rw for writing. It blocks until no reader and no writer holds rw.
func (rw *RWMutex) Lock() {
	if race.Enabled {
		rw.raceLock()
		return
	}
	if !klock.CompareAndSwapUint32(&rw.cnts, 0, locked) {
		rw.lockWait()
	}
}

// TryLock locks rw for writing if nobody holds it or is next to get it, and reports whether it did. It does not block, and
// does not fail because another goroutine has merely changed the word meanwhile.
func (rw *RWMutex) TryLock() bool {
	if race.Enabled {
		return rw.raceTryLock()
	}
	return klock.CompareAndSwapUint32(&rw.cnts, 0, locked) || rw.tryLockSlow()
}

// Unlock unlocks rw for writing. It ends the process if rw is not locked for writing.
func (rw *RWMutex) Unlock() {
	if race.Enabled {
		rw.raceUnlock()
		return
	}
	rw.unlock(0)
}

// RLock locks rw for reading. It blocks while a writer holds rw or is next to get it.
func (rw *RWMutex) RLock() {
	if race.Enabled {
		rw.raceRLock()
	} else if cnts := klock.AddUint32(&rw.cnts, bias); cnts&refused != 0 {
		rw.rLockWait(cnts)
	}
}

// TryRLock locks rw for reading if no writer holds it or is next to get it, and reports whether it did. It does not block,
// and does not fail because another goroutine has merely changed the word meanwhile.
func (rw *RWMutex) TryRLock() bool {
	if race.Enabled {
		return rw.raceTryRLock()
	}
	return klock.CompareAndSwapUint32(&rw.cnts, 0, bias) || rw.tryRLock(fair)
}

// RUnlock undoes one RLock. It ends the process if rw is not locked for reading; only while a writer holds rw and readers wait
// for it may the mistake go unnoticed, and then it has no effect.
func (rw *RWMutex) RUnlock() {
	if race.Enabled {
		rw.raceRUnlock()
		return
	}
	if klock.AddThenLoad(&rw.cnts, unbias, &rw.queue) >= attention {
		rw.rUnlockSlow()
	}
}

// RLocker returns a sync.Locker whose Lock and Unlock are rw.RLock and rw.RUnlock.
func (rw *RWMutex) RLocker() sync.Locker { return (*rLocker)(rw) }

type rLocker RWMutex

func (r *rLocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rLocker) Unlock() { (*RWMutex)(r).RUnlock() }

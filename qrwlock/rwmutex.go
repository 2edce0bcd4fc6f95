package qrwlock

import (
	"context"
	"sync"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

const (
	writer  = endian.Locked
	waiting = endian.Waiting
	reader  = endian.ReaderBias
	// readersBarred is what keeps a new reader out.
	readersBarred = endian.WriterMask | endian.Waiting
)

// RWMutex is a fair reader-writer lock of 8 bytes. Its zero value is unlocked. It must not be copied after first use.
type RWMutex struct {
	word  endian.ReadWrite
	queue uint32
}

// Lock locks rw for writing. It blocks until the lock is available.
func (rw *RWMutex) Lock() {
	if race.Enabled {
		race.Disable()
	}
	if !klock.CompareAndSwapUint32(rw.word.Cnts(), 0, writer) {
		rw.lockSlow(nil)
	}
	if race.Enabled {
		race.Enable()
		rw.raceLocked()
	}
}

// TryLock locks rw for writing if nobody holds it, and reports whether it did.
func (rw *RWMutex) TryLock() bool {
	if race.Enabled {
		return rw.tryLockRace()
	}
	return klock.CompareAndSwapUint32(rw.word.Cnts(), 0, writer) || rw.tryLockSlow()
}

// LockContext locks rw for writing unless ctx is done first, and then returns ctx.Err().
func (rw *RWMutex) LockContext(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if race.Enabled {
		race.Disable()
	}
	locked := klock.CompareAndSwapUint32(rw.word.Cnts(), 0, writer) || rw.lockSlow(ctx)
	if race.Enabled {
		race.Enable()
		if locked {
			rw.raceLocked()
		}
	}
	if !locked {
		return ctx.Err()
	}
	return nil
}

// Unlock unlocks rw for writing.
func (rw *RWMutex) Unlock() {
	if race.Enabled {
		rw.raceUnlock()
		race.Disable()
	}
	if klock.LoadUint32Relaxed(rw.word.Cnts())&endian.WriterMask != writer {
		unlockOfUnlocked()
	}
	if klock.StoreThenLoad(rw.word.WMode(), 0, &rw.queue, waitq.Contended)&waitq.Attention != 0 {
		rw.released(true)
	}
	if race.Enabled {
		race.Enable()
	}
}

// RLock locks rw for reading.
func (rw *RWMutex) RLock() {
	if race.Enabled {
		race.Disable()
	}
	if klock.AddUint32(rw.word.Cnts(), reader)&(readersBarred|endian.Overflow) != 0 {
		rw.rLockSlow(nil)
	}
	if race.Enabled {
		race.Enable()
		race.Acquire(rw.word.Cnts())
	}
}

// RUnlock undoes one RLock.
func (rw *RWMutex) RUnlock() {
	if race.Enabled {
		race.ReleaseMerge(&rw.queue)
		race.Disable()
	}
	cnts := klock.AddUint32(rw.word.Cnts(), ^uint32(reader-1))
	if cnts&(waiting|endian.Overflow)|klock.LoadUint32(&rw.queue)&waitq.Attention != 0 {
		rw.rUnlockSlow(cnts)
	}
	if race.Enabled {
		race.Enable()
	}
}

// TryRLock locks rw for reading if no writer holds it or waits at the head of the queue.
func (rw *RWMutex) TryRLock() bool {
	for {
		cnts := klock.LoadUint32(rw.word.Cnts())
		if cnts&readersBarred != 0 {
			return false
		}
		if klock.CompareAndSwapUint32(rw.word.Cnts(), cnts, cnts+reader) {
			return true
		}
	}
}

// Downgrade turns a write lock into a read lock without letting a writer in between.
func (rw *RWMutex) Downgrade() {
	cnts := klock.LoadUint32Relaxed(rw.word.Cnts())
	if cnts&endian.WriterMask != writer {
		unlockOfUnlocked()
	}
	klock.AddUint32(rw.word.Cnts(), reader-writer)
	if klock.LoadUint32(&rw.queue)&waitq.Attention != 0 {
		rw.released(true)
	}
}

// RLocker returns a Locker whose Lock and Unlock are RLock and RUnlock.
func (rw *RWMutex) RLocker() sync.Locker { return (*rLocker)(rw) }

type rLocker RWMutex

func (r *rLocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rLocker) Unlock() { (*RWMutex)(r).RUnlock() }

package qrwlock

import (
	"context"
	"sync"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
)

// ReaderBiased is an RWMutex whose readers join readers that hold it even while a writer waits (the kernel's thread calls it
// rsteal). Reading scales better and is never delayed by a writer that waits, but a writer waits as long as readers
// overlap: it is for locks whose readers leave gaps. In every other respect it is the RWMutex it holds, whose other
// methods are its own.
type ReaderBiased struct{ RWMutex }

// RLock locks rw for reading. It blocks while a writer holds rw, and while one is next to get it and no reader holds it.
func (rw *ReaderBiased) RLock() {
	if race.Enabled {
		rw.raceRLock()
	} else if cnts := klock.AddUint32(&rw.cnts, bias); cnts&refused != 0 {
		rw.rLockWait(cnts)
	}
}

// RLockContext is RLock, unless ctx is done before rw is locked: then it returns ctx.Err() and rw is not locked.
func (rw *ReaderBiased) RLockContext(ctx context.Context) error { return rw.rLockContext(ctx, biased) }

// RLocker returns a sync.Locker whose Lock and Unlock are rw.RLock and rw.RUnlock.
func (rw *ReaderBiased) RLocker() sync.Locker { return (*biasedRLocker)(rw) }

type biasedRLocker ReaderBiased

func (r *biasedRLocker) Lock()   { (*ReaderBiased)(r).RLock() }
func (r *biasedRLocker) Unlock() { (*ReaderBiased)(r).RUnlock() }

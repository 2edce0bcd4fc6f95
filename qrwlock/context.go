package qrwlock

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
)

// LockContext is Lock, unless ctx is done before rw is locked: then it returns ctx.Err() and rw is not locked. A writer that
// gives up readmits the readers it held back. It allocates only when it must wait.
func (rw *RWMutex) LockContext(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ok := false
	if race.Enabled {
		ok = rw.raceLockContext(ctx)
	} else {
		ok = klock.CompareAndSwapUint32(&rw.cnts, 0, locked) || rw.lockSlow(ctx)
	}
	if !ok {
		return ctx.Err()
	}
	return nil
}

// RLockContext is RLock, unless ctx is done before rw is locked: then it returns ctx.Err() and rw is not locked. It allocates
// only when it must wait.
func (rw *RWMutex) RLockContext(ctx context.Context) error { return rw.rLockContext(ctx, fair) }

func (rw *RWMutex) rLockContext(ctx context.Context, p preference) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ok := false
	if race.Enabled {
		ok = rw.raceRLockContext(ctx, p)
	} else {
		ok = klock.CompareAndSwapUint32(&rw.cnts, 0, bias) || rw.rLockSlow(ctx, p)
	}
	if !ok {
		return ctx.Err()
	}
	return nil
}

package qrwlock

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// preference says behind whom a reader waits, beside a writer that holds the lock.
type preference int

const (
	fair   preference = iota // behind a writer that is next to get it
	biased                   // behind a writer that is next to get it, unless readers hold it
	first                    // behind nobody
)

// admits says whether a reader may join those in cnts.
func (p preference) admits(cnts uint32) bool {
	switch {
	case cnts&endian.WriterMask != 0:
		return false
	case cnts&waiting == 0:
		return true
	}
	return p == first || p == biased && cnts&endian.ReaderMask != 0
}

// rLockWait is rLockSlow for RLock, short enough for the fast path to inline around it.
//
//go:noinline
func (rw *RWMutex) rLockWait() {
	// Most often other readers hold rw. The attempt that failed has brought the cache line here: use it while it stays.
	cnts := klock.LoadUint32(&rw.cnts)
	if cnts&barred == 0 && cnts < endian.MaxReaders*bias && klock.CompareAndSwapUint32(&rw.cnts, cnts, cnts+bias) {
		return
	}
	rw.rLockSlow(nil, fair)
}

// rLockWait is rLockSlow for RLock, short enough for the fast path to inline around it.
//
//go:noinline
func (rw *ReaderBiased) rLockWait() {
	if race.Enabled {
		rw.raceRLock(biased)
		return
	}
	rw.rLockSlow(nil, biased)
}

// rLockSlow locks rw for reading after the first attempt failed. It reports false when ctx, which may be nil,
// was done first.
func (rw *RWMutex) rLockSlow(ctx context.Context, p preference) bool {
	if rw.tryRLock(p) {
		return true
	}
	if rw.spinRead(p) {
		return true
	}
	n := waitq.Get(waitq.Reader)
	if ctx != nil {
		defer n.Watch(ctx)()
	}
	if !n.Join(&rw.queue) {
		switch n.Wait(&rw.queue, ctx) {
		case waitq.Abandoned:
			return false
		case waitq.Granted:
			waitq.Put(n)
			return true
		}
	}
	return rw.rLockHead(n, ctx)
}

// tryRLock adds a reader if p admits one. It never changes the word while a writer holds rw: that is what lets a writer
// release with a plain store.
func (rw *RWMutex) tryRLock(p preference) bool {
	for {
		cnts := klock.LoadUint32(&rw.cnts)
		if !p.admits(cnts) {
			return false
		}
		if cnts>>endian.ReaderShift >= endian.MaxReaders {
			tooManyReaders()
		}
		if klock.CompareAndSwapUint32(&rw.cnts, cnts, cnts+bias) {
			return true
		}
	}
}

// spinRead tries to lock rw for a few microseconds, as the one waiter of rw that spins, or beside a writer that spins.
func (rw *RWMutex) spinRead(p preference) bool {
	if rw.headNext() || !waitq.MaySpin() {
		return false
	}
	role := waitq.BeginSpin(&rw.queue)
	got := false
	if role || klock.LoadUint32(&rw.cnts)&waiting != 0 {
		for spin := waitq.NewSpin(); !got; {
			got = rw.tryRLock(p)
			if !got && (rw.headNext() || !spin.PauseLong()) {
				break
			}
		}
	}
	if role {
		waitq.EndSpin(&rw.queue)
	}
	got = got || rw.tryRLock(p)
	rw.forward()
	return got
}

// rLockHead locks rw for reading on behalf of n, the awake head, and takes n out of the queue.
func (rw *RWMutex) rLockHead(n *waitq.Node, ctx context.Context) bool {
	for {
		for spin := waitq.NewSpin(); ; {
			if rw.tryRLock(first) {
				rw.leaveRLocked(n)
				return true
			}
			if !spin.PauseLong() {
				break
			}
		}
		if waitq.Expired(ctx) {
			rw.giveUp(n)
			return false
		}
		n.Sleep(&rw.queue, ctx, func() bool { return noWriter(klock.LoadUint32(&rw.cnts)) })
	}
}

// leaveRLocked takes the head n out of the queue of rw, which it has locked for reading, admits the readers right behind it,
// and makes the waiter that comes then the head.
func (rw *RWMutex) leaveRLocked(n *waitq.Node) {
	limit := ^uint32(0)
	if rw.shortSections() {
		limit = waitq.Procs() - 1
	}
	rw.clearPasses()
	batch, next, kind := n.LeaveWithReaders(&rw.queue, limit)
	if batch.Len() > 0 && klock.AddUint32(&rw.cnts, batch.Len()*bias)&endian.Overflow != 0 {
		tooManyReaders()
	}
	if next != nil && kind == waitq.Writer {
		rw.setWaiting() // the writer may not get a processor for a long time
	} else if klock.LoadUint32(&rw.cnts)&waiting != 0 {
		rw.clearWaiting()
	}
	switch {
	case next != nil && kind == waitq.Writer:
		next.Publish(&rw.queue)
	case next != nil:
		next.Rouse(&rw.queue) // no release need come before it may have the lock
	}
	batch.Grant()
}

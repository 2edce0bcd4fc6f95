package qrwlock

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
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

// rLockWait ends an RLock that has added a reader, which made the word cnts, beside something that may bar it.
//
//go:noinline
func (rw *RWMutex) rLockWait(cnts uint32) {
	if !rw.keep(cnts, fair) {
		rw.rLockQueue(nil, fair)
	}
}

// rLockWait ends an RLock that has added a reader, which made the word cnts, beside something that may bar it.
//
//go:noinline
func (rw *ReaderBiased) rLockWait(cnts uint32) {
	if !rw.keep(cnts, biased) {
		rw.rLockQueue(nil, biased)
	}
}

// tryRLock adds a reader if p admits one.
func (rw *RWMutex) tryRLock(p preference) bool {
	return p.admits(klock.LoadUint32(&rw.cnts)) && rw.keep(klock.AddUint32(&rw.cnts, bias), p)
}

// keep decides on a reader that was added, which made the word cnts, and reports whether it has the lock. One that was added
// while a writer held rw needs no undoing: the release of that writer, which is still to come, sets the whole word.
func (rw *RWMutex) keep(cnts uint32, p preference) bool {
	switch {
	case cnts&endian.WriterMask != 0:
		return false
	case cnts&endian.Overflow != 0:
		tooManyReaders()
	case p.admits(cnts - bias):
		return true
	}
	rw.rUnlock()
	return false
}

// rLockSlow locks rw for reading. It reports false when ctx, which may be nil, was done first.
func (rw *RWMutex) rLockSlow(ctx context.Context, p preference) bool {
	return rw.tryRLock(p) || rw.rLockQueue(ctx, p)
}

// rLockQueue is rLockSlow after an attempt that failed.
func (rw *RWMutex) rLockQueue(ctx context.Context, p preference) bool {
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
				waitq.Put(n)
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
		if n.Sleep(&rw.queue, ctx, func() bool { return noWriter(klock.LoadUint32(&rw.cnts)) }) == waitq.Granted {
			waitq.Put(n)
			return true
		}
	}
}

// leaveRLocked takes the head n, for which rw was locked for reading, out of the queue, admits the readers right behind it,
// and makes the waiter that comes then the head.
func (rw *RWMutex) leaveRLocked(n *waitq.Node) {
	rw.clearPasses()
	batch, next := n.LeaveWithReaders(&rw.queue)
	if batch.Len() > 0 && klock.AddUint32(&rw.cnts, batch.Len()*bias)&endian.Overflow != 0 {
		tooManyReaders()
	}
	if klock.LoadUint32(&rw.cnts)&waiting != 0 {
		rw.clearWaiting()
	}
	if next != nil {
		next.PublishBehind(&rw.queue, 1+batch.Len())
	}
	batch.Grant()
}

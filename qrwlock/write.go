package qrwlock

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/waitq"
)

// lockWait is lockSlow without a context, short enough for the fast path to inline around it.
//
//go:noinline
func (rw *RWMutex) lockWait() { rw.lockSlow(nil) }

// lockSlow locks rw for writing after the first attempt failed. It reports false when ctx, which may be nil, was done
// first.
func (rw *RWMutex) lockSlow(ctx context.Context) bool {
	if rw.spinWrite() {
		return true
	}
	n := waitq.Get(waitq.Writer)
	if ctx != nil {
		defer n.Watch(ctx)()
	}
	if !n.Join(&rw.queue) && n.Wait(&rw.queue, ctx) == waitq.Abandoned {
		return false
	}
	return rw.lockHead(n, ctx)
}

// tryLockSlow is TryLock after the first attempt failed.
func (rw *RWMutex) tryLockSlow() bool {
	for klock.LoadUint32(&rw.cnts) == 0 {
		if klock.CompareAndSwapUint32(&rw.cnts, 0, locked) {
			return true
		}
	}
	return false
}

// spinWrite tries to lock rw for a few microseconds, as the one waiter of rw that spins. While only readers hold rw it keeps
// further ones out with Waiting, as the head would: it is awake, and they would let it starve.
func (rw *RWMutex) spinWrite() bool {
	if rw.headNext() || !waitq.BeginSpin(&rw.queue) {
		return false
	}
	reserved := uint32(0) // Waiting, while it is ours
	spin := waitq.NewSpin()
	spin.PauseLong() // where sections are short others use rw many times meanwhile, undisturbed
	for {
		cnts := klock.LoadUint32(&rw.cnts)
		reserved &= cnts // a release may have cleared it
		if cnts&waiting != reserved {
			break // the head is overdue
		}
		if cnts == reserved && klock.CompareAndSwapUint32(&rw.cnts, cnts, locked) {
			waitq.EndSpin(&rw.queue)
			return true
		}
		if crowded(cnts) {
			break
		}
		if cnts&barred == 0 && cnts != 0 && klock.CompareAndSwapUint32(&rw.cnts, cnts, cnts|waiting) {
			reserved = waiting
		}
		if !pauseFor(&spin, cnts) {
			break
		}
	}
	if reserved != 0 {
		rw.clearWaiting()
	}
	waitq.EndSpin(&rw.queue)
	if klock.CompareAndSwapUint32(&rw.cnts, 0, locked) {
		return true
	}
	rw.forward()
	return false
}

// pauseFor paces a waiter that saw cnts: readers that leave are under way, writers may follow each other.
func pauseFor(spin *waitq.Spin, cnts uint32) bool {
	if cnts&endian.WriterMask != 0 {
		return spin.PauseLong()
	}
	return spin.Pause()
}

// lockHead locks rw for writing on behalf of n, the awake head, and takes n out of the queue.
func (rw *RWMutex) lockHead(n *waitq.Node, ctx context.Context) bool {
	for {
		for spin := waitq.NewSpin(); ; {
			cnts := rw.barReaders(n)
			if cnts&^waiting == 0 {
				if klock.CompareAndSwapUint32(&rw.cnts, cnts, locked) {
					rw.leaveLocked(n)
					return true
				}
				continue
			}
			if crowded(cnts) || !pauseFor(&spin, cnts) {
				break
			}
		}
		if waitq.Expired(ctx) {
			rw.giveUp(n)
			return false
		}
		n.Sleep(&rw.queue, ctx, func() bool { return rw.barReaders(n)&^waiting == 0 })
	}
}

// crowded says that more readers hold rw than can run at once: it takes a while until they have left.
func crowded(cnts uint32) bool {
	return cnts&endian.WriterMask == 0 && cnts>>endian.ReaderShift > waitq.Procs()
}

// barReaders keeps new readers out for the head n if only readers hold rw, with a byte operation that no reader can make fail.
// Where it is crowded n concedes them their turns first. It returns the word.
func (rw *RWMutex) barReaders(n *waitq.Node) uint32 {
	cnts := klock.LoadUint32(&rw.cnts)
	if cnts&barred != 0 || cnts == 0 {
		return cnts
	}
	if crowded(cnts) && !n.Overdue() {
		n.Concede(cnts >> endian.ReaderShift)
		return cnts
	}
	rw.setWaiting()
	return klock.LoadUint32(&rw.cnts)
}

// leaveLocked takes the head n out of the queue of rw, which it has locked for writing, and makes the next waiter the head.
func (rw *RWMutex) leaveLocked(n *waitq.Node) {
	rw.clearPasses()
	if next := n.Leave(&rw.queue); next != nil {
		next.Publish(&rw.queue)
	}
}

// giveUp takes the head n out of the queue of rw, which it has not locked, and wakes the next waiter as the head.
func (rw *RWMutex) giveUp(n *waitq.Node) {
	rw.clearPasses()
	next := n.Leave(&rw.queue)
	rw.clearWaiting() // now, because until now a release may have set it for n
	if next != nil {
		next.Rouse(&rw.queue)
	}
}

package qrwlock

import (
	"context"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

const (
	firstPause = 25 * time.Nanosecond
	spinPolls  = waitq.SpinPolls
)

func unlockOfUnlocked() { fatal.Exit("qrwlock: Unlock of unlocked RWMutex") }

func (rw *RWMutex) raceLocked() {
	race.Acquire(rw.word.Cnts())
	race.Acquire(&rw.queue)
}

func (rw *RWMutex) raceUnlock() { race.Release(rw.word.Cnts()) }

func (rw *RWMutex) tryLockRace() bool {
	race.Disable()
	locked := klock.CompareAndSwapUint32(rw.word.Cnts(), 0, writer) || rw.tryLockSlow()
	race.Enable()
	if locked {
		rw.raceLocked()
	}
	return locked
}

func (rw *RWMutex) tryLockSlow() bool {
	for {
		cnts := klock.LoadUint32(rw.word.Cnts())
		if cnts != 0 {
			return false
		}
		if klock.CompareAndSwapUint32(rw.word.Cnts(), 0, writer) {
			return true
		}
	}
}

func (rw *RWMutex) load() uint32 { return klock.LoadUint32(rw.word.Cnts()) }

func (rw *RWMutex) released(free bool) {
	if free && waitq.Wake(&rw.queue) {
		return
	}
	passes := klock.AddUint8Relaxed(rw.passes(), 1)
	if passes >= 128 {
		klock.AddUint8Relaxed(rw.passes(), 256-64)
	}
	if (passes&(passes-1) == 0 || passes%16 == 0) && waitq.Overdue(&rw.queue) {
		rw.holdBack()
		if free {
			waitq.WakeOverdue(&rw.queue)
		}
		waitq.Yield()
	}
}

func (rw *RWMutex) passes() *uint8 { return endian.Byte(&rw.queue, 0) }

func (rw *RWMutex) holdBack() {
	klock.OrUint8(rw.word.RCntsLow(), endian.WaitingByte)
	if waitq.Empty(klock.LoadUint32(&rw.queue)) {
		klock.AndUint8(rw.word.RCntsLow(), ^uint8(endian.WaitingByte))
	}
}

func (rw *RWMutex) rUnlockSlow(cnts uint32) {
	if cnts&endian.Overflow != 0 {
		fatal.Exit("qrwlock: RUnlock of unlocked RWMutex")
	}
	if cnts&endian.ReaderMask == 0 {
		rw.released(true)
	} else if cnts&waiting == 0 {
		rw.released(false)
	}
}

// barred says that a head that is not awake goes next, so that it is no use to spin.
func (rw *RWMutex) barred() bool {
	if rw.load()&waiting == 0 {
		return false
	}
	queue := klock.LoadUint32(&rw.queue)
	return queue&waitq.Attention != 0 && queue&waitq.Spinning == 0
}

// forward wakes a parked head that could have the lock: a release may have left it to the waiter that spun, which did
// not get the lock either.
func (rw *RWMutex) forward() {
	if rw.load()&^waiting == 0 && klock.LoadUint32(&rw.queue)&waitq.Parked != 0 {
		rw.released(true)
	}
}

func (rw *RWMutex) lockSlow(ctx context.Context) bool {
	if !rw.barred() && waitq.MaySpin() && waitq.BeginSpin(&rw.queue) {
		got := rw.spinWrite()
		waitq.EndSpin(&rw.queue)
		if got || klock.CompareAndSwapUint32(rw.word.Cnts(), 0, writer) {
			return true
		}
		rw.forward()
	}
	n := waitq.Get(waitq.Writer)
	if !n.Join(&rw.queue) {
		if n.Wait(&rw.queue, ctx) == waitq.Abandoned {
			return false
		}
	}
	return rw.headWrite(n, ctx)
}

func (rw *RWMutex) spinWrite() bool {
	pause := firstPause
	bars := uint32(0) // waiting, if we have set it
	for range spinPolls {
		cnts := rw.load()
		switch {
		case cnts == bars:
			if klock.CompareAndSwapUint32(rw.word.Cnts(), cnts, writer) {
				return true
			}
			continue
		case cnts&waiting != bars:
			return false
		case cnts&readersBarred == 0 && klock.CompareAndSwapUint32(rw.word.Cnts(), cnts, cnts|waiting):
			bars = waiting
		}
		klock.Pause(pause)
		pause *= 2
	}
	if bars != 0 {
		klock.AndUint8(rw.word.RCntsLow(), ^uint8(endian.WaitingByte))
	}
	return false
}

func (rw *RWMutex) headWrite(n *waitq.Node, ctx context.Context) bool {
	for {
		procs := waitq.Procs()
		polls := 1
		if procs > 1 {
			polls = spinPolls
		}
		pause := firstPause
		for range polls {
			cnts := rw.load()
			if cnts&^waiting == 0 {
				if klock.CompareAndSwapUint32(rw.word.Cnts(), cnts, writer) {
					rw.passAsWriter(n)
					return true
				}
				continue
			}
			if cnts&readersBarred == 0 {
				klock.OrUint8(rw.word.RCntsLow(), endian.WaitingByte)
			}
			if cnts>>endian.ReaderShift >= procs {
				break
			}
			if polls > 1 {
				klock.Pause(pause)
				pause *= 2
			}
		}
		if ctx != nil && ctx.Err() != nil {
			rw.giveUp(n)
			return false
		}
		n.Sleep(&rw.queue, ctx, func() bool {
			cnts := rw.load()
			if cnts&readersBarred == 0 && cnts != 0 {
				klock.OrUint8(rw.word.RCntsLow(), endian.WaitingByte)
				cnts = rw.load()
			}
			return cnts&^waiting == 0
		})
	}
}

func (rw *RWMutex) passAsWriter(n *waitq.Node) {
	klock.StoreUint8Relaxed(rw.passes(), 0)
	next, _ := n.Leave(&rw.queue)
	if next != nil {
		next.Publish(&rw.queue)
	}
}

func (rw *RWMutex) giveUp(n *waitq.Node) {
	klock.AndUint8(rw.word.RCntsLow(), ^uint8(endian.WaitingByte))
	next, _ := n.Leave(&rw.queue)
	if next != nil {
		next.Rouse(&rw.queue)
	}
}

func (rw *RWMutex) backOut() {
	cnts := klock.AddUint32(rw.word.Cnts(), ^uint32(reader-1))
	if cnts&endian.ReaderMask == 0 && cnts&endian.WriterMask == 0 && klock.LoadUint32(&rw.queue)&waitq.Attention != 0 {
		rw.released(true)
	}
}

func (rw *RWMutex) tryRead(barred uint32) bool {
	if rw.load()&barred != 0 {
		return false
	}
	if klock.AddUint32(rw.word.Cnts(), reader)&barred == 0 {
		return true
	}
	rw.backOut()
	return false
}

func (rw *RWMutex) rLockSlow(ctx context.Context) bool {
	rw.backOut()
	if !rw.barred() && waitq.MaySpin() {
		role := waitq.BeginSpin(&rw.queue)
		got := (role || rw.load()&waiting != 0) && rw.spinRead()
		if role {
			waitq.EndSpin(&rw.queue)
		}
		if got || rw.tryRead(readersBarred) {
			return true
		}
		rw.forward()
	}
	n := waitq.Get(waitq.Reader)
	if !n.Join(&rw.queue) {
		switch n.Wait(&rw.queue, ctx) {
		case waitq.Abandoned:
			return false
		case waitq.Granted:
			waitq.Put(n)
			return true
		}
	}
	return rw.headRead(n, ctx)
}

func (rw *RWMutex) spinRead() bool {
	pause := firstPause
	for range spinPolls {
		if rw.tryRead(readersBarred) {
			return true
		}
		if rw.barred() {
			return false
		}
		klock.Pause(pause)
		pause *= 2
	}
	return false
}

func (rw *RWMutex) headRead(n *waitq.Node, ctx context.Context) bool {
	for {
		polls := 1
		if waitq.MaySpin() {
			polls = spinPolls
		}
		pause := firstPause
		for range polls {
			if rw.tryRead(endian.WriterMask) {
				rw.passAsReader(n)
				return true
			}
			if polls > 1 {
				klock.Pause(pause)
				pause *= 2
			}
		}
		if ctx != nil && ctx.Err() != nil {
			rw.giveUp(n)
			return false
		}
		n.Sleep(&rw.queue, ctx, func() bool { return rw.load()&endian.WriterMask == 0 })
	}
}

func (rw *RWMutex) passAsReader(n *waitq.Node) {
	limit := ^uint32(0)
	if klock.LoadUint8Relaxed(rw.passes()) >= 16 {
		limit = waitq.Procs() - 1
	}
	klock.StoreUint8Relaxed(rw.passes(), 0)
	batch, next, kind := n.LeaveWithReaders(&rw.queue, limit)
	if len := batch.Len(); len > 0 {
		klock.AddUint32(rw.word.Cnts(), len*reader)
	}
	if next != nil && kind == waitq.Writer {
		klock.OrUint8(rw.word.RCntsLow(), endian.WaitingByte)
	} else if rw.load()&waiting != 0 {
		klock.AndUint8(rw.word.RCntsLow(), ^uint8(endian.WaitingByte))
	}
	if next != nil {
		next.Publish(&rw.queue)
	}
	batch.Grant()
}

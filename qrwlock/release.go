package qrwlock

import (
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/waitq"
)

// unlock ends a writer's hold and leaves held in the word: nothing, or its own share as a reader.
func (rw *RWMutex) unlock(held uint32) {
	queue := uint32(misused)
	if klock.LoadUint32Relaxed(&rw.cnts)&endian.WriterMask == locked {
		queue = klock.StoreThenLoadUint32(&rw.cnts, held, &rw.queue, waitq.Contended)
		if queue&waitq.HasHead == 0 {
			return
		}
	}
	rw.unlockSlow(queue)
}

// misused stands for the queue word of an rw that was not locked.
const misused = 0

// unlockSlow ends an unlock that saw the queue word, in which there is a head, or that was misused.
func (rw *RWMutex) unlockSlow(queue uint32) {
	if queue == misused {
		unlockOfUnlocked()
	}
	rw.released(queue, false)
}

// rUnlock ends a reader's hold.
func (rw *RWMutex) rUnlock() {
	if klock.AddThenLoad(&rw.cnts, unbias, &rw.queue) >= attention {
		rw.rUnlockSlow()
	}
}

// rUnlockSlow ends an RUnlock while there is a head, or one that underflowed.
func (rw *RWMutex) rUnlockSlow() {
	queue := klock.LoadUint32(&rw.queue)
	switch cnts := klock.LoadUint32(&rw.cnts); {
	case cnts&endian.Overflow != 0:
		rUnlockOfUnlocked()
	case queue&waitq.HasHead == 0: // so many readers that attention is one of the bits of their count
	case cnts&^waiting == 0:
		rw.released(queue, true)
	case cnts&barred == 0 && rw.passedOver(queue, false):
		rw.handOver(nil)
	}
}

// released ends a release that has made rw available to the head of the queue, and has seen the queue word after that: it
// wakes the head, or counts that it was passed over. last says that the caller was the last reader.
func (rw *RWMutex) released(queue uint32, last bool) {
	if waitq.Parked(queue) {
		if n := waitq.Call(&rw.queue); n != nil {
			rw.wake(n)
			return
		}
	}
	if rw.passedOver(queue, last) {
		rw.handOver(nil)
	}
}

// wake ends a release for the head n, which is asleep and called.
func (rw *RWMutex) wake(n *waitq.Node) {
	long := n.HeadFor(longSection)
	switch {
	case long && rw.admit(n):
	case long && n.HeadFor(waitq.Turn): // woken after each of many long sections it would come too late after each of them
		rw.handOver(n)
	default:
		if long {
			klock.SetBitsUint8(rw.passes(), longSections)
		}
		n.Wake()
	}
}

// handOver holds everybody but the head back and gives it the processor. n is the head if it has been called.
func (rw *RWMutex) handOver(n *waitq.Node) {
	rw.holdBack()
	waitq.HandOver(&rw.queue, n)
}

// admit locks rw for the head n, which is asleep and called, and for the readers behind it, if it is a reader: until it has run
// and has let the others in, the other processors would have nothing to do. It reports whether it did.
func (rw *RWMutex) admit(n *waitq.Node) bool {
	if n.Kind() != waitq.Reader || !rw.tryRLock(first) {
		return false
	}
	if !n.Take() {
		klock.AddUint32(&rw.cnts, unbias) // n looks for itself
		return false
	}
	rw.leaveRLocked(n)
	n.Grant()
	return true
}

// longSection is how long a head has slept at the release that calls it when sections are long beside the time it takes to wake
// a goroutine.
const longSection = time.Microsecond

// headNext says that nobody but the head may have rw, and that the head is not awake: a spinning waiter would only keep a
// processor from it.
func (rw *RWMutex) headNext() bool {
	if klock.LoadUint32(&rw.cnts)&waiting == 0 {
		return false
	}
	return klock.LoadUint32(&rw.queue)&(waitq.Asleep|waitq.Spinning) == waitq.Asleep
}

// forward wakes a parked head after a spin. Releases have left rw to the waiter that spun; when it did not get rw, or got it as
// a reader, the head may have it as well.
func (rw *RWMutex) forward() {
	cnts := klock.LoadUint32(&rw.cnts)
	if cnts&^waiting == 0 || cnts&barred == 0 && !waitq.WriterIsHead(&rw.queue) {
		waitq.Wake(&rw.queue)
	}
}

// The count of passes lies in the lowest byte of the queue word. After passLimit it starts again. The highest bit says that
// the section before the head was called was long.
const (
	looksEvery   = 16
	passLimit    = 64
	longSections = 1 << 7
)

func (rw *RWMutex) passes() *uint8 { return endian.Byte(&rw.queue, 0) }

// passedOver counts that a head was passed over, and reports whether it is overdue. It looks at the clock after 1, 2, 4, 8
// passes and then after every 16th, because reading it costs more than a short section, and for a head that is awake after
// every 16th only. Where sections are long a sleeping head is overdue at once for the last reader that leaves: while others
// could read beside it, it would be alone.
func (rw *RWMutex) passedOver(queue uint32, last bool) bool {
	passes := klock.AddUint8Release(rw.passes(), 1) // shows a head that wakes up what the release did
	asleep := queue&waitq.Asleep != 0
	if passes&longSections != 0 {
		return last && asleep || waitq.Overdue(&rw.queue)
	}
	if passes >= passLimit {
		klock.StoreUint8Relaxed(rw.passes(), 0)
	}
	return (asleep && passes&(passes-1) == 0 || passes%looksEvery == 0) && waitq.Overdue(&rw.queue)
}

func (rw *RWMutex) clearPasses() { klock.StoreUint8Relaxed(rw.passes(), 0) }

// holdBack keeps everybody but the head out, on its behalf. The head may have left meanwhile: Waiting must not stay behind
// without one. That this may clear it under a new head's feet only means that the new one is passed over for a turn.
func (rw *RWMutex) holdBack() {
	rw.setWaiting()
	if waitq.Empty(klock.LoadUint32(&rw.queue)) {
		rw.clearWaiting()
	}
}

// setWaiting and clearWaiting are operations on one byte that cannot fail because of readers that come and go.
func (rw *RWMutex) setWaiting() { klock.SetBitsUint8(endian.RCntsLow(&rw.cnts), endian.WaitingByte) }
func (rw *RWMutex) clearWaiting() {
	klock.ClearBitsUint8(endian.RCntsLow(&rw.cnts), endian.WaitingByte)
}

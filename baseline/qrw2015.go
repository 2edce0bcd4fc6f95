package baseline

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/waitq"
)

// QRW2015 is the queue rwlock as Waiman Long's series of 2015 left it, in which the waiting writer uses a byte
// compare-and-swap (linux-kernel mailing list), 8 bytes: the word of its queue and this one, by value:
//
//	 31                       8 7        0
//	+--------------------------+----------+
//	|     readers (24 bits)    |   mode   |    mode: 0, waiting (1) or locked (0xff)
//	+--------------------------+----------+
//
//	RLock    readers += 1; in if mode is 0. Else readers -= 1, and at the queue's head again, until mode is not locked
//	Lock     word: 0 → locked. Else at the head: mode: 0 → waiting; when no reader is left, word: waiting → locked
//	RUnlock  readers -= 1
//	Unlock   mode = 0, by a store of the byte
//
// The step mode: 0 → waiting is a compare-and-swap of the byte, which readers that come and go cannot make fail. In
// QRW2015Word it is one of the whole word, which they can. That is the only difference.
//
// The queue is an MCS queue, as in QRW2013; no reader passes a writer that is waiting. But waiting and locked share a byte,
// which a release clears: a writer that has not queued can take the word between a release and the next step of the writer
// at the head, again and again, and that one may wait for ever. Package qrwlock keeps waiting outside the byte.
//
// The zero value is a free lock. More than 16,777,215 readers end the process with a message.
type QRW2015 struct {
	word  uint32
	queue uint32
}

const (
	modeMask2015    = 0xff
	waiting2015     = 1
	locked2015      = 0xff
	readerShift2015 = 8
	reader2015      = 1 << readerShift2015
)

func modeClear2015(word uint32) bool { return word&modeMask2015 == 0 }
func notLocked2015(word uint32) bool { return word&modeMask2015 != locked2015 }
func noReaders2015(word uint32) bool { return word>>readerShift2015 == 0 }
func claimable2015(word uint32) bool { return word == waiting2015 }

func (l *QRW2015) modeByte() *uint8 { return endian.Byte(&l.word, 0) }

// RLock locks l for reading. It waits while a writer holds l or waits at the head of the queue.
func (l *QRW2015) RLock() {
	begin()
	if !modeClear2015(l.enter()) {
		l.rlockSlow()
	}
	acquiredRead(&l.word)
}

// enter counts a reader and returns the word with it.
func (l *QRW2015) enter() uint32 {
	word := klock.AddUint32Acquire(&l.word, reader2015)
	if noReaders2015(word) {
		fatal.Exit("overflow: more than 16,777,215 readers of a QRW2015")
	}
	return word
}

// leave takes back one reader and returns whether there was one.
func (l *QRW2015) leave() bool {
	const none = 1<<(32-readerShift2015) - 1
	return klock.AddUint32Release(&l.word, ^uint32(reader2015-1))>>readerShift2015 != none
}

// rlockSlow needs to wait for a holder alone: who waits in the byte is at the head of the queue.
func (l *QRW2015) rlockSlow() {
	l.leave()
	n := waitq.JoinPolled(&l.queue)
	l.enter()
	klock.CondLoadUint32Acquire(&l.word, notLocked2015)
	n.LeavePolled(&l.queue)
}

// Lock locks l for writing. It waits until nobody holds l.
func (l *QRW2015) Lock() {
	begin()
	if !l.tryLock() {
		l.lockSlow((*QRW2015).waitByByte)
	}
	acquiredWrite(&l.word)
}

func (l *QRW2015) lockSlow(setWaiting func(*QRW2015)) {
	n := waitq.JoinPolled(&l.queue)
	setWaiting(l)
	l.claim()
	n.LeavePolled(&l.queue)
}

// waitByByte sets mode from 0 to waiting. Only another writer can make the compare-and-swap fail.
func (l *QRW2015) waitByByte() {
	for {
		klock.CondLoadUint32(&l.word, modeClear2015)
		if klock.CompareAndSwapUint8Relaxed(l.modeByte(), 0, waiting2015) {
			return
		}
	}
}

// waitByWord sets mode from 0 to waiting. Readers too can make the compare-and-swap fail.
func (l *QRW2015) waitByWord() {
	for {
		old := klock.CondLoadUint32(&l.word, modeClear2015)
		if klock.CompareAndSwapUint32Relaxed(&l.word, old, old|waiting2015) {
			return
		}
	}
}

// claim waits until the readers have left, and takes the lock.
func (l *QRW2015) claim() {
	for {
		klock.CondLoadUint32(&l.word, claimable2015)
		if klock.CompareAndSwapUint32Acquire(&l.word, waiting2015, locked2015) {
			return
		}
	}
}

// TryRLock locks l for reading if no writer holds it or waits at the head, and reports whether it did.
func (l *QRW2015) TryRLock() bool {
	begin()
	if modeClear2015(klock.LoadUint32Relaxed(&l.word)) {
		if modeClear2015(l.enter()) {
			acquiredRead(&l.word)
			return true
		}
		l.leave()
	}
	end()
	return false
}

// TryLock locks l for writing if nobody holds it, and reports whether it did.
func (l *QRW2015) TryLock() bool {
	begin()
	if l.tryLock() {
		acquiredWrite(&l.word)
		return true
	}
	end()
	return false
}

func (l *QRW2015) tryLock() bool {
	for klock.LoadUint32Relaxed(&l.word) == 0 {
		if klock.CompareAndSwapUint32Acquire(&l.word, 0, locked2015) {
			return true
		}
	}
	return false
}

// RUnlock undoes one RLock.
func (l *QRW2015) RUnlock() {
	releasingRead(&l.word)
	if !l.leave() {
		fatal.Exit("RUnlock of an unlocked QRW2015")
	}
	end()
}

// Unlock undoes Lock.
func (l *QRW2015) Unlock() {
	releasingWrite(&l.word)
	if klock.LoadUint8Relaxed(l.modeByte()) != locked2015 {
		fatal.Exit("Unlock of an unlocked QRW2015")
	}
	klock.StoreUint8Release(l.modeByte(), 0)
	end()
}

// QRW2015Word is QRW2015 as it was before the byte compare-and-swap.
type QRW2015Word struct{ QRW2015 }

// Lock locks l for writing. It waits until nobody holds l.
func (l *QRW2015Word) Lock() {
	begin()
	if !l.tryLock() {
		l.lockSlow((*QRW2015).waitByWord)
	}
	acquiredWrite(&l.word)
}

package baseline

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/waitq"
)

// QRW2013 is the first queue rwlock, after Waiman Long's request for comments "qrwlock: A queue read/write lock
// implementation" (linux-kernel mailing list, 2013), 8 bytes: the word of its queue and this one, by value:
//
//	 31           16 15     8 7      0
//	+---------------+--------+--------+
//	|    readers    | rsteal | writer |
//	+---------------+--------+--------+
//
// Who does not get the lock at once joins the queue, and who is at its head waits for the lock:
//
//	RLock    readers += 1; in if writer is clear. Else readers -= 1, and at the head again, until writer is clear
//	Lock     writer: 0 → locked if nobody holds. Else at the head: set writer when it is clear, which holds new readers
//	         back, and wait until the readers have left: the writer's byte is a queue of one slot
//	RUnlock  readers -= 1
//	Unlock   writer = 0, by a store of the byte
//
// A lock whose rsteal byte is set lets readers steal: a writer at the head sets its byte only when no reader is left,
// so that readers who come later join those who hold.
//
// The queue is an MCS queue (Mellor-Crummey and Scott, 1991): first in, first out, and each waiter behind the head polls a
// node of its own and leaves the lock's word alone. Who finds the lock as it needs it is in at once, past the queue. Nobody
// passes a writer that has set its byte, but writers that find the lock idle, and readers that steal, can keep the head from
// that for ever.
//
// The zero value is a free, fair lock. Three faults of the first version are absent: TryLock works on an idle lock with
// stealing readers, whose word is not 0; a compare-and-swap that lost is no failure of a try; and more than 65,535
// readers end the process with a message.
type QRW2013 struct {
	word  uint32
	queue uint32
}

const (
	writerMask2013   = 0xff
	writerLocked2013 = 0xff
	stealing2013     = 1 << 8
	readerShift2013  = 16
	reader2013       = 1 << readerShift2013
)

// NewQRW2013 returns a free, fair lock.
func NewQRW2013() *QRW2013 { return new(QRW2013) }

// NewQRW2013Stealing returns a free lock whose readers steal.
func NewQRW2013Stealing() *QRW2013 { return &QRW2013{word: stealing2013} }

func noWriter2013(word uint32) bool  { return word&writerMask2013 == 0 }
func noReaders2013(word uint32) bool { return word>>readerShift2013 == 0 }
func idle2013(word uint32) bool      { return noWriter2013(word) && noReaders2013(word) }

func (l *QRW2013) writerByte() *uint8 { return endian.Byte(&l.word, 0) }

// RLock locks l for reading. It waits while a writer holds l or, unless readers steal, waits at the head of the queue.
func (l *QRW2013) RLock() {
	begin()
	if !noWriter2013(l.enter()) {
		l.rlockSlow()
	}
	acquiredRead(&l.word)
}

// enter counts a reader and returns the word with it.
func (l *QRW2013) enter() uint32 {
	word := klock.AddUint32Acquire(&l.word, reader2013)
	if noReaders2013(word) {
		fatal.Exit("overflow: more than 65,535 readers of a QRW2013")
	}
	return word
}

// leave takes back one reader and returns whether there was one.
func (l *QRW2013) leave() bool {
	return klock.AddUint32Release(&l.word, ^uint32(reader2013-1))>>readerShift2013 != 0xffff
}

func (l *QRW2013) rlockSlow() {
	l.leave()
	n := waitq.JoinPolled(&l.queue)
	for {
		klock.CondLoadUint32(&l.word, noWriter2013)
		if noWriter2013(l.enter()) {
			break
		}
		l.leave() // a writer that found the lock idle came first
	}
	n.LeavePolled(&l.queue)
}

// Lock locks l for writing. It waits until nobody holds l.
func (l *QRW2013) Lock() {
	begin()
	if !l.tryLock() {
		l.lockSlow()
	}
	acquiredWrite(&l.word)
}

func (l *QRW2013) lockSlow() {
	n := waitq.JoinPolled(&l.queue)
	if klock.LoadUint32Relaxed(&l.word)&stealing2013 != 0 {
		l.lockWhenIdle()
	} else {
		l.lockInSlot()
	}
	n.LeavePolled(&l.queue)
}

// lockWhenIdle waits without holding readers back.
func (l *QRW2013) lockWhenIdle() {
	for {
		klock.CondLoadUint32(&l.word, idle2013)
		if l.tryLock() {
			return
		}
	}
}

// lockInSlot takes the writer's byte and waits there until the readers have left.
func (l *QRW2013) lockInSlot() {
	for {
		klock.CondLoadUint32(&l.word, noWriter2013)
		if klock.CompareAndSwapUint8(l.writerByte(), 0, writerLocked2013) {
			break
		}
	}
	klock.CondLoadUint32Acquire(&l.word, noReaders2013)
}

// TryRLock locks l for reading if the writer's byte is clear, and reports whether it did.
func (l *QRW2013) TryRLock() bool {
	begin()
	if l.CanRLock() {
		if noWriter2013(l.enter()) {
			acquiredRead(&l.word)
			return true
		}
		l.leave()
	}
	end()
	return false
}

// TryLock locks l for writing if nobody holds it, and reports whether it did.
func (l *QRW2013) TryLock() bool {
	begin()
	if l.tryLock() {
		acquiredWrite(&l.word)
		return true
	}
	end()
	return false
}

func (l *QRW2013) tryLock() bool {
	for {
		old := klock.LoadUint32Relaxed(&l.word)
		if !idle2013(old) {
			return false
		}
		if klock.CompareAndSwapUint32Acquire(&l.word, old, old|writerLocked2013) {
			return true
		}
	}
}

// CanRLock reports whether TryRLock would succeed. The answer may be out of date when the caller sees it.
func (l *QRW2013) CanRLock() bool { return noWriter2013(klock.LoadUint32Relaxed(&l.word)) }

// CanLock reports whether TryLock would succeed. The answer may be out of date when the caller sees it.
func (l *QRW2013) CanLock() bool { return idle2013(klock.LoadUint32Relaxed(&l.word)) }

// RUnlock undoes one RLock.
func (l *QRW2013) RUnlock() {
	releasingRead(&l.word)
	if !l.leave() {
		fatal.Exit("RUnlock of an unlocked QRW2013")
	}
	end()
}

// Unlock undoes Lock.
func (l *QRW2013) Unlock() {
	releasingWrite(&l.word)
	if klock.LoadUint8Relaxed(l.writerByte()) != writerLocked2013 {
		fatal.Exit("Unlock of an unlocked QRW2013")
	}
	klock.StoreUint8Release(l.writerByte(), 0)
	end()
}

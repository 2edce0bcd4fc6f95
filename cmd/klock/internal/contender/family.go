package contender

import (
	"context"

	"github.com/klock-go/klock/bitlock"
	"github.com/klock-go/klock/osq"
	"github.com/klock-go/klock/qspinlock"
	"github.com/klock-go/klock/ticket"
)

// family returns the locks of this project without a shared mode.
func family() []Contender {
	return []Contender{
		{
			Name: "qspinlock.Mutex", Exclusive: true, New: place[qspinMutex](),
			Pairs: pairs(new(qspinlock.Mutex), qspinlockMutexLock, nil, qspinlockMutexTryLock),
		},
		{
			Name: "qspinlock.NUMAMutex", Exclusive: true, New: place[qspinNUMAMutex](),
			Pairs: pairs(new(qspinlock.NUMAMutex), qspinlockNUMAMutexLock, nil, qspinlockNUMAMutexTryLock),
		},
		{
			Name: "osq.Mutex", Exclusive: true, New: place[osqMutex](),
			Pairs: pairs(new(osq.Mutex), osqMutexLock, nil, osqMutexTryLock),
		},
		{
			Name: "osq.NUMAMutex", Exclusive: true, New: place[osqNUMAMutex](),
			Pairs: pairs(new(osq.NUMAMutex), osqNUMAMutexLock, nil, osqNUMAMutexTryLock),
		},
		{
			Name: "osq.Queue", Exclusive: true, New: place[osqQueue](),
			Pairs: pairs(new(osq.Queue), osqQueueLock, nil, nil),
		},
		{
			Name: "osq.NUMAQueue", Exclusive: true, New: place[osqNUMAQueue](),
			Pairs: pairs(new(osq.NUMAQueue), osqNUMAQueueLock, nil, nil),
		},
		{
			Name: "ticket.Mutex", Exclusive: true, New: place[ticketMutex](),
			Pairs: pairs(new(ticket.Mutex), ticketMutexLock, nil, ticketMutexTryLock),
		},
		{
			Name: "bitlock.Bit32", Exclusive: true, New: place[bitMutex](),
			Pairs: pairs(new(uint32), bitlockBit32Lock, nil, bitlockBit32TryLock),
		},
	}
}

// The locks with readers that exclude each other.
type (
	qspinMutex     struct{ qspinlock.Mutex }
	qspinNUMAMutex struct{ qspinlock.NUMAMutex }
	osqMutex       struct{ osq.Mutex }
	osqNUMAMutex   struct{ osq.NUMAMutex }
	ticketMutex    struct{ ticket.Mutex }
)

func (m *qspinMutex) RLock()       { m.Lock() }
func (m *qspinMutex) RUnlock()     { m.Unlock() }
func (m *qspinNUMAMutex) RLock()   { m.Lock() }
func (m *qspinNUMAMutex) RUnlock() { m.Unlock() }
func (m *osqMutex) RLock()         { m.Lock() }
func (m *osqMutex) RUnlock()       { m.Unlock() }
func (m *osqNUMAMutex) RLock()     { m.Lock() }
func (m *osqNUMAMutex) RUnlock()   { m.Unlock() }
func (m *ticketMutex) RLock()      { m.Lock() }
func (m *ticketMutex) RUnlock()    { m.Unlock() }

// osqQueue is osq.Queue as a lock: it gives up when a context is done.
type osqQueue struct{ queue osq.Queue }

func (q *osqQueue) Lock()    { q.queue.Lock(nil) }
func (q *osqQueue) Unlock()  { q.queue.Unlock() }
func (q *osqQueue) RLock()   { q.Lock() }
func (q *osqQueue) RUnlock() { q.Unlock() }

func (q *osqQueue) LockContext(ctx context.Context) error { return lockUntilDone(ctx, q.queue.Lock) }

// osqNUMAQueue is the same of osq.NUMAQueue.
type osqNUMAQueue struct{ queue osq.NUMAQueue }

func (q *osqNUMAQueue) Lock()    { q.queue.Lock(nil) }
func (q *osqNUMAQueue) Unlock()  { q.queue.Unlock() }
func (q *osqNUMAQueue) RLock()   { q.Lock() }
func (q *osqNUMAQueue) RUnlock() { q.Unlock() }

func (q *osqNUMAQueue) LockContext(ctx context.Context) error {
	return lockUntilDone(ctx, q.queue.Lock)
}

func lockUntilDone(ctx context.Context, lock func(stop func() bool) bool) error {
	if lock(func() bool { return ctx.Err() != nil }) {
		return nil
	}
	return ctx.Err()
}

const bit bitlock.Bit32 = 1 << 31

// bitMutex is a lock in the top bit of a word.
type bitMutex struct{ word uint32 }

func (m *bitMutex) Lock()         { bit.Lock(&m.word) }
func (m *bitMutex) TryLock() bool { return bit.TryLock(&m.word) }
func (m *bitMutex) Unlock()       { bit.Unlock(&m.word) }
func (m *bitMutex) RLock()        { bit.Lock(&m.word) }
func (m *bitMutex) RUnlock()      { bit.Unlock(&m.word) }

package contender

import (
	"github.com/klock-go/klock/bitlock"
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
	ticketMutex    struct{ ticket.Mutex }
)

func (m *qspinMutex) RLock()       { m.Lock() }
func (m *qspinMutex) RUnlock()     { m.Unlock() }
func (m *qspinNUMAMutex) RLock()   { m.Lock() }
func (m *qspinNUMAMutex) RUnlock() { m.Unlock() }
func (m *ticketMutex) RLock()      { m.Lock() }
func (m *ticketMutex) RUnlock()    { m.Unlock() }

const bit bitlock.Bit32 = 1 << 31

// bitMutex is a lock in the top bit of a word.
type bitMutex struct{ word uint32 }

func (m *bitMutex) Lock()         { bit.Lock(&m.word) }
func (m *bitMutex) TryLock() bool { return bit.TryLock(&m.word) }
func (m *bitMutex) Unlock()       { bit.Unlock(&m.word) }
func (m *bitMutex) RLock()        { bit.Lock(&m.word) }
func (m *bitMutex) RUnlock()      { bit.Unlock(&m.word) }

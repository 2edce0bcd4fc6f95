package contender

import (
	"github.com/klock-go/klock/bitlock"
	"github.com/klock-go/klock/osq"
	"github.com/klock-go/klock/qspinlock"
	"github.com/klock-go/klock/ticket"
)

// family returns the locks without a shared mode.
func family() []Contender {
	return []Contender{
		{Name: "qspinlock.Mutex", Exclusive: true, New: place[qspinMutex](), Pairs: qspinPairs()},
		{Name: "qspinlock.NUMAMutex", Exclusive: true, New: place[qspinNUMAMutex]()},
		{Name: "osq.Mutex", Exclusive: true, New: place[osqMutex](), Pairs: osqPairs()},
		{Name: "osq.NUMAMutex", Exclusive: true, New: place[osqNUMAMutex]()},
		{Name: "ticket.Mutex", Exclusive: true, New: place[ticketMutex](), Pairs: ticketPairs()},
		{Name: "bitlock.Bit32", Exclusive: true, New: place[bitMutex](), Pairs: bitPairs()},
	}
}

// qspinMutex is qspinlock.Mutex with readers that exclude each other.
type qspinMutex struct{ qspinlock.Mutex }

func (m *qspinMutex) RLock()   { m.Lock() }
func (m *qspinMutex) RUnlock() { m.Unlock() }

// qspinNUMAMutex is qspinlock.NUMAMutex with readers that exclude each other.
type qspinNUMAMutex struct{ qspinlock.NUMAMutex }

func (m *qspinNUMAMutex) RLock()   { m.Lock() }
func (m *qspinNUMAMutex) RUnlock() { m.Unlock() }

// osqMutex is osq.Mutex with readers that exclude each other.
type osqMutex struct{ osq.Mutex }

func (m *osqMutex) RLock()   { m.Lock() }
func (m *osqMutex) RUnlock() { m.Unlock() }

// osqNUMAMutex is osq.NUMAMutex with readers that exclude each other.
type osqNUMAMutex struct{ osq.NUMAMutex }

func (m *osqNUMAMutex) RLock()   { m.Lock() }
func (m *osqNUMAMutex) RUnlock() { m.Unlock() }

// ticketMutex is ticket.Mutex with readers that exclude each other.
type ticketMutex struct{ ticket.Mutex }

func (m *ticketMutex) RLock()   { m.Lock() }
func (m *ticketMutex) RUnlock() { m.Unlock() }

const bit bitlock.Bit32 = 1 << 31

// bitMutex is a lock in the top bit of a word.
type bitMutex struct{ word uint32 }

func (m *bitMutex) Lock()         { bit.Lock(&m.word) }
func (m *bitMutex) TryLock() bool { return bit.TryLock(&m.word) }
func (m *bitMutex) Unlock()       { bit.Unlock(&m.word) }
func (m *bitMutex) RLock()        { bit.Lock(&m.word) }
func (m *bitMutex) RUnlock()      { bit.Unlock(&m.word) }

func qspinPairs() Pairs {
	m := new(qspinlock.Mutex)
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		TryLock: func(n int) {
			for range n {
				if m.TryLock() {
					m.Unlock()
				}
			}
		},
	}
}

func osqPairs() Pairs {
	m := new(osq.Mutex)
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		TryLock: func(n int) {
			for range n {
				if m.TryLock() {
					m.Unlock()
				}
			}
		},
	}
}

func ticketPairs() Pairs {
	m := new(ticket.Mutex)
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		TryLock: func(n int) {
			for range n {
				if m.TryLock() {
					m.Unlock()
				}
			}
		},
	}
}

func bitPairs() Pairs {
	word := new(uint32)
	return Pairs{
		Lock: func(n int) {
			for range n {
				bit.Lock(word)
				bit.Unlock(word)
			}
		},
		TryLock: func(n int) {
			for range n {
				if bit.TryLock(word) {
					bit.Unlock(word)
				}
			}
		},
	}
}

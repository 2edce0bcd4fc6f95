package contender

import (
	"sync"

	"github.com/puzpuzpuz/xsync/v4"
)

func peers() []Contender {
	return []Contender{
		{Name: "sync.RWMutex", Peer: true, New: place[sync.RWMutex](), Pairs: syncRWMutexPairs()},
		{Name: "sync.Mutex", Peer: true, New: place[mutex](), Pairs: syncMutexPairs()},
		{Name: "xsync.RBMutex", Peer: true, New: newRBMutex, Pairs: rbMutexPairs()},
	}
}

// mutex is sync.Mutex with readers that exclude each other.
type mutex struct{ sync.Mutex }

func (m *mutex) RLock()   { m.Lock() }
func (m *mutex) RUnlock() { m.Unlock() }

// rbMutex is one goroutine's handle of an xsync.RBMutex: it keeps the token between RLock and RUnlock.
type rbMutex struct {
	*xsync.RBMutex
	token *xsync.RToken
	_     [128]byte
}

func (m *rbMutex) RLock()   { m.token = m.RBMutex.RLock() }
func (m *rbMutex) RUnlock() { m.RBMutex.RUnlock(m.token) }

func newRBMutex() Instance {
	m := new(placed[xsync.RBMutex])
	return Instance{func() Lock { return &rbMutex{RBMutex: &m.lock} }, &m.own, &m.other}
}

func syncRWMutexPairs() Pairs {
	m := new(sync.RWMutex)
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		RLock: func(n int) {
			for range n {
				m.RLock()
				m.RUnlock()
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

func syncMutexPairs() Pairs {
	m := new(sync.Mutex)
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

func rbMutexPairs() Pairs {
	m := xsync.NewRBMutex()
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		RLock: func(n int) {
			for range n {
				m.RUnlock(m.RLock())
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

package contender

import (
	"sync"

	"github.com/puzpuzpuz/xsync/v4"
)

// peers returns the locks of others.
func peers() []Contender {
	return []Contender{
		{
			Name: "sync.RWMutex", Peer: true, New: place[sync.RWMutex](),
			Pairs: pairs(new(sync.RWMutex), syncRWMutexLock, syncRWMutexRLock, syncRWMutexTryLock),
		},
		{
			Name: "sync.Mutex", Peer: true, Exclusive: true, New: place[syncMutex](),
			Pairs: pairs(new(sync.Mutex), syncMutexLock, nil, syncMutexTryLock),
		},
		{
			Name: "xsync.RBMutex", Peer: true, New: newRBMutex,
			Pairs: pairs(xsync.NewRBMutex(), rbMutexLock, rbMutexRLock, rbMutexTryLock),
		},
	}
}

// syncMutex is sync.Mutex with readers that exclude each other.
type syncMutex struct{ sync.Mutex }

func (m *syncMutex) RLock()   { m.Lock() }
func (m *syncMutex) RUnlock() { m.Unlock() }

// rbMutex is one goroutine's handle of an xsync.RBMutex: it keeps the token between RLock and RUnlock.
type rbMutex struct {
	*xsync.RBMutex
	token *xsync.RToken
	_     [128]byte
}

func (m *rbMutex) RLock()   { m.token = m.RBMutex.RLock() }
func (m *rbMutex) RUnlock() { m.RBMutex.RUnlock(m.token) }

// newRBMutex calls the constructor, because readers of a zero RBMutex never take their fast path.
func newRBMutex() Instance {
	lock := xsync.NewRBMutex()
	return apart(func() Lock { return &rbMutex{RBMutex: lock} })
}

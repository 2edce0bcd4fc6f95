package torture

import (
	"sync"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// Broken is the positive control: a lock in which one writer in sixteen enters as if it were a reader. A torture that
// does not find that finds nothing.
var Broken = contender.Contender{Name: "broken", New: func() contender.Instance {
	m := new(sync.RWMutex)
	return contender.Instance{Handle: func() contender.Lock { return &broken{RWMutex: m} }}
}}

// broken is one goroutine's handle.
type broken struct {
	*sync.RWMutex
	turns  int
	shared bool
}

func (b *broken) Lock() {
	b.turns++
	if b.shared = b.turns%16 == 0; b.shared {
		b.RLock()
		return
	}
	b.RWMutex.Lock()
}

func (b *broken) TryLock() bool {
	b.shared = false
	return b.RWMutex.TryLock()
}

func (b *broken) Unlock() {
	if b.shared {
		b.RUnlock()
		return
	}
	b.RWMutex.Unlock()
}

package osq

import (
	"context"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/mutex"
	"github.com/klock-go/klock/internal/race"
)

// NUMAMutex is Mutex for machines with several memory nodes, of the same size: the waiters on the holder's node are served
// first, those that spin and those that are parked. The others keep their order, and nobody is passed over for longer than a
// millisecond.
type NUMAMutex struct{ m Mutex }

// Lock is Mutex.Lock in NUMA order.
func (m *NUMAMutex) Lock() {
	if race.Enabled || !klock.CompareAndSwapUint32(&m.m.word, 0, mutex.Locked) {
		m.m.wait(nil, mutex.Near)
	}
}

// LockContext is Mutex.LockContext in NUMA order.
func (m *NUMAMutex) LockContext(ctx context.Context) error { return m.m.lockContext(ctx, mutex.Near) }

// TryLock locks m if nobody holds it and nobody waits for it, and reports whether it did.
func (m *NUMAMutex) TryLock() bool { return m.m.TryLock() }

// Unlock unlocks m. Any goroutine may unlock, not only the one that locked.
func (m *NUMAMutex) Unlock() { m.m.Unlock() }

// IsContended reports whether a goroutine waits for m.
func (m *NUMAMutex) IsContended() bool { return m.m.IsContended() }

// String names the state of m, for debugging.
func (m *NUMAMutex) String() string { return m.m.String() }

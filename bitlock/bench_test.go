package bitlock

import (
	"sync"
	"testing"
)

// BenchmarkUncontended is one Lock and one Unlock, with sync.Mutex as the measure.
func BenchmarkUncontended(b *testing.B) {
	b.Run("sync.Mutex", func(b *testing.B) {
		var m sync.Mutex
		for b.Loop() {
			m.Lock()
			//lint:ignore SA2001 only the lock is measured
			m.Unlock()
		}
	})
	b.Run("Bit32.Unlock", func(b *testing.B) {
		const bit Bit32 = 1 << 3
		var word uint32
		for b.Loop() {
			bit.Lock(&word)
			bit.Unlock(&word)
		}
	})
	b.Run("Bit32.UnlockNonAtomic", func(b *testing.B) {
		const bit Bit32 = 1 << 3
		var word uint32
		for b.Loop() {
			bit.Lock(&word)
			bit.UnlockNonAtomic(&word)
		}
	})
	b.Run("Bit64.Unlock", func(b *testing.B) {
		const bit Bit64 = 1 << 3
		var word uint64
		for b.Loop() {
			bit.Lock(&word)
			bit.Unlock(&word)
		}
	})
	b.Run("Bit64.UnlockNonAtomic", func(b *testing.B) {
		const bit Bit64 = 1 << 3
		var word uint64
		for b.Loop() {
			bit.Lock(&word)
			bit.UnlockNonAtomic(&word)
		}
	})
}

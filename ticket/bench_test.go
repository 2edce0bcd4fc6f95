package ticket

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
	b.Run("Mutex", func(b *testing.B) {
		var m Mutex
		for b.Loop() {
			m.Lock()
			//lint:ignore SA2001 only the lock is measured
			m.Unlock()
		}
	})
}

package baseline

import (
	"sync"
	"testing"
)

// BenchmarkUncontended is one lock and one unlock of each side, with sync.RWMutex as the measure.
func BenchmarkUncontended(b *testing.B) {
	pairs := func(name string, lock sync.Locker) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				lock.Lock()
				//lint:ignore SA2001 only the lock is measured
				lock.Unlock()
			}
		})
	}
	standard := new(sync.RWMutex)
	pairs("sync.RWMutex/write", standard)
	pairs("sync.RWMutex/read", standard.RLocker())
	for _, v := range variants {
		lock := v.make()
		pairs(v.name+"/write", lock)
		pairs(v.name+"/read", readers{lock})
	}
}

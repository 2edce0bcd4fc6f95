package backend

import (
	"sync"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
)

// Pair is a way to acquire and release a lock word that nobody else wants. What it takes is more than its two parts: a
// processor does not forward a narrow store from its store buffer to a wider load, so an acquisition of the whole word
// waits for the release of a byte of it to reach the cache.
type Pair struct {
	Acquire, Release string
	// Loop runs the pair n times on a word that holds zero and leaves zero there.
	Loop func(word *uint64, n int) uint64
}

// Pairs is every way to acquire and release that is compared; the first is the one the others are compared with.
var Pairs = []Pair{
	{"CompareAndSwapUint32", "StoreUint32Release", func(word *uint64, n int) uint64 {
		p := (*uint32)(unsafe.Pointer(word))
		for range n {
			klock.CompareAndSwapUint32(p, 0, 1)
			klock.StoreUint32Release(p, 0)
		}
		return 0
	}},
	{"CompareAndSwapUint32", "AddUint32", func(word *uint64, n int) uint64 {
		p := (*uint32)(unsafe.Pointer(word))
		for range n {
			klock.CompareAndSwapUint32(p, 0, 1)
			klock.AddUint32(p, ^uint32(0))
		}
		return 0
	}},
	{"CompareAndSwapUint32", "StoreUint8Release", func(word *uint64, n int) uint64 {
		p := (*uint32)(unsafe.Pointer(word))
		low := endian.Byte(p, 0)
		for range n {
			klock.CompareAndSwapUint32(p, 0, 1)
			klock.StoreUint8Release(low, 0)
		}
		return 0
	}},
	{"CompareAndSwapUint8", "StoreUint8Release", func(word *uint64, n int) uint64 {
		p := (*uint8)(unsafe.Pointer(word))
		for range n {
			klock.CompareAndSwapUint8(p, 0, 1)
			klock.StoreUint8Release(p, 0)
		}
		return 0
	}},
	{"sync.Mutex.Lock", "Unlock", func(_ *uint64, n int) uint64 {
		var m sync.Mutex
		for range n {
			m.Lock()
			m.Unlock()
		}
		return 0
	}},
}

package bitlock_test

import (
	"fmt"
	"sync"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/bitlock"
)

// A header keeps a reference count and the lock of its list in one word.
const (
	listLock  bitlock.Bit32 = 1 << 31
	countMask               = uint32(listLock - 1)
)

func ExampleBit32() {
	var (
		header uint32
		list   []int
		ended  sync.WaitGroup
	)
	for i := range 10 {
		ended.Go(func() {
			klock.AddUint32(&header, 1) // the count changes without the lock
			listLock.Lock(&header)
			list = append(list, i)
			listLock.Unlock(&header)
		})
	}
	ended.Wait()
	fmt.Println(len(list), "entries,", klock.LoadUint32(&header)&countMask, "references")
	// Output: 10 entries, 10 references
}

func ExampleBit64_UnlockNonAtomic() {
	const lock bitlock.Bit64 = 1
	var version uint64 // the other bits change under the lock alone
	lock.Lock(&version)
	klock.StoreUint64Relaxed(&version, klock.LoadUint64Relaxed(&version)+2)
	lock.UnlockNonAtomic(&version)
	fmt.Println(version >> 1)
	// Output: 1
}

func ExampleBit32_Locker() {
	const lock bitlock.Bit32 = 1 << 7
	var word uint32
	changed := sync.NewCond(lock.Locker(&word))
	ready := false
	go func() {
		lock.Lock(&word)
		ready = true
		lock.Unlock(&word)
		changed.Signal()
	}()
	changed.L.Lock()
	for !ready {
		changed.Wait()
	}
	changed.L.Unlock()
	fmt.Println("ready")
	// Output: ready
}

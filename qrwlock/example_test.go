package qrwlock_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/klock-go/klock/qrwlock"
)

// A lock stands beside what it guards.
func Example() {
	var prices struct {
		qrwlock.RWMutex // 8 bytes, ready
		of              map[string]int
	}

	prices.Lock()
	prices.of = map[string]int{"apple": 3}
	prices.Unlock()

	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			prices.RLock()
			defer prices.RUnlock()
			_ = prices.of["apple"]
		})
	}
	readers.Wait()

	prices.RLock()
	fmt.Println(prices.of["apple"])
	prices.RUnlock()
	// Output: 3
}

func ExampleRWMutex() {
	var rw qrwlock.RWMutex
	rw.RLock()
	fmt.Println(rw.TryRLock(), rw.TryLock()) // readers share, a writer is alone
	fmt.Println(&rw)
	rw.RUnlock()
	rw.RUnlock()
	fmt.Println(&rw)
	// Output:
	// true false
	// qrwlock: locked for reading, readers: 2, nobody queued
	// qrwlock: unlocked, nobody queued
}

// The switch from one lock to the other is one line.
func ExampleReaderBiased() {
	var (
		rw    qrwlock.ReaderBiased // or qrwlock.RWMutex
		total int
		ended sync.WaitGroup
	)
	for i := range 10 {
		ended.Go(func() {
			rw.Lock()
			defer rw.Unlock()
			total += i
		})
	}
	ended.Wait()
	rw.RLock()
	fmt.Println(total)
	rw.RUnlock()
	// Output: 45
}

// What a writer has written it can go on reading, with others beside it and no other writer in between.
func ExampleRWMutex_Downgrade() {
	var (
		rw      qrwlock.RWMutex
		version int
	)
	rw.Lock()
	version++
	rw.Downgrade()
	fmt.Println("still version", version)
	rw.RUnlock()
	// Output: still version 1
}

func ExampleRWMutex_LockContext() {
	var rw qrwlock.RWMutex
	rw.RLock() // somebody reads for a long time

	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := rw.LockContext(ctx); err != nil {
		fmt.Println("not locked:", err)
	}

	rw.RUnlock()
	// Output: not locked: context deadline exceeded
}

// A function that locks for itself may be called by one that holds the lock already, if it does so recursively.
func ExampleRWMutex_RLockRecursive() {
	var rw qrwlock.RWMutex
	size := func() int {
		rw.RLockRecursive()
		defer rw.RUnlock()
		return 8
	}
	rw.RLock()
	fmt.Println(size())
	rw.RUnlock()
	// Output: 8
}

func ExampleRWMutex_RLocker() {
	var (
		rw      qrwlock.RWMutex
		changed = sync.NewCond(rw.RLocker())
		ready   bool
	)
	go func() {
		rw.Lock()
		ready = true
		rw.Unlock()
		changed.Broadcast()
	}()
	rw.RLock()
	for !ready {
		changed.Wait()
	}
	rw.RUnlock()
	fmt.Println("ready")
	// Output: ready
}

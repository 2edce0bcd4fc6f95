package qspinlock_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/klock-go/klock/qspinlock"
)

func ExampleMutex() {
	var (
		mutex qspinlock.Mutex // 4 bytes, ready
		total int
		ended sync.WaitGroup
	)
	for i := range 10 {
		ended.Go(func() {
			mutex.Lock()
			defer mutex.Unlock()
			total += i
		})
	}
	ended.Wait()
	fmt.Println(total)
	// Output: 45
}

func ExampleMutex_LockContext() {
	var mutex qspinlock.Mutex
	mutex.Lock()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	fmt.Println(mutex.LockContext(ctx))
	// Output: context deadline exceeded
}

func ExampleNUMAMutex() {
	var mutex qspinlock.NUMAMutex
	mutex.Lock()
	fmt.Println(mutex.TryLock(), &mutex)
	mutex.Unlock()
	// Output: false locked
}

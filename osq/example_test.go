package osq_test

import (
	"fmt"
	"sync"

	"github.com/klock-go/klock/osq"
)

// A queue orders those that would spin for something else, and lets them give up.
func ExampleQueue() {
	var queue osq.Queue // 4 bytes, ready
	fmt.Println(queue.Lock(nil))
	patience := 3
	fmt.Println(queue.Lock(func() bool { patience--; return patience == 0 }))
	queue.Unlock()
	// Output:
	// true
	// false
}

func ExampleNUMAQueue() {
	var queue osq.NUMAQueue
	queue.Lock(nil)
	fmt.Println(queue.IsLocked())
	queue.Unlock()
	// Output: true
}

func ExampleMutex() {
	var (
		mutex osq.Mutex // 8 bytes, ready
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

func ExampleNUMAMutex() {
	var mutex osq.NUMAMutex
	mutex.Lock()
	fmt.Println(mutex.TryLock(), &mutex)
	mutex.Unlock()
	// Output: false locked
}

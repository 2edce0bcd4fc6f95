package klock_test

import (
	"fmt"

	"github.com/klock-go/klock"
)

// A byte of a larger structure serves as a state of its own; its neighbours are not touched.
func ExampleCompareAndSwapUint8() {
	const idle, running = 0, 1
	var job struct {
		state   uint8
		retries uint8
		id      uint16
	}
	job.retries, job.id = 3, 0xbeef
	fmt.Println(klock.CompareAndSwapUint8(&job.state, idle, running))
	fmt.Println(klock.CompareAndSwapUint8(&job.state, idle, running))
	fmt.Printf("%d %d %#x\n", klock.LoadUint8(&job.state), job.retries, job.id)
	// Output:
	// true
	// false
	// 1 3 0xbeef
}

// A goroutine waits until three others have counted.
func ExampleCondLoadUint32() {
	var counted uint32
	for range 3 {
		go klock.AddUint32(&counted, 1)
	}
	fmt.Println(klock.CondLoadUint32(&counted, func(v uint32) bool { return v == 3 }))
	// Output: 3
}

// A goroutine waits for a flag and then reads what was published before it.
func ExampleCondLoadUint32Acquire() {
	var (
		ready   uint32
		message string
	)
	go func() {
		message = "published"
		klock.StoreUint32Release(&ready, 1)
	}()
	klock.CondLoadUint32Acquire(&ready, func(v uint32) bool { return v != 0 })
	fmt.Println(message)
	// Output: published
}

// The release of a lock that parks its waiters: free the lock byte, then look whether somebody has to be woken.
func ExampleStoreThenLoadUint8() {
	const (
		parked    = 1 << 0 // a waiter sleeps, or is about to
		contended = 1 << 1 // the release exchanges, so that waiters need no FenceOthers
	)
	var (
		held  uint8 = 1
		queue uint32
		wake  = make(chan bool, 1)
		slept = make(chan bool)
	)
	go func() { // the waiter
		defer close(slept)
		before := klock.OrUint32(&queue, parked|contended)
		if before&contended == 0 && !klock.FenceOthers() {
			// Not possible yet: nobody may wake this goroutine, so it waits by itself.
			klock.CondLoadUint8Acquire(&held, func(v uint8) bool { return v == 0 })
			return
		}
		if klock.LoadUint8(&held) != 0 { // look again before going to sleep
			<-wake
		}
	}()
	if klock.StoreThenLoadUint8(&held, 0, &queue, contended)&parked != 0 { // the holder
		wake <- true
	}
	<-slept
	fmt.Println("the waiter has gone on")
	// Output: the waiter has gone on
}

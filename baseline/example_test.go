package baseline_test

import (
	"fmt"

	"github.com/klock-go/klock/baseline"
)

func ExampleRWBias() {
	var lock baseline.RWBias
	lock.RLock()
	fmt.Println(lock.TryRLock(), lock.TryLock())
	lock.RUnlock()
	lock.RUnlock()
	// Output: true false
}

func ExampleRWBroadcast() {
	var lock baseline.RWBroadcast
	lock.Lock()
	fmt.Println(lock.TryRLock())
	lock.Unlock()
	// Output: false
}

func ExampleRWXadd() {
	var lock baseline.RWXadd
	lock.RLock()
	lock.RLockUnfair() // does not wait for writers that wait, so it may be taken beside another
	fmt.Println(lock.TryLock())
	lock.RUnlock()
	lock.RUnlock()
	// Output: false
}

func ExampleQRW2013() {
	lock := baseline.NewQRW2013Stealing()
	lock.RLock()
	fmt.Println(lock.CanRLock(), lock.CanLock())
	lock.RUnlock()
	// Output: true false
}

func ExampleQRW2015() {
	var lock baseline.QRW2015
	fmt.Println(lock.TryLock(), lock.TryRLock())
	lock.Unlock()
	// Output: true false
}

func ExampleQRW2015Word() {
	var lock baseline.QRW2015Word
	lock.Lock()
	defer lock.Unlock()
	fmt.Println("locked")
	// Output: locked
}

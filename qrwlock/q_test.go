package qrwlock

import (
	"runtime"
	"sync"
	"testing"
)

func TestHammer(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		old := runtime.GOMAXPROCS(procs)
		var rw RWMutex
		var wg sync.WaitGroup
		a, b := 0, 0
		for g := range 20 {
			wg.Go(func() {
				for i := range 20000 {
					if (i+g)%5 == 0 {
						rw.Lock()
						a++
						b++
						if a != b {
							panic("x")
						}
						rw.Unlock()
					} else {
						rw.RLock()
						if a != b {
							panic("y")
						}
						rw.RUnlock()
					}
				}
			})
		}
		wg.Wait()
		if a != 80000 {
			t.Fatal(a)
		}
		t.Log(rw.cnts, rw.queue)
		runtime.GOMAXPROCS(old)
	}
}

package ticket_test

import (
	"fmt"
	"sync"

	"github.com/klock-go/klock/ticket"
)

func ExampleMutex() {
	var (
		mutex ticket.Mutex // 4 bytes, ready
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

package qrwlock

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// Readers that wait for each other inside must all get in once the writer has left, whoever of them was asleep, awake or
// spinning when it did.
func TestReadersMeetInside(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for round := range rounds {
		const readers = 4
		var rw RWMutex
		var inside, done sync.WaitGroup
		inside.Add(readers)
		rw.Lock()
		for range readers {
			done.Go(func() {
				rw.RLock()
				inside.Done()
				inside.Wait()
				rw.RUnlock()
			})
		}
		for end := time.Now().Add(time.Duration(round%16) * time.Microsecond); time.Now().Before(end); {
			runtime.Gosched()
		}
		rw.Unlock()
		met := make(chan struct{})
		go func() { done.Wait(); close(met) }()
		select {
		case <-met:
		case <-time.After(20 * time.Second):
			t.Fatalf("round %d: the readers did not meet; %v", round, &rw)
		}
	}
}

package qrwlock

import (
	"sync"
	"testing"

	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// A lock does not mind how many wait for it.
func TestManyGoroutines(t *testing.T) {
	goroutines := 100_000
	switch {
	case testenv.Emulated():
		goroutines = 500
	case race.Enabled: // the detector takes no more than 8,128 goroutines
		goroutines = 2_000
	case testing.Short():
		goroutines = 10_000
	}
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		if rw != tested(words) {
			goroutines /= 10
		}
		var (
			data  counters
			ended sync.WaitGroup
		)
		rw.Lock()
		for i := range goroutines {
			ended.Go(func() {
				if i%4 != 0 {
					rw.RLock()
					data.read(t)
					rw.RUnlock()
					return
				}
				rw.Lock()
				data.write(t)
				rw.Unlock()
			})
		}
		rw.Unlock()
		finish(t, words, &ended)
		if want := uint64(goroutines+3) / 4; data.a != want || data.b != want {
			t.Errorf("%d writes left %d and %d", want, data.a, data.b)
		}
	})
}

package workload

import (
	"context"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// none is a lock that does nothing. One goroutine can do without more.
type none struct{}

func (none) Lock()    {}
func (none) Unlock()  {}
func (none) RLock()   {}
func (none) RUnlock() {}

// Overhead returns the nanoseconds that an operation of a round takes without any lock: what the loop and its
// measuring cost, a few for the section included. It is part of every lock's time.
func (r *Runner) Overhead(ctx context.Context) (float64, error) {
	nothing := contender.Contender{Name: "none", New: func() contender.Instance {
		return contender.Instance{
			Handle: func() contender.Lock { return none{} }, Own: new(contender.Data), Other: new(contender.Data),
		}
	}}
	round, err := r.Run(ctx, nothing, Config{Goroutines: 1, WriteEvery: 1, For: 20 * time.Millisecond})
	return float64(round.Elapsed.Nanoseconds()) / float64(max(1, round.Ops)), err
}

// NanosecondsPerReading returns what a reading of the clock takes, which is part of every short wait.
func NanosecondsPerReading() float64 {
	const readings = 20_000
	origin := time.Now()
	var last time.Duration
	for range readings {
		last = time.Since(origin)
	}
	return float64(last.Nanoseconds()) / readings
}

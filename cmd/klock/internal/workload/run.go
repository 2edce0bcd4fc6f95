package workload

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// Config describes a round.
type Config struct {
	Goroutines int
	// WriteEvery is n for one write in n operations at random, 1 for writes only, 0 for reads only.
	WriteEvery int
	// Inside and Outside are units of work with the lock held and between two operations of a goroutine.
	Inside, Outside int
	// OwnLine puts the data of the sections behind the lock's words.
	OwnLine bool
	// For is the length of the round; Ops, if not 0, is the number of operations to finish instead, shared out
	// evenly.
	For time.Duration
	Ops int64
	// Seed makes the choice of reads and writes, the same for every lock.
	Seed uint64
}

// Round is what one round measured. An operation counts if it was finished before the round's end.
type Round struct {
	Elapsed time.Duration
	Ops     int64
	CPU     time.Duration
	// Jain is the fairness index of the goroutines' rates; JainReached leaves out those that the scheduler did not
	// let reach the lock, and Unreached counts them.
	Jain, JainReached float64
	Unreached         int
	Reads, Writes     Waits
}

// Runner keeps what rounds reuse. It runs one round at a time.
type Runner struct{ workers []*worker }

type worker struct {
	lock          contender.Lock
	random        rand.PCG
	ops           int64
	reached       bool
	sampler       sampler
	writesDone    uint64
	finished      int64
	reads, writes Waits
	result        uint64
	_             [128]byte
}

// round is the state that the workers of a round share. What they write lies in lines of its own.
type round struct {
	Config
	data  *contender.Data
	quota int64
	// An operation writes if a random number is below threshold; the highest stands for always.
	threshold uint64
	deadline  int64
	start     chan struct{}
	clock     clock
	stop      atomic.Bool
	stopped   atomic.Int64
	_         [128]byte
}

// sink keeps results alive.
var sink atomic.Uint64

// Run runs a round. All goroutines exist before it starts, and live until it ends. It ends early when ctx does; then,
// or when the count of writes shows that the lock did not exclude, it returns an error.
func (r *Runner) Run(ctx context.Context, c contender.Contender, config Config) (Round, error) {
	if err := ctx.Err(); err != nil {
		return Round{}, err
	}
	instance := c.New()
	rd := &round{Config: config, start: make(chan struct{}), quota: math.MaxInt64, deadline: math.MaxInt64}
	rd.data = instance.Other
	if config.OwnLine {
		rd.data = instance.Own
	}
	if config.WriteEvery > 0 {
		rd.threshold = math.MaxUint64 / uint64(config.WriteEvery)
	}
	workers := r.prepare(instance, config)

	var ready, done sync.WaitGroup
	ready.Add(len(workers))
	for _, w := range workers {
		done.Go(func() {
			ready.Done()
			<-rd.start
			w.run(rd)
		})
	}
	ready.Wait()
	rd.clock.origin = time.Now()
	if config.Ops > 0 {
		rd.quota = max(1, config.Ops/int64(config.Goroutines))
	} else {
		rd.deadline = int64(config.For)
	}
	cpu := cpuTime()
	unregister := context.AfterFunc(ctx, rd.end)
	ended := make(chan struct{})
	go rd.clock.tickUntil(ended)
	close(rd.start)
	done.Wait()
	close(ended)
	unregister()
	result := collect(workers, rd)
	result.CPU = cpuTime() - cpu

	var written uint64
	for _, w := range workers {
		written += w.writesDone
	}
	if rd.data.Writes != written {
		return result, fmt.Errorf("%s does not exclude: %d of %d writes were lost", c.Name,
			written-rd.data.Writes, written)
	}
	return result, ctx.Err()
}

func (r *Runner) prepare(instance contender.Instance, config Config) []*worker {
	for len(r.workers) < config.Goroutines {
		r.workers = append(r.workers, &worker{reads: newWaits(), writes: newWaits()})
	}
	workers := r.workers[:config.Goroutines]
	for i, w := range workers {
		w.reads.reset()
		w.writes.reset()
		*w = worker{
			lock:   instance.Handle(),
			reads:  w.reads,
			writes: w.writes,
		}
		w.random.Seed(config.Seed, uint64(i))
	}
	return workers
}

func collect(workers []*worker, rd *round) Round {
	result := Round{Elapsed: time.Duration(rd.stopped.Load()), Reads: newWaits(), Writes: newWaits()}
	var rates, reached []float64
	for _, w := range workers {
		result.Ops += w.ops
		result.Reads.Merge(w.reads)
		result.Writes.Merge(w.writes)
		rate := float64(w.ops)
		if rd.Ops > 0 {
			rate /= float64(max(1, w.finished))
			result.Elapsed = max(result.Elapsed, time.Duration(w.finished))
		}
		rates = append(rates, rate)
		if w.reached {
			reached = append(reached, rate)
		}
	}
	result.Jain, result.JainReached = Jain(rates), Jain(reached)
	result.Unreached = len(rates) - len(reached)
	return result
}

// end ends the round for all. The first call fixes its length.
func (rd *round) end() {
	now := rd.clock.exact()
	if rd.stopped.CompareAndSwap(0, now) {
		rd.stop.Store(true)
	}
}

// run is a goroutine's part of the round. The reading of the clock that finds the round's time over ends it for all,
// so no timer competes for a processor. Everything that is not the lock's is kept few and in line, since it is part
// of every lock's time.
func (w *worker) run(rd *round) {
	w.reached = !rd.stop.Load()
	lock, data, always := w.lock, rd.data, rd.threshold == math.MaxUint64
	for {
		write := always || rd.threshold != 0 && w.random.Uint64() < rd.threshold
		before := rd.clock.coarse.Load()
		start, weight := before, int64(0)
		if w.sampler.due() {
			start = rd.clock.exact()
			weight = w.sampler.take(start)
		}
		if write {
			lock.Lock()
			if weight > 0 || rd.clock.coarse.Load() != before {
				rd.record(&w.writes, before, start, weight)
			}
			data.Value = Work(data.Value, rd.Inside)
			data.Writes++
			lock.Unlock()
			w.writesDone++
		} else {
			lock.RLock()
			if weight > 0 || rd.clock.coarse.Load() != before {
				rd.record(&w.reads, before, start, weight)
			}
			w.result += Work(data.Value, rd.Inside)
			lock.RUnlock()
		}
		if rd.Outside > 0 {
			w.result = Work(w.result, rd.Outside)
		}
		if rd.stop.Load() {
			break
		}
		if w.ops++; w.ops == rd.quota {
			break
		}
	}
	w.finished = rd.clock.exact()
	sink.Add(w.result)
}

// record notes an acquisition that has just succeeded: a long one as itself, a short one for as many as its weight
// says. It ends the round for all if its time is over.
func (rd *round) record(waits *Waits, before, start, weight int64) {
	end := rd.clock.exact()
	switch {
	case end-before >= longWait:
		waits.record(end-start, 1)
	case weight > 0:
		waits.record(end-start, weight)
	}
	if end >= rd.deadline {
		rd.end()
	}
}

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
	// For is the length of the round; Ops, if not 0, is the number of operations to finish instead, shared out evenly.
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
	// Jain is the fairness index of the goroutines' rates; JainReached leaves out those that the scheduler did not let
	// reach the lock, and Unreached counts them.
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

// Run runs a round. All goroutines exist before it starts, and live until it ends. It ends early when ctx does; then, or when
// the count of writes shows that the lock did not exclude, it returns an error.
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

// endAt ends the round for all if its time is over.
func (rd *round) endAt(now int64) {
	if now >= rd.deadline {
		rd.end()
	}
}

// run is a goroutine's part of the round. The reading of the clock that finds the round's time over ends it for all, so no
// timer competes for a processor.
func (w *worker) run(rd *round) {
	w.reached = !rd.stop.Load()
	for {
		write := rd.threshold == math.MaxUint64 || rd.threshold != 0 && w.random.Uint64() < rd.threshold
		before := rd.clock.coarse.Load()
		w.sampler.left--
		if w.sampler.left <= 0 {
			w.acquireSampled(rd, write, before)
		} else {
			w.acquire(write)
			if rd.clock.coarse.Load() != before {
				w.recordIfLong(rd, write, before)
			}
		}
		if write {
			rd.data.Value = Work(rd.data.Value, rd.Inside)
			rd.data.Writes++
			w.lock.Unlock()
			w.writesDone++
		} else {
			w.result += Work(rd.data.Value, rd.Inside)
			w.lock.RUnlock()
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

func (w *worker) acquire(write bool) {
	if write {
		w.lock.Lock()
	} else {
		w.lock.RLock()
	}
}

// acquireSampled takes the lock and records how long that took, for all acquisitions since the last sample or for itself alone.
func (w *worker) acquireSampled(rd *round, write bool, before int64) {
	start := rd.clock.exact()
	weight := w.sampler.take(start)
	w.acquire(write)
	end := rd.clock.exact()
	if end-before >= longWait {
		weight = 1
	}
	w.waits(write).record(end-start, weight)
	rd.endAt(end)
}

// recordIfLong records an acquisition during which the coarse hand moved, if it was a long one.
func (w *worker) recordIfLong(rd *round, write bool, before int64) {
	end := rd.clock.exact()
	if end-before >= longWait {
		w.waits(write).record(end-before, 1)
	}
	rd.endAt(end)
}

func (w *worker) waits(write bool) *Waits {
	if write {
		return &w.writes
	}
	return &w.reads
}

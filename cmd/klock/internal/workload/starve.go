package workload

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// Starvation describes a round of readers that come back without pause, which together leave the lock to a writer
// only if the lock makes them (golang/go#76808). Sections are in units of work; every acquisition is timed exactly.
type Starvation struct {
	Readers, Writers          int
	ReadSection, WriteSection int
	For                       time.Duration
}

// Starved is what a round of Starvation measured. An operation counts if it was finished before the round's end.
type Starved struct {
	Elapsed                   time.Duration
	ReadsServed, WritesServed int64
	Reads, Writes             Waits
}

// Run runs a round against a lock. Like Runner.Run it ends early when ctx does, and finds lost writes.
func (s Starvation) Run(ctx context.Context, c contender.Contender) (Starved, error) {
	if err := ctx.Err(); err != nil {
		return Starved{}, err
	}
	instance := c.New()
	var (
		stop        atomic.Bool
		ready, done sync.WaitGroup
		mu          sync.Mutex
		begin       time.Time
		written     uint64
		start       = make(chan struct{})
		result      = Starved{Reads: newWaits(), Writes: newWaits()}
	)
	// turns runs one goroutine's operations and adds what it saw to the result.
	turns := func(total *Waits, served *int64, operate func(contender.Lock) time.Time, count *uint64) {
		lock, waits := instance.Handle(), newWaits()
		var operations uint64
		var inTime int64
		ready.Done()
		<-start
		// A wait begins with the call: a goroutine that has not had a processor yet does not wait for the lock.
		for now := time.Now(); !stop.Load(); now = time.Now() {
			waits.record(int64(operate(lock).Sub(now)), 1)
			operations++
			if stop.Load() {
				break
			}
			if time.Since(begin) < s.For {
				inTime++
			} else {
				stop.Store(true)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		total.Merge(waits)
		*served += inTime
		*count += operations
	}
	read := func(lock contender.Lock) (acquired time.Time) {
		lock.RLock()
		acquired = time.Now()
		sink.Store(Work(instance.Other.Value, s.ReadSection))
		lock.RUnlock()
		return acquired
	}
	write := func(lock contender.Lock) (acquired time.Time) {
		lock.Lock()
		acquired = time.Now()
		instance.Other.Value = Work(instance.Other.Value, s.WriteSection)
		instance.Other.Writes++
		lock.Unlock()
		return acquired
	}
	var reads uint64
	ready.Add(s.Readers + s.Writers)
	for range s.Readers {
		done.Go(func() { turns(&result.Reads, &result.ReadsServed, read, &reads) })
	}
	for range s.Writers {
		done.Go(func() { turns(&result.Writes, &result.WritesServed, write, &written) })
	}
	ready.Wait()
	begin = time.Now()
	unregister := context.AfterFunc(ctx, func() { stop.Store(true) })
	close(start)
	done.Wait()
	unregister()
	result.Elapsed = min(s.For, time.Since(begin))
	if instance.Other.Writes != written {
		return result, fmt.Errorf("%s does not exclude: %d of %d writes were lost", c.Name,
			written-instance.Other.Writes, written)
	}
	return result, ctx.Err()
}

// Package torture puts a lock under stress and looks for violations: more readers and writers than processors, short
// and long sections, random delays, tries and cancellations, while the number of processors changes and the collector
// runs.
package torture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// Config describes a run.
type Config struct {
	Readers, Writers int
	For              time.Duration
	// Every is the time between two calls of Report.
	Every  time.Duration
	Report func(Statistics)
	Seed   uint64
	// StuckAfter is how long nobody may get the lock before that counts as a violation.
	StuckAfter time.Duration
}

// Statistics is what has happened so far.
type Statistics struct {
	Elapsed         time.Duration `json:"elapsed_ns"`
	Readers         Side          `json:"readers"`
	Writers         Side          `json:"writers"`
	Violations      int64         `json:"violations"`
	FirstViolation  string        `json:"first_violation,omitempty"`
	ProcessorChange int64         `json:"gomaxprocs_changes"`
	Collections     int64         `json:"forced_collections"`
}

// Side is the part of the readers or of the writers. Least and Most are acquisitions of one goroutine; Refused are
// tries that found the lock taken, Cancelled are waits that were given up.
type Side struct {
	Total     int64         `json:"total"`
	Least     int64         `json:"least"`
	Most      int64         `json:"most"`
	Refused   int64         `json:"refused"`
	Cancelled int64         `json:"cancelled"`
	Worst     time.Duration `json:"worst_wait_ns"`
}

// guarded is the data that the lock protects. All of it is plain, so that nothing but the lock orders the accesses.
type guarded struct {
	writer      int
	first, last uint64
}

// run is the state of one run.
type run struct {
	Config
	data        *guarded
	stop        atomic.Bool
	violations  atomic.Int64
	message     sync.Once
	first       atomic.Value
	changes     atomic.Int64
	collections atomic.Int64
	workers     []*worker
}

// Run tortures a lock until the time is over, ctx ends or nobody gets the lock any more. A goroutine that hangs is
// left behind.
func Run(ctx context.Context, c contender.Contender, config Config) Statistics {
	r := &run{Config: config, data: new(guarded)}
	instance := c.New()
	for i := range config.Readers + config.Writers {
		r.workers = append(r.workers, &worker{
			id:     i + 1,
			writes: i >= config.Readers,
			lock:   instance.Handle(),
			random: rand.New(rand.NewPCG(config.Seed, uint64(i))),
		})
	}
	processors := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(processors)

	start := time.Now()
	var working, disturbing sync.WaitGroup
	for _, w := range r.workers {
		working.Go(func() { w.run(r) })
	}
	disturbing.Go(func() { r.changeProcessors(processors) })
	disturbing.Go(r.collect)
	finished := make(chan struct{})
	stuck := r.watch(ctx, start)
	r.stop.Store(true)
	disturbing.Wait()
	runtime.GOMAXPROCS(processors)
	go func() {
		working.Wait()
		close(finished)
	}()
	if !stuck {
		select {
		case <-finished:
			r.checkSum()
		case <-time.After(config.StuckAfter):
			r.violation("a goroutine never got the lock after the others had stopped")
		}
	}
	return r.statistics(start)
}

// watch waits for the end and reports on the way. It returns true if nobody gets the lock any more.
func (r *run) watch(ctx context.Context, start time.Time) (stuck bool) {
	const look = 50 * time.Millisecond
	ticker := time.NewTicker(min(look, r.For))
	defer ticker.Stop()
	reported, progressed, total := start, start, int64(0)
	for time.Since(start) < r.For {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
		now := time.Now()
		s := r.statistics(start)
		if n := s.Readers.Total + s.Writers.Total; n != total {
			total, progressed = n, now
		}
		if now.Sub(progressed) > r.StuckAfter {
			r.violation(fmt.Sprintf("nobody got the lock for %v", r.StuckAfter))
			return true
		}
		if r.Report != nil && now.Sub(reported) >= r.Every {
			reported = now
			r.Report(s)
		}
	}
	return false
}

// changeProcessors sets GOMAXPROCS to other values again and again.
func (r *run) changeProcessors(processors int) {
	for i := 0; !r.stop.Load(); i++ {
		runtime.GOMAXPROCS([]int{1, processors, 2 * processors, 1 + processors/2}[i%4])
		r.changes.Add(1)
		time.Sleep(37 * time.Millisecond)
	}
}

// collect forces collections.
func (r *run) collect() {
	for !r.stop.Load() {
		runtime.GC()
		r.collections.Add(1)
		time.Sleep(23 * time.Millisecond)
	}
}

func (r *run) violation(message string) {
	r.violations.Add(1)
	r.message.Do(func() { r.first.Store(message) })
}

// checkSum finds writes that were lost without anybody having noticed.
func (r *run) checkSum() {
	var written uint64
	for _, w := range r.workers {
		written += w.written
	}
	if r.data.first != written || r.data.last != written {
		r.violation(fmt.Sprintf("%d writes left %d and %d in the data", written, r.data.first, r.data.last))
	}
}

func (r *run) statistics(start time.Time) Statistics {
	s := Statistics{
		Elapsed:         time.Since(start),
		Violations:      r.violations.Load(),
		ProcessorChange: r.changes.Load(),
		Collections:     r.collections.Load(),
	}
	s.FirstViolation, _ = r.first.Load().(string)
	for _, w := range r.workers {
		if w.writes {
			s.Writers.add(w)
		} else {
			s.Readers.add(w)
		}
	}
	return s
}

func (s *Side) add(w *worker) {
	n := w.acquired.Load()
	if s.Total == 0 && s.Most == 0 || n < s.Least {
		s.Least = n
	}
	s.Total += n
	s.Most = max(s.Most, n)
	s.Refused += w.refused.Load()
	s.Cancelled += w.cancelled.Load()
	s.Worst = max(s.Worst, time.Duration(w.worst.Load()))
}

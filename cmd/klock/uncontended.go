package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// The uncontended suite times pairs of calls on a lock that nobody else wants.
const (
	uncontendedRounds = 501
	// uncontendedBatch is how long the calls between two readings of the clock take together: so short that on a busy
	// machine few batches are interrupted, and that those of a round follow each other closely.
	uncontendedBatch = 200 * time.Microsecond
)

// pair is one of the pairs of calls.
type pair struct {
	name string
	loop func(contender.Pairs) func(n int)
}

var pairs = []pair{
	{"Lock+Unlock", func(p contender.Pairs) func(int) { return p.Lock }},
	{"RLock+RUnlock", func(p contender.Pairs) func(int) { return p.RLock }},
	{"TryLock+Unlock", func(p contender.Pairs) func(int) { return p.TryLock }},
}

// uncontendedReport is what one pair of calls on one lock takes: the median of the rounds. The ratios are medians of
// the rounds' ratios, so that what slows a round down slows both sides.
type uncontendedReport struct {
	Pair        string  `json:"pair"`
	Lock        string  `json:"lock"`
	Nanoseconds float64 `json:"ns"`
	ToRWMutex   float64 `json:"to_sync_rwmutex,omitempty"`
	ToMutex     float64 `json:"to_sync_mutex,omitempty"`
}

// series is the times of one pair on one lock, round by round.
type series struct {
	lock  string
	loop  func(int)
	n     int
	times []float64
}

// uncontended measures pair by pair. When ctx ends it returns what the rounds until then showed, and the error.
func uncontended(ctx context.Context, o *options, show *progress) ([]uncontendedReport, error) {
	var reports []uncontendedReport
	for _, p := range pairs {
		show.begin("uncontended " + p.name)
		var all []*series
		for _, c := range o.pairs {
			if loop := p.loop(c.Pairs); loop != nil {
				all = append(all, &series{lock: c.Name, loop: loop, n: batchSize(loop)})
			}
		}
		for turn := range uncontendedRounds {
			if ctx.Err() != nil {
				break
			}
			takeTurns(all, turn)
			show.step()
		}
		for _, s := range all {
			if len(s.times) == 0 {
				return reports, ctx.Err()
			}
			reports = append(reports, uncontendedReport{
				Pair:        p.name,
				Lock:        s.lock,
				Nanoseconds: median(s.times),
				ToRWMutex:   s.ratioTo(all, baseline),
				ToMutex:     s.ratioTo(all, second),
			})
		}
	}
	return reports, ctx.Err()
}

// takeTurns runs a round: a batch of each.
func takeTurns(all []*series, turn int) {
	for i := range all {
		s := all[(i+turn)%len(all)]
		start := time.Now()
		s.loop(s.n)
		s.times = append(s.times, float64(time.Since(start).Nanoseconds())/float64(s.n))
	}
}

// batchSize returns how many times loop must run for a batch. It goes by the best of a few tries: one that was
// interrupted would make the batches too small to time.
func batchSize(loop func(int)) int {
	for n := 1000; ; n *= 2 {
		took := uncontendedBatch
		for range 5 {
			start := time.Now()
			loop(n)
			took = min(took, time.Since(start))
		}
		if took >= uncontendedBatch/4 {
			return int(float64(n) * float64(uncontendedBatch) / float64(took))
		}
	}
}

// ratioTo returns the ratio of s to the series of that lock, 0 if there is none.
func (s *series) ratioTo(all []*series, lock string) float64 {
	for _, other := range all {
		if other.lock == lock {
			return medianRatio(s.times, other.times)
		}
	}
	return 0
}

func printUncontended(w io.Writer, reports []uncontendedReport) {
	fmt.Fprintf(w, "\nuncontended: one goroutine, pairs of calls, medians of %d rounds\n", uncontendedRounds)
	table := newTable(w)
	fmt.Fprintf(table, "pair\tlock\tns\t/%s\t/%s\t\n", baseline, second)
	for _, r := range reports {
		fmt.Fprintf(table, "%s\t%s\t%.2f\t%s\t%s\t\n", r.Pair, r.Lock, r.Nanoseconds,
			ratio(r.ToRWMutex), ratio(r.ToMutex))
	}
	table.Flush()
}

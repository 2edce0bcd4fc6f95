package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/backend"
)

// The backend suite measures what the locks stand on: every operation of the root package, pairs of them that acquire and
// release a word, and its waits.
const (
	operationRounds = 7
	pairRounds      = 101
	// operationCalls is how many calls are timed together, some ten microseconds.
	operationCalls = 2000
)

// operationReport is what one operation takes: nanoseconds for a call alone and with the word shared by two
// processors, medians of the rounds, and the medians of the rounds' ratios to the nearest operation of sync/atomic.
type operationReport struct {
	Operation     string  `json:"operation"`
	Bits          int     `json:"bits"`
	Ordering      string  `json:"ordering"`
	Against       string  `json:"against"`
	Alone         float64 `json:"alone_ns"`
	AloneRatio    float64 `json:"alone_to_sync_atomic"`
	Together      float64 `json:"two_cores_ns,omitempty"`
	TogetherRatio float64 `json:"two_cores_to_sync_atomic,omitempty"`
}

// pairReport is what acquiring and releasing a word takes, a median of the rounds, and the median of the rounds' ratios to
// the first pair.
type pairReport struct {
	Acquire     string  `json:"acquire"`
	Release     string  `json:"release"`
	Nanoseconds float64 `json:"ns"`
	Ratio       float64 `json:"to_first"`
}

// latencyReport is the time from a store to the return of a waiter that had waited for a while.
type latencyReport struct {
	Wait   string  `json:"wait"`
	Peer   bool    `json:"peer"`
	Waited int64   `json:"waited_ns"`
	P50    float64 `json:"p50_ns"`
	P99    float64 `json:"p99_ns"`
	Worst  float64 `json:"worst_ns"`
}

type backendReport struct {
	Operations []operationReport `json:"operations"`
	Pairs      []pairReport      `json:"pairs"`
	Latencies  []latencyReport   `json:"latencies"`
}

// waitedFor is how long a waiter has waited, and how often that is tried: while it spins, while it yields its
// processor, and while it sleeps.
var waitedFor = []struct {
	waited time.Duration
	turns  int
}{
	{2 * time.Microsecond, 2000}, {200 * time.Microsecond, 300}, {10 * time.Millisecond, 30},
}

func measureBackend(ctx context.Context, show *progress) (backendReport, error) {
	var report backendReport
	show.begin("backend operations")
	for _, op := range backend.Operations {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		report.Operations = append(report.Operations, measureOperation(op))
		show.step()
	}
	report.Pairs = measurePairs()
	if runtime.GOMAXPROCS(0) == 1 {
		return report, nil
	}
	show.begin("backend waits")
	for _, w := range backend.Waits() {
		for _, c := range waitedFor {
			if err := ctx.Err(); err != nil {
				return report, err
			}
			latencies := w.Latencies(c.waited, c.turns)
			s := sample(latencies, func(x float64) float64 { return x })
			_, worst := s.Bounds()
			report.Latencies = append(report.Latencies, latencyReport{
				Wait: w.Name, Peer: w.Peer, Waited: int64(c.waited),
				P50: s.Quantile(0.5), P99: s.Quantile(0.99), Worst: worst,
			})
		}
	}
	return report, nil
}

func measureOperation(op backend.Operation) operationReport {
	report := operationReport{Operation: op.Name, Bits: op.Bits, Ordering: op.Ordering, Against: "atomic." + op.Against}
	report.Alone, report.AloneRatio = compareLoops(op, backend.Alone)
	if runtime.GOMAXPROCS(0) > 1 {
		report.Together, report.TogetherRatio = compareLoops(op, backend.Together)
	}
	return report
}

// compareLoops times an operation and its relative in turns.
func compareLoops(op backend.Operation, timed func(func(*uint64, int) uint64, int) float64) (ns, ratio float64) {
	var ours, theirs []float64
	for range operationRounds {
		ours = append(ours, timed(op.Loop, operationCalls))
		theirs = append(theirs, timed(op.AgainstLoop, operationCalls))
	}
	return median(ours), medianRatio(ours, theirs)
}

// measurePairs times the pairs in turns.
func measurePairs() []pairReport {
	times := make([][]float64, len(backend.Pairs))
	for range pairRounds {
		for i, p := range backend.Pairs {
			times[i] = append(times[i], backend.Alone(p.Loop, operationCalls))
		}
	}
	var reports []pairReport
	for i, p := range backend.Pairs {
		reports = append(reports, pairReport{p.Acquire, p.Release, median(times[i]), medianRatio(times[i], times[0])})
	}
	return reports
}

func printBackend(w io.Writer, report backendReport) {
	fmt.Fprintf(w, "\nbackend: nanoseconds for a call, alone and on a word shared by two processors\n")
	table := newTable(w)
	fmt.Fprintln(table, "operation\tbits\tordering\talone\tratio\ttwo cores\tratio\tto\t")
	for _, r := range report.Operations {
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t\n", r.Operation, r.Bits, r.Ordering, ratio(r.Alone),
			ratio(r.AloneRatio), ratio(r.Together), ratio(r.TogetherRatio), r.Against)
	}
	table.Flush()
	fmt.Fprintf(w, "\nbackend: nanoseconds to acquire and release a word that nobody else wants\n")
	table = newTable(w)
	fmt.Fprintln(table, "acquire\trelease\tns\tto the first\t")
	for _, r := range report.Pairs {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t\n", r.Acquire, r.Release, ratio(r.Nanoseconds), ratio(r.Ratio))
	}
	table.Flush()
	if len(report.Latencies) == 0 {
		fmt.Fprintln(w, "waits need a second processor")
		return
	}
	fmt.Fprintf(w, "\nbackend: from the store to the waiter's return\n")
	table = newTable(w)
	fmt.Fprintln(table, "wait\thad waited\tp50\tp99\tworst\t")
	for _, r := range report.Latencies {
		fmt.Fprintf(table, "%s\t%v\t%s\t%s\t%s\t\n", r.Wait, time.Duration(r.Waited), brief(time.Duration(r.P50)),
			brief(time.Duration(r.P99)), brief(time.Duration(r.Worst)))
	}
	table.Flush()
}

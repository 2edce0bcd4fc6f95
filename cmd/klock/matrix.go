package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// The matrix is the contended measurement: every lock in every cell of goroutines × share of writes × section length.
// The rounds of a cell take turns, each time in another order, so that what drifts in the machine hits all locks
// alike.

// cell is one place of the matrix.
type cell struct {
	Goroutines int    `json:"goroutines"`
	Writes     string `json:"writes"`
	Units      int    `json:"units"`
	share      share
}

func (c cell) String() string {
	return fmt.Sprintf("goroutines=%d writes=%s units=%d", c.Goroutines, c.Writes, c.Units)
}

// cellReport is what was measured in a cell, in the order of the contenders.
type cellReport struct {
	cell
	Results []lockReport `json:"results"`
}

// lockReport is what one lock did in a cell. Exclusive says that it has no shared mode, so that its reads exclude each
// other. Rates are medians of the rounds, with the lowest and the highest; waits are over all rounds together.
type lockReport struct {
	Lock          string     `json:"lock"`
	Peer          bool       `json:"peer"`
	Exclusive     bool       `json:"exclusive"`
	OpsPerSecond  float64    `json:"ops_per_second"`
	Lowest        float64    `json:"ops_per_second_lowest"`
	Highest       float64    `json:"ops_per_second_highest"`
	NsPerOp       float64    `json:"ns_per_op"`
	RatioBestPeer float64    `json:"ratio_to_best_peer,omitempty"`
	Jain          float64    `json:"jain"`
	JainReached   float64    `json:"jain_of_goroutines_that_reached_the_lock"`
	Unreached     float64    `json:"goroutines_that_did_not_reach_the_lock"`
	CPUNsPerOp    float64    `json:"cpu_ns_per_op"`
	WorstMedian   int64      `json:"worst_wait_of_a_round_median_ns"`
	Reads         waitReport `json:"reads"`
	Writes        waitReport `json:"writes"`
}

// waitReport describes the waits of one side in nanoseconds.
type waitReport struct {
	Count int64 `json:"count"`
	P50   int64 `json:"p50_ns"`
	P99   int64 `json:"p99_ns"`
	P999  int64 `json:"p99_9_ns"`
	Worst int64 `json:"worst_ns"`
}

// worst returns the longest wait of either side.
func (r lockReport) worst() time.Duration { return time.Duration(max(r.Reads.Worst, r.Writes.Worst)) }

type matrixReport struct {
	// Overhead is what an operation without lock and work takes.
	Overhead float64       `json:"overhead_ns_per_op"`
	Cells    []cellReport  `json:"cells"`
	Summary  []lockSummary `json:"summary"`
}

func (o *options) cells() []cell {
	var cells []cell
	for _, goroutines := range o.goroutines.list {
		for _, s := range o.writes {
			for _, units := range o.units.list {
				cells = append(cells, cell{goroutines, s.String(), units, s})
			}
		}
	}
	return cells
}

// matrix measures cell by cell and calls emit with each. When ctx ends it returns what is complete, and the error.
func matrix(ctx context.Context, o *options, show *progress, emit func(cellReport)) (matrixReport, error) {
	var report matrixReport
	var runner workload.Runner
	for _, c := range o.cells() {
		show.begin(c.String())
		result, err := o.measure(ctx, &runner, c, show)
		if err != nil {
			report.Summary = summarize(report.Cells)
			return report, err
		}
		report.Cells = append(report.Cells, result)
		show.clear()
		emit(result)
	}
	report.Summary = summarize(report.Cells)
	return report, nil
}

func (o *options) measure(ctx context.Context, runner *workload.Runner, c cell, show *progress) (cellReport, error) {
	rounds := make([][]workload.Round, len(o.contenders))
	for turn := range o.rounds {
		runtime.GC()
		for i := range o.contenders {
			who := (i + turn) % len(o.contenders)
			round, err := runner.Run(ctx, o.contenders[who], workload.Config{
				Goroutines: c.Goroutines,
				WriteEvery: int(c.share),
				Inside:     c.Units,
				Outside:    o.outside,
				OwnLine:    o.placement == "own",
				For:        o.length / time.Duration(o.rounds),
				Ops:        o.ops / int64(o.rounds),
				Seed:       o.seed + uint64(turn),
			})
			if err != nil {
				return cellReport{}, err
			}
			rounds[who] = append(rounds[who], round)
			show.step()
		}
	}
	report := cellReport{cell: c}
	for i, contender := range o.contenders {
		report.Results = append(report.Results, reportLock(contender, rounds[i]))
	}
	rateAgainstPeers(report.Results)
	return report, nil
}

func reportLock(c contender.Contender, rounds []workload.Round) lockReport {
	rates := sample(rounds, func(r workload.Round) float64 { return quotient(float64(r.Ops), r.Elapsed.Seconds()) })
	median := func(of func(workload.Round) float64) float64 { return sample(rounds, of).Quantile(0.5) }
	var reads, writes workload.Waits
	for _, r := range rounds {
		reads.Merge(r.Reads)
		writes.Merge(r.Writes)
	}
	report := lockReport{
		Lock:         c.Name,
		Peer:         c.Peer,
		Exclusive:    c.Exclusive,
		OpsPerSecond: rates.Quantile(0.5),
		Jain:         median(func(r workload.Round) float64 { return r.Jain }),
		JainReached:  median(func(r workload.Round) float64 { return r.JainReached }),
		Unreached:    median(func(r workload.Round) float64 { return float64(r.Unreached) }),
		CPUNsPerOp: median(func(r workload.Round) float64 {
			return float64(r.CPU.Nanoseconds()) / float64(max(1, r.Ops))
		}),
		WorstMedian: int64(median(func(r workload.Round) float64 {
			return float64(max(r.Reads.Worst(), r.Writes.Worst()))
		})),
		Reads:  reportWaits(reads),
		Writes: reportWaits(writes),
	}
	report.Lowest, report.Highest = rates.Bounds()
	report.NsPerOp = quotient(1e9, report.OpsPerSecond)
	return report
}

func reportWaits(w workload.Waits) waitReport {
	return waitReport{
		Count: w.Count(),
		P50:   int64(w.Percentile(50)),
		P99:   int64(w.Percentile(99)),
		P999:  int64(w.Percentile(99.9)),
		Worst: int64(w.Worst()),
	}
}

// rateAgainstPeers fills in each lock's throughput as a multiple of the best peer's.
func rateAgainstPeers(results []lockReport) {
	var best float64
	for _, r := range results {
		if r.Peer {
			best = max(best, r.OpsPerSecond)
		}
	}
	for i := range results {
		results[i].RatioBestPeer = quotient(results[i].OpsPerSecond, best)
	}
}

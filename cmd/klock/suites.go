package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/backend"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// suite is a part of the benchmark.
type suite struct {
	name string
	// takes is how long it runs.
	takes func(*options) time.Duration
	run   func(context.Context, *options, *benchReport, io.Writer, io.Writer) error
}

var suites = []suite{
	{"uncontended", (*options).uncontendedTakes, runUncontended},
	{"starvation", (*options).starvationTakes, runStarvation},
	{"matrix", (*options).matrixTakes, runMatrix},
	{"backend", (*options).backendTakes, runBackend},
	{"seeds", (*options).seedsTakes, runSeeds},
}

func suiteNames() []string {
	var names []string
	for _, s := range suites {
		names = append(names, s.name)
	}
	return names
}

func (o *options) uncontendedTakes() time.Duration {
	return time.Duration(len(pairs)*len(o.pairs)*uncontendedRounds) * uncontendedBatch
}

func runUncontended(ctx context.Context, o *options, report *benchReport, out, stderr io.Writer) (err error) {
	show := newProgress(stderr, len(pairs), uncontendedRounds)
	report.Uncontended, err = uncontended(ctx, o, show)
	show.clear()
	printUncontended(out, report.Uncontended)
	return err
}

func (o *options) starvationTakes() time.Duration { return time.Duration(len(o.contenders)) * o.starve }

func runStarvation(ctx context.Context, o *options, report *benchReport, out, stderr io.Writer) (err error) {
	show := newProgress(stderr, starvationRounds, len(o.contenders))
	report.Starvation, err = starvation(ctx, o, report.Environment.NanosecondsPerUnit, show)
	show.clear()
	printStarvation(out, report.Starvation)
	return err
}

func (o *options) matrixTakes() time.Duration {
	if o.ops > 0 {
		return 0
	}
	return time.Duration(len(o.cells())*len(o.contenders)) * o.length
}

func runMatrix(ctx context.Context, o *options, report *benchReport, out, stderr io.Writer) error {
	overhead, err := new(workload.Runner).Overhead(ctx)
	if err != nil {
		return err
	}
	cells := len(o.cells())
	fmt.Fprintf(out, "\nmatrix: %d cells, data in %s cache line; an operation with no lock and no work takes %.1f ns, "+
		"a reading of the clock, which short waits include, %.0f ns\n%s\n", cells,
		map[string]string{"own": "the lock's own", "other": "another"}[o.placement], overhead,
		workload.NanosecondsPerReading(), exclusiveNote)
	show := newProgress(stderr, cells, len(o.contenders)*o.rounds)
	result, err := matrix(ctx, o, show, func(c cellReport) { printCell(out, c) })
	show.clear()
	result.Overhead = overhead
	report.Matrix = &result
	printSummary(out, result.Summary)
	return err
}

func (o *options) backendTakes() time.Duration { return 6 * time.Second }

func runBackend(ctx context.Context, o *options, report *benchReport, out, stderr io.Writer) error {
	show := newProgress(stderr, 2, len(backend.Operations))
	result, err := measureBackend(ctx, show)
	show.clear()
	report.Backend = &result
	printBackend(out, result)
	return err
}

func (o *options) seedsTakes() time.Duration { return seedRounds * o.seedRound }

func runSeeds(ctx context.Context, o *options, report *benchReport, out, stderr io.Writer) (err error) {
	show := newProgress(stderr, len(seedMeasurements), 1)
	report.Seeds, err = measureSeeds(ctx, o, show)
	show.clear()
	printSeeds(out, report.Seeds)
	return err
}

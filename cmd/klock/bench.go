package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/backend"
	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// options is what the flags of bench say.
type options struct {
	suites     choices
	locks      choices
	goroutines numbers
	writes     shares
	units      numbers
	outside    int
	placement  string
	length     time.Duration
	ops        int64
	rounds     int
	starve     time.Duration
	seedRound  time.Duration
	seed       uint64
	quick      bool
	json       bool
	// contenders are the chosen locks, and pairs those of the uncontended suite, which has room for all.
	contenders, pairs []contender.Contender
}

func defaultOptions() options {
	return options{
		suites:     choices{allowed: suiteNames(), chosen: []string{"uncontended", "starvation", "matrix"}},
		locks:      choices{allowed: contender.Names(), chosen: contender.SharedNames()},
		goroutines: numbers{[]int{1, 2, 8, 64, 1000}, 1},
		writes:     shares{1, 6, 100, 10000},
		units:      numbers{[]int{5, 100, 2000}, 0},
		placement:  "own",
		length:     900 * time.Millisecond,
		rounds:     3,
		starve:     3 * time.Second,
		seedRound:  60 * time.Millisecond,
		seed:       1,
	}
}

// benchReport is everything that bench measured.
type benchReport struct {
	Environment environment         `json:"environment"`
	Interrupted bool                `json:"interrupted"`
	Failure     string              `json:"failure,omitempty"`
	Uncontended []uncontendedReport `json:"uncontended,omitempty"`
	Starvation  []starvationReport  `json:"starvation,omitempty"`
	Matrix      *matrixReport       `json:"matrix,omitempty"`
	Backend     *backendReport      `json:"backend,omitempty"`
	Seeds       []seedTable         `json:"seeds,omitempty"`
}

func parseBench(args []string, stdout, stderr io.Writer) (o options, code int, ok bool) {
	o = defaultOptions()
	flags := newFlags("bench")
	flags.Var(&o.suites, "suite", "what to measure, separated by `commas`")
	flags.Var(&o.locks, "locks", "`locks` to measure, separated by commas; uncontended, without this flag, measures all")
	flags.Var(&o.goroutines, "goroutines", "`numbers` of goroutines, separated by commas")
	flags.Var(&o.writes, "writes", "`shares` of writes, separated by commas; 0 is none")
	flags.Var(&o.units, "units", "section lengths in `units` of work of about a nanosecond, separated by commas")
	flags.IntVar(&o.outside, "outside", o.outside, "units of work between two operations of a goroutine")
	flags.StringVar(&o.placement, "placement", o.placement,
		"where the data of the sections lies: in the lock's own cache line (own) or in another (other)")
	flags.DurationVar(&o.length, "for", o.length, "time for each lock in each cell, shared out among the rounds")
	flags.Int64Var(&o.ops, "ops", o.ops, "operations for each lock in each cell, instead of a time")
	flags.IntVar(&o.rounds, "rounds", o.rounds, "rounds in which the locks take turns")
	flags.Uint64Var(&o.seed, "seed", o.seed, "seed of the order of reads and writes")
	flags.BoolVar(&o.quick, "quick", false, "a smaller matrix, in under a minute")
	flags.BoolVar(&o.json, "json", false, "print JSON when all is measured")
	if code, ok = parse(flags, args, stdout, stderr); !ok {
		return o, code, false
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if o.quick {
		o.shrink(given)
	}
	if err := o.check(); err != nil {
		return o, complain(stderr, "bench", err), false
	}
	for _, name := range o.locks.chosen {
		c, _ := contender.Find(name)
		o.contenders = append(o.contenders, c)
	}
	o.pairs = o.contenders
	if !given["locks"] {
		o.pairs = contender.Current()
	}
	return o, exitOK, true
}

// shrink makes the measurement quick, but for what the command line asked for.
func (o *options) shrink(given map[string]bool) {
	if !given["goroutines"] {
		o.goroutines.list = []int{2, 64, 1000}
	}
	if !given["writes"] {
		o.writes = shares{1, 6, 100}
	}
	if !given["units"] {
		o.units.list = []int{5, 2000}
	}
	if !given["for"] {
		o.length = 240 * time.Millisecond
	}
	o.starve = 900 * time.Millisecond
	o.seedRound = 20 * time.Millisecond
}

func (o *options) check() error {
	switch {
	case !slices.Contains([]string{"own", "other"}, o.placement):
		return fmt.Errorf("invalid value %q for flag -placement: allowed: own, other", o.placement)
	case o.outside < 0:
		return fmt.Errorf("invalid value %d for flag -outside: allowed: whole numbers from 0 on", o.outside)
	case o.rounds < 1:
		return fmt.Errorf("invalid value %d for flag -rounds: allowed: whole numbers from 1 on", o.rounds)
	case o.length < time.Millisecond*time.Duration(o.rounds):
		return fmt.Errorf("invalid value %v for flag -for: allowed: at least 1ms for each of %d rounds", o.length, o.rounds)
	case o.ops < 0:
		return fmt.Errorf("invalid value %d for flag -ops: allowed: whole numbers from 0 on", o.ops)
	}
	return nil
}

// bench measures and prints; interrupted, it prints what it has.
func bench(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, code, ok := parseBench(args, stdout, stderr)
	if !ok {
		return code
	}
	out := stdout
	if o.json {
		out = io.Discard
	}
	report := benchReport{Environment: currentEnvironment()}
	report.Environment.NanosecondsPerUnit = workload.NanosecondsPerUnit()
	fmt.Fprintf(out, "%s, %s, %s, %d CPUs, GOMAXPROCS %d, a unit of work takes %.2f ns\n", report.Environment.Go,
		report.Environment.Backend.Target, report.Environment.Backend.Backend, report.Environment.CPUs,
		report.Environment.GOMAXPROCS, report.Environment.NanosecondsPerUnit)

	err := o.run(ctx, &report, out, stderr)
	switch {
	case errors.Is(err, context.Canceled):
		report.Interrupted = true
		code = exitInterrupted
		fmt.Fprintln(stderr, "klock bench: interrupted; this is what was complete")
	case err != nil:
		report.Failure = err.Error()
		code = exitFailed
		fmt.Fprintf(stderr, "klock bench: %v\n", err)
	}
	if o.json {
		code = max(code, printJSON(stdout, stderr, report))
	}
	return code
}

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

// run runs the chosen suites. What a suite has measured is in the report also when it returns an error.
func (o *options) run(ctx context.Context, report *benchReport, out, stderr io.Writer) error {
	var total time.Duration
	for _, s := range suites {
		if o.suites.has(s.name) {
			total += s.takes(o)
		}
	}
	fmt.Fprintf(out, "locks: %d; this takes about %v", len(o.contenders), total.Round(time.Second))
	if o.ops > 0 {
		fmt.Fprintf(out, " without the matrix, whose length is given in operations")
	}
	fmt.Fprintln(out)
	for _, s := range suites {
		if !o.suites.has(s.name) {
			continue
		}
		if err := s.run(ctx, o, report, out, stderr); err != nil {
			return err
		}
	}
	return nil
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
		"a reading of the clock, which short waits include, %.0f ns\n", cells,
		map[string]string{"own": "the lock's own", "other": "another"}[o.placement], overhead, workload.NanosecondsPerReading())
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

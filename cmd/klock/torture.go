package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/torture"
)

// tortureReport is everything that torture found.
type tortureReport struct {
	Environment environment         `json:"environment"`
	Seed        uint64              `json:"seed"`
	Interrupted bool                `json:"interrupted"`
	Failed      bool                `json:"failed"`
	Locks       []tortureLockReport `json:"locks"`
}

// tortureLockReport is what happened to one lock. Control says that it is the broken one, there to be found out.
type tortureLockReport struct {
	Lock    string `json:"lock"`
	Control bool   `json:"control"`
	Verdict string `json:"verdict"`
	torture.Statistics
}

// tortureOptions is what the flags of torture say.
type tortureOptions struct {
	locks            choices
	length, every    time.Duration
	readers, writers int
	seed             uint64
	json             bool
	// control says that the broken lock is there to be found out, because nobody chose it.
	control bool
}

// stuckAfter is longer than any section and any delay, on a busy machine too.
const stuckAfter = 20 * time.Second

func parseTorture(args []string, stdout, stderr io.Writer) (o tortureOptions, code int, ok bool) {
	o = tortureOptions{control: true, locks: choices{
		allowed: append(contender.Names(contender.All()), torture.Broken.Name),
		chosen:  append(contender.Names(contender.Current()), torture.Broken.Name),
	}}
	flags := newFlags("torture")
	flags.Var(&o.locks, "locks",
		"`locks` to torture, separated by commas; without, all of today and the broken one as a control")
	flags.DurationVar(&o.length, "d", 30*time.Second, "duration, shared out among the locks")
	flags.DurationVar(&o.every, "every", 3*time.Second, "time between two lines of statistics")
	flags.IntVar(&o.readers, "readers", 4*runtime.NumCPU(), "goroutines that read")
	flags.IntVar(&o.writers, "writers", 2*runtime.NumCPU(), "goroutines that write")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "seed of the random sections and delays")
	flags.BoolVar(&o.json, "json", false, "print JSON at the end")
	if code, ok = parse(flags, args, stdout, stderr); !ok {
		return o, code, false
	}
	flags.Visit(func(f *flag.Flag) { o.control = o.control && f.Name != "locks" })
	var err error
	switch {
	case o.length < time.Millisecond:
		err = fmt.Errorf("invalid value %v for flag -d: allowed: at least 1ms", o.length)
	case o.every < time.Millisecond:
		err = fmt.Errorf("invalid value %v for flag -every: allowed: at least 1ms", o.every)
	case o.readers < 0:
		err = fmt.Errorf("invalid value %d for flag -readers: allowed: whole numbers from 0 on", o.readers)
	case o.writers < 1:
		err = fmt.Errorf("invalid value %d for flag -writers: allowed: whole numbers from 1 on", o.writers)
	}
	if err != nil {
		return o, complain(stderr, "torture", err), false
	}
	return o, exitOK, true
}

// runTorture puts locks under stress one after the other. It fails on any violation, and also if the control has
// none.
func runTorture(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, code, ok := parseTorture(args, stdout, stderr)
	if !ok {
		return code
	}
	out := stdout
	if o.json {
		out = io.Discard
	}
	report := tortureReport{Environment: currentEnvironment(), Seed: o.seed}
	fmt.Fprintf(out, "torture: %d readers, %d writers, %d CPUs, seed %d, %v for %d locks\n", o.readers, o.writers,
		report.Environment.CPUs, o.seed, o.length, len(o.locks.chosen))
	for _, name := range o.locks.chosen {
		if ctx.Err() != nil {
			break
		}
		report.Locks = append(report.Locks, o.torture(ctx, name, out))
	}
	report.Interrupted = ctx.Err() != nil
	for _, l := range report.Locks {
		// The control may not have been found out yet when it is interrupted.
		report.Failed = report.Failed || l.Control != (l.Violations > 0) && !(l.Control && report.Interrupted)
	}
	printTorture(out, report.Locks)
	switch {
	case report.Failed:
		code = exitFailed
	case report.Interrupted:
		code = exitInterrupted
	}
	if o.json {
		code = max(code, printJSON(stdout, stderr, report))
	}
	return code
}

func (o *tortureOptions) torture(ctx context.Context, name string, out io.Writer) tortureLockReport {
	lock, found := contender.Find(name)
	if !found {
		lock = torture.Broken
	}
	fmt.Fprintf(out, "\n%s\n", name)
	s := torture.Run(ctx, lock, torture.Config{
		Readers:    o.readers,
		Writers:    o.writers,
		For:        o.length / time.Duration(len(o.locks.chosen)),
		Every:      o.every,
		Report:     func(s torture.Statistics) { printStatistics(out, s) },
		Seed:       o.seed,
		StuckAfter: stuckAfter,
	})
	printStatistics(out, s)
	report := tortureLockReport{Lock: name, Control: !found && o.control, Statistics: s}
	switch {
	case report.Control && s.Violations > 0:
		report.Verdict = "found out, as it must be"
	case report.Control:
		report.Verdict = "FAILED: the broken lock was not found out"
	case s.Violations > 0:
		report.Verdict = "FAILED: " + s.FirstViolation
	default:
		report.Verdict = "passed"
	}
	return report
}

func printStatistics(w io.Writer, s torture.Statistics) {
	fmt.Fprintf(w, "  %6.1fs  reads %s  writes %s  violations %d\n", s.Elapsed.Seconds(), sideText(s.Readers),
		sideText(s.Writers), s.Violations)
}

func sideText(s torture.Side) string {
	return fmt.Sprintf("%d (%d to %d each, %d refused, %d cancelled, worst wait %s)", s.Total, s.Least, s.Most,
		s.Refused, s.Cancelled, brief(s.Worst))
}

func printTorture(w io.Writer, locks []tortureLockReport) {
	fmt.Fprintln(w)
	table := newTable(w)
	fmt.Fprintln(table, "lock\treads\twrites\tcancelled\tworst wait\tviolations\tverdict\t")
	for _, l := range locks {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%s\t%d\t%s\t\n", l.Lock, l.Readers.Total, l.Writers.Total,
			l.Readers.Cancelled+l.Writers.Cancelled, brief(max(l.Readers.Worst, l.Writers.Worst)),
			l.Violations, l.Verdict)
	}
	table.Flush()
}

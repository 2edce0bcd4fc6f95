package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

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

package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// newTable returns a writer of columns separated by tabs and aligned to the right.
func newTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func printCell(w io.Writer, c cellReport) {
	fmt.Fprintf(w, "\n%s\n", c)
	table := newTable(w)
	fmt.Fprintln(table, "lock\tMop/s\tns/op\t/best peer\tJain\tCPU ns/op\t"+
		"read p50\tp99\tp99.9\tworst\twrite p50\tp99\tp99.9\tworst\t")
	for _, r := range c.Results {
		fmt.Fprintf(table, "%s\t%.3f\t%.1f\t%s\t%.2f\t%.1f\t%s%s\n", lockName(r.Lock, r.Exclusive), r.OpsPerSecond/1e6,
			r.NsPerOp, ratio(r.RatioBestPeer), r.Jain, r.CPUNsPerOp, waitColumns(r.Reads), waitColumns(r.Writes))
	}
	table.Flush()
}

func waitColumns(w waitReport) string {
	if w.Count == 0 {
		return "-\t-\t-\t-\t"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t", brief(time.Duration(w.P50)), brief(time.Duration(w.P99)),
		brief(time.Duration(w.P999)), brief(time.Duration(w.Worst)))
}

// lockName marks a lock without a shared mode; exclusiveNote says what the mark means.
func lockName(name string, exclusive bool) string {
	if exclusive {
		return name + "*"
	}
	return name
}

const exclusiveNote = "a lock marked with * has no shared mode: its reads exclude each other"

// ratio prints a multiple or a time, or a dash where there is none.
func ratio(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// brief prints a duration with three digits.
func brief(d time.Duration) string {
	unit := time.Duration(1)
	for d >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

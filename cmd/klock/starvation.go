package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// The starvation suite is the case of golang/go#76808: readers that come back without pause, and writers among them.
const (
	starvationReaders      = 64
	starvationWriters      = 16
	starvationReadSection  = 100 * time.Microsecond
	starvationWriteSection = time.Microsecond
	starvationRounds       = 3
)

// starvationReport is what one lock did. Served are operations per second, medians of the rounds, with their
// multiples of sync.RWMutex's; waits are over all rounds together.
type starvationReport struct {
	Lock            string     `json:"lock"`
	Exclusive       bool       `json:"exclusive"`
	WritesPerSecond float64    `json:"writes_per_second"`
	ReadsPerSecond  float64    `json:"reads_per_second"`
	WritesRatio     float64    `json:"writes_to_sync_rwmutex,omitempty"`
	ReadsRatio      float64    `json:"reads_to_sync_rwmutex,omitempty"`
	Writes          waitReport `json:"write_waits"`
	Reads           waitReport `json:"read_waits"`
}

// starvationCase is the workload of the suite for a time. unit is the length of a unit of work in nanoseconds.
func starvationCase(unit float64, length time.Duration) workload.Starvation {
	return workload.Starvation{
		Readers:      starvationReaders,
		Writers:      starvationWriters,
		ReadSection:  int(float64(starvationReadSection) / unit),
		WriteSection: int(float64(starvationWriteSection) / unit),
		For:          length,
	}
}

// starvation measures in rounds. When ctx ends it returns what the rounds until then showed, and the error.
func starvation(ctx context.Context, o *options, unit float64, show *progress) ([]starvationReport, error) {
	config := starvationCase(unit, o.starve/starvationRounds)
	var err error
	rounds := make([][]workload.Starved, len(o.contenders))
measuring:
	for turn := range starvationRounds {
		show.begin(fmt.Sprintf("starvation round %d", turn+1))
		for i := range o.contenders {
			who := (i + turn) % len(o.contenders)
			var round workload.Starved
			if round, err = config.Run(ctx, o.contenders[who]); err != nil {
				break measuring
			}
			rounds[who] = append(rounds[who], round)
			show.step()
		}
	}
	var reports []starvationReport
	for i, c := range o.contenders {
		if len(rounds[i]) > 0 {
			reports = append(reports, reportStarvation(c, rounds[i]))
		}
	}
	for i := range reports {
		for _, base := range reports {
			if base.Lock == baseline {
				reports[i].WritesRatio = quotient(reports[i].WritesPerSecond, base.WritesPerSecond)
				reports[i].ReadsRatio = quotient(reports[i].ReadsPerSecond, base.ReadsPerSecond)
			}
		}
	}
	return reports, err
}

func reportStarvation(c contender.Contender, rounds []workload.Starved) starvationReport {
	var reads, writes workload.Waits
	for _, r := range rounds {
		reads.Merge(r.Reads)
		writes.Merge(r.Writes)
	}
	rate := func(served func(workload.Starved) int64) float64 {
		return sample(rounds, func(r workload.Starved) float64 {
			return quotient(float64(served(r)), r.Elapsed.Seconds())
		}).Quantile(0.5)
	}
	return starvationReport{
		Lock:            c.Name,
		Exclusive:       c.Exclusive,
		WritesPerSecond: rate(func(r workload.Starved) int64 { return r.WritesServed }),
		ReadsPerSecond:  rate(func(r workload.Starved) int64 { return r.ReadsServed }),
		Writes:          reportWaits(writes),
		Reads:           reportWaits(reads),
	}
}

func printStarvation(w io.Writer, reports []starvationReport) {
	fmt.Fprintf(w, "\nstarvation: %d readers with sections of %v, %d writers with sections of %v, no pauses\n%s\n",
		starvationReaders, starvationReadSection, starvationWriters, starvationWriteSection, exclusiveNote)
	table := newTable(w)
	fmt.Fprintln(table, "lock\twrites/s\t/"+baseline+"\treads/s\t/"+baseline+"\t"+
		"write p50\tp99\tp99.9\tworst\tread p50\tp99\tp99.9\tworst\t")
	for _, r := range reports {
		fmt.Fprintf(table, "%s\t%.0f\t%s\t%.0f\t%s\t%s%s\n", lockName(r.Lock, r.Exclusive), r.WritesPerSecond,
			ratio(r.WritesRatio), r.ReadsPerSecond, ratio(r.ReadsRatio), waitColumns(r.Writes), waitColumns(r.Reads))
	}
	table.Flush()
}

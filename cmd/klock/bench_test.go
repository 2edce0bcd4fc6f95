package main

import (
	"fmt"
	"testing"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// The cases of klock bench as Go benchmarks. The names are keys and values, for example for
//
//	go test -bench Matrix -count 10 ./cmd/klock | benchstat -col /lock -
//
// An operation is an acquisition, its section and the release, by whichever of the goroutines.

func BenchmarkMatrix(b *testing.B) {
	o := defaultOptions()
	var runner workload.Runner
	for _, c := range o.cells() {
		for _, lock := range contender.Current() {
			name := fmt.Sprintf("goroutines=%d/writes=%d:%d/units=%d/lock=%s",
				c.Goroutines, min(1, c.share), max(1, c.share), c.Units, lock.Name)
			b.Run(name, func(b *testing.B) {
				round, err := runner.Run(b.Context(), lock, workload.Config{
					Goroutines: c.Goroutines,
					WriteEvery: int(c.share),
					Inside:     c.Units,
					OwnLine:    true,
					Ops:        int64(max(b.N, c.Goroutines)),
					Seed:       o.seed,
				})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(round.Elapsed.Nanoseconds())/float64(round.Ops), "ns/op")
				b.ReportMetric(float64(max(round.Reads.Worst(), round.Writes.Worst())), "worst-wait-ns")
				b.ReportMetric(round.Jain, "jain")
			})
		}
	}
}

func BenchmarkUncontended(b *testing.B) {
	for _, p := range pairs {
		for _, lock := range contender.Current() {
			if loop := p.loop(lock.Pairs); loop != nil {
				b.Run(fmt.Sprintf("pair=%s/lock=%s", p.name, lock.Name), func(b *testing.B) { loop(b.N) })
			}
		}
	}
}

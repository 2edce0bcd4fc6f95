package main

import (
	"fmt"
	"testing"

	"github.com/klock-go/klock/cmd/klock/internal/backend"
	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// The cases of klock bench as Go benchmarks. The names are keys and values, for example for
//
//	go test -run "^$" -bench Matrix -count 10 -timeout 0 ./cmd/klock | benchstat -col /lock -
//
// Each has the name of its suite: Uncontended, Starvation, Matrix; the backend suite is Operation, Pair and Wait.

// BenchmarkMatrix measures acquisitions with their section and the release, by whichever of the goroutines.
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

// BenchmarkStarvation measures rounds, each as long as those of the suite: it takes half a second until all goroutines
// have had their first turn. What is measured has units of its own.
func BenchmarkStarvation(b *testing.B) {
	config := starvationCase(workload.NanosecondsPerUnit(), defaultOptions().starve/starvationRounds)
	for _, lock := range contender.Current() {
		name := fmt.Sprintf("readers=%d/writers=%d/lock=%s", starvationReaders, starvationWriters, lock.Name)
		b.Run(name, func(b *testing.B) {
			var rounds []workload.Starved
			for b.Loop() {
				round, err := config.Run(b.Context(), lock)
				if err != nil {
					b.Fatal(err)
				}
				rounds = append(rounds, round)
			}
			report := reportStarvation(lock, rounds)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(report.WritesPerSecond, "writes/s")
			b.ReportMetric(report.ReadsPerSecond, "reads/s")
			b.ReportMetric(float64(report.Writes.P99), "p99-write-wait-ns")
			b.ReportMetric(float64(report.Writes.Worst), "worst-write-wait-ns")
			b.ReportMetric(float64(report.Reads.Worst), "worst-read-wait-ns")
		})
	}
}

func BenchmarkOperation(b *testing.B) {
	for _, op := range backend.Operations {
		for _, by := range []struct {
			name string
			loop func(*uint64, int) uint64
		}{{"klock", op.Loop}, {"atomic", op.AgainstLoop}} {
			name := fmt.Sprintf("op=%s/width=%d/ordering=%s", op.Name, op.Bits, op.Ordering)
			b.Run(fmt.Sprintf("%s/cores=1/by=%s", name, by.name), func(b *testing.B) {
				b.ReportMetric(backend.Alone(by.loop, b.N), "ns/op")
			})
			b.Run(fmt.Sprintf("%s/cores=2/by=%s", name, by.name), func(b *testing.B) {
				var times []float64
				for b.Loop() {
					times = append(times, backend.Together(by.loop, operationCalls))
				}
				b.ReportMetric(median(times), "ns/op")
			})
		}
	}
}

func BenchmarkPair(b *testing.B) {
	for _, p := range backend.Pairs {
		b.Run(fmt.Sprintf("acquire=%s/release=%s", p.Acquire, p.Release), func(b *testing.B) {
			b.ReportMetric(backend.Alone(p.Loop, b.N), "ns/op")
		})
	}
}

func BenchmarkWait(b *testing.B) {
	for _, w := range backend.Waits() {
		for _, c := range waitedFor {
			b.Run(fmt.Sprintf("wait=%s/waited=%v", w.Name, c.waited), func(b *testing.B) {
				s := sample(w.Latencies(c.waited, b.N), func(ns float64) float64 { return ns })
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(s.Quantile(0.5), "p50-latency-ns")
				b.ReportMetric(s.Quantile(0.99), "p99-latency-ns")
			})
		}
	}
}

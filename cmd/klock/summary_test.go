package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	if got := median([]float64{9, 1, 5}); got != 5 {
		t.Errorf("median of 9, 1, 5 is %v", got)
	}
	if got := medianRatio([]float64{2, 30, 8}, []float64{1, 10, 2}); got != 3 {
		t.Errorf("median of 2/1, 30/10, 8/2 is %v", got)
	}
	if got := geometricMean([]float64{2, 0, 8}); math.Abs(got-4) > 1e-9 {
		t.Errorf("geometric mean of 2 and 8 is %v", got)
	}
	if got := geometricMean(nil); got != 0 {
		t.Errorf("geometric mean of nothing is %v", got)
	}
}

func TestSummaryCountsAndNamesLosingCells(t *testing.T) {
	at := func(goroutines int, rw, mutex, ours lockReport) cellReport {
		rw.Lock, rw.Peer, mutex.Lock, mutex.Peer, ours.Lock = baseline, true, second, true, "ours"
		return cellReport{cell{Goroutines: goroutines, Writes: "1/6", Units: 5}, []lockReport{rw, mutex, ours}}
	}
	did := func(rate, jain float64, worst time.Duration) lockReport {
		return lockReport{
			OpsPerSecond: rate, Jain: jain, Writes: waitReport{Worst: int64(worst)}, WorstMedian: int64(worst),
		}
	}
	summaries := summarize([]cellReport{
		at(2, did(100, 0.9, 5), did(50, 0.8, 7), did(400, 0.9, 5)),
		at(8, did(100, 0.9, 5), did(120, 0.8, 7), did(100, 0.5, 6)),
		at(1000, did(100, 0.9, 5), did(50, 0.8, 7), did(96, 0.1, 4)),
	})
	if len(summaries) != 1 || summaries[0].Lock != "ours" {
		t.Fatalf("peers are not judged, ours is: %+v", summaries)
	}
	s := summaries[0]
	if got, want := s.GeometricMean, 1.5659; got < want-0.001 || got > want+0.001 {
		t.Errorf("geometric mean %v, want %v", got, want)
	}
	for _, tc := range []struct {
		what       string
		got        verdict
		cells, won int
		lost       string
	}{
		{"throughput", s.Throughput, 3, 2, "goroutines=8 writes=1/6 units=5: 0.83"},
		{"worst", s.Worst, 3, 2, "goroutines=8 writes=1/6 units=5: 6ns against 5ns"},
		{"typical worst", s.WorstTypical, 3, 2, "goroutines=8 writes=1/6 units=5: 6ns against 5ns"},
		{"Jain", s.Jain, 2, 1, "goroutines=8 writes=1/6 units=5: 0.50 against 0.90"},
	} {
		if tc.got.Cells != tc.cells || tc.got.Won != tc.won || strings.Join(tc.got.Lost, ";") != tc.lost {
			t.Errorf("%s: %+v, want %d of %d, lost at %s", tc.what, tc.got, tc.won, tc.cells, tc.lost)
		}
	}
	alone := did(90, 1, 6)
	alone.Lock, alone.Exclusive = "alone", true
	mutex := did(100, 1, 7)
	mutex.Lock, mutex.Peer = second, true
	exclusive := summarize([]cellReport{{cell{Goroutines: 2}, []lockReport{mutex, alone}}})
	if len(exclusive) != 1 {
		t.Fatalf("%d summaries, want one", len(exclusive))
	}
	if e := exclusive[0]; e.GeometricMean != 0.9 || e.Throughput.Won != 0 || e.Worst.Won != 1 {
		t.Errorf("a lock without a shared mode is held against %s: %+v", second, exclusive)
	}
	var out strings.Builder
	printSummary(&out, summaries)
	if !strings.Contains(out.String(), "lost at goroutines=8 writes=1/6 units=5: 0.83") {
		t.Errorf("the losing cell is not printed:\n%s", out.String())
	}
}

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 999: "999ns", 1234: "1.23µs", 123456: "123µs", 12345678: "12.3ms", 1234567890: "1.23s",
	} {
		if got := brief(d); got != want {
			t.Errorf("brief(%d) is %s, want %s", int64(d), got, want)
		}
	}
}

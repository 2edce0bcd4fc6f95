package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// The bar that the summary holds a lock against, in each cell, is the better of sync.RWMutex and sync.Mutex; for a
// lock without a shared mode it is sync.Mutex.
const (
	baseline = "sync.RWMutex"
	second   = "sync.Mutex"
	// enoughThroughput is the share of the better one's throughput that counts as keeping up.
	enoughThroughput = 0.95
	// jainRounding is what two indices may differ by and still print alike.
	jainRounding = 0.005
	// fewGoroutines bounds the cells whose fairness index counts: with more, rounds are too short for the scheduler
	// to let everybody run.
	fewGoroutines = 64
)

// lockSummary says in how many cells a lock reached the bar, and where it did not.
type lockSummary struct {
	Lock string `json:"lock"`
	// Bar lists the locks that it is held against. GeometricMean is of the throughput as a multiple of the first
	// one's.
	Bar           []string `json:"bar"`
	GeometricMean float64  `json:"geometric_mean_throughput_to_first"`
	Throughput    verdict  `json:"throughput_at_least_0.95_of_better"`
	Worst         verdict  `json:"worst_wait_no_longer_than_better"`
	WorstTypical  verdict  `json:"median_of_rounds_worst_wait_no_longer_than_better"`
	Jain          verdict  `json:"jain_at_least_as_good_up_to_64_goroutines"`
}

// verdict counts the cells that were judged and lists those that were lost.
type verdict struct {
	Cells int      `json:"cells"`
	Won   int      `json:"won"`
	Lost  []string `json:"lost"`
}

func (v *verdict) judge(won bool, lost string) {
	v.Cells++
	if won {
		v.Won++
		return
	}
	v.Lost = append(v.Lost, lost)
}

// summarize judges every lock of this project in the cells that have all locks of its bar.
func summarize(cells []cellReport) []lockSummary {
	var summaries []*lockSummary
	byLock := map[string]*lockSummary{}
	ratios := map[string][]float64{}
	for _, c := range cells {
		for _, r := range c.Results {
			bar := []string{baseline, second}
			if r.Exclusive {
				bar = []string{second}
			}
			against := c.findAll(bar)
			if r.Peer || against == nil {
				continue
			}
			s := byLock[r.Lock]
			if s == nil {
				s = &lockSummary{Lock: r.Lock, Bar: bar}
				byLock[r.Lock] = s
				summaries = append(summaries, s)
			}
			ratios[r.Lock] = append(ratios[r.Lock], quotient(r.OpsPerSecond, against[0].OpsPerSecond))
			s.judge(c, r, against)
		}
	}
	var result []lockSummary
	for _, s := range summaries {
		s.GeometricMean = geometricMean(ratios[s.Lock])
		result = append(result, *s)
	}
	return result
}

func (s *lockSummary) judge(c cellReport, r lockReport, against []lockReport) {
	bar := against[0]
	worst, typical := bar.worst(), bar.WorstMedian
	for _, b := range against[1:] {
		bar.OpsPerSecond, bar.Jain = max(bar.OpsPerSecond, b.OpsPerSecond), max(bar.Jain, b.Jain)
		worst, typical = min(worst, b.worst()), min(typical, b.WorstMedian)
	}
	ratio := quotient(r.OpsPerSecond, bar.OpsPerSecond)
	s.Throughput.judge(ratio >= enoughThroughput, fmt.Sprintf("%s: %.2f", c, ratio))
	s.Worst.judge(r.worst() <= worst, fmt.Sprintf("%s: %s against %s", c, brief(r.worst()), brief(worst)))
	s.WorstTypical.judge(r.WorstMedian <= typical, fmt.Sprintf("%s: %s against %s", c,
		brief(time.Duration(r.WorstMedian)), brief(time.Duration(typical))))
	if c.Goroutines <= fewGoroutines {
		s.Jain.judge(r.Jain >= bar.Jain-jainRounding, fmt.Sprintf("%s: %.2f against %.2f", c, r.Jain, bar.Jain))
	}
}

// findAll returns the results of these locks, nil if one is missing.
func (c *cellReport) findAll(locks []string) []lockReport {
	var found []lockReport
	for _, lock := range locks {
		i := slices.IndexFunc(c.Results, func(r lockReport) bool { return r.Lock == lock })
		if i < 0 {
			return nil
		}
		found = append(found, c.Results[i])
	}
	return found
}

func printSummary(w io.Writer, summaries []lockSummary) {
	for _, s := range summaries {
		fmt.Fprintf(w, "\n%s in each cell against the better of %s\n", s.Lock, strings.Join(s.Bar, " and "))
		fmt.Fprintf(w, "  throughput, geometric mean against %s: %.2f\n", s.Bar[0], s.GeometricMean)
		printVerdict(w, fmt.Sprintf("throughput at least %.2f", enoughThroughput), s.Throughput)
		printVerdict(w, "worst wait no longer", s.Worst)
		printVerdict(w, "median of the rounds' worst waits no longer", s.WorstTypical)
		printVerdict(w, fmt.Sprintf("Jain's index at least as good, up to %d goroutines", fewGoroutines), s.Jain)
	}
}

func printVerdict(w io.Writer, what string, v verdict) {
	fmt.Fprintf(w, "  %s: %d of %d cells\n", what, v.Won, v.Cells)
	for _, lost := range v.Lost {
		fmt.Fprintf(w, "    lost at %s\n", lost)
	}
}

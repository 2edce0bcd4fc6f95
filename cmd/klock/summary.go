package main

import (
	"fmt"
	"io"
	"time"

	"github.com/aclements/go-moremath/stats"
)

// The bar that the summary holds a lock against, in each cell, is the better of sync.RWMutex and sync.Mutex.
const (
	baseline = "sync.RWMutex"
	second   = "sync.Mutex"
	// enoughThroughput is the share of the better one's throughput that counts as keeping up.
	enoughThroughput = 0.95
	// jainRounding is what two indices may differ by and still print alike.
	jainRounding = 0.005
	// fewGoroutines bounds the cells whose fairness index counts: with more, rounds are too short for the scheduler to
	// let everybody run.
	fewGoroutines = 64
)

// lockSummary says in how many cells a lock reached the bar, and where it did not.
type lockSummary struct {
	Lock string `json:"lock"`
	// GeometricMean is of the throughput as a multiple of sync.RWMutex's.
	GeometricMean float64 `json:"geometric_mean_throughput_to_sync_rwmutex"`
	Throughput    verdict `json:"throughput_at_least_0.95_of_better"`
	Worst         verdict `json:"worst_wait_no_longer_than_better"`
	WorstTypical  verdict `json:"median_of_rounds_worst_wait_no_longer_than_better"`
	Jain          verdict `json:"jain_at_least_as_good_up_to_64_goroutines"`
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

// summarize judges every lock of this project in the cells that have both locks of the bar.
func summarize(cells []cellReport) []lockSummary {
	var summaries []lockSummary
	byLock := map[string]int{}
	ratios := map[string][]float64{}
	for _, c := range cells {
		rw, mutex := c.find(baseline), c.find(second)
		if rw == nil || mutex == nil {
			continue
		}
		for _, r := range c.Results {
			if r.Peer {
				continue
			}
			i, ok := byLock[r.Lock]
			if !ok {
				i = len(summaries)
				byLock[r.Lock] = i
				summaries = append(summaries, lockSummary{Lock: r.Lock})
			}
			ratios[r.Lock] = append(ratios[r.Lock], r.OpsPerSecond/rw.OpsPerSecond)
			summaries[i].judge(c, r, *rw, *mutex)
		}
	}
	for i := range summaries {
		summaries[i].GeometricMean = stats.GeoMean(ratios[summaries[i].Lock])
	}
	return summaries
}

func (s *lockSummary) judge(c cellReport, r, rw, mutex lockReport) {
	ratio := r.OpsPerSecond / max(rw.OpsPerSecond, mutex.OpsPerSecond)
	s.Throughput.judge(ratio >= enoughThroughput, fmt.Sprintf("%s: %.2f", c, ratio))

	worst := min(rw.worst(), mutex.worst())
	s.Worst.judge(r.worst() <= worst, fmt.Sprintf("%s: %s against %s", c, brief(r.worst()), brief(worst)))

	typical := min(rw.WorstMedian, mutex.WorstMedian)
	s.WorstTypical.judge(r.WorstMedian <= typical, fmt.Sprintf("%s: %s against %s", c,
		brief(time.Duration(r.WorstMedian)), brief(time.Duration(typical))))

	if c.Goroutines <= fewGoroutines {
		jain := max(rw.Jain, mutex.Jain)
		s.Jain.judge(r.Jain >= jain-jainRounding, fmt.Sprintf("%s: %.2f against %.2f", c, r.Jain, jain))
	}
}

func (c *cellReport) find(lock string) *lockReport {
	for i := range c.Results {
		if c.Results[i].Lock == lock {
			return &c.Results[i]
		}
	}
	return nil
}

func printSummary(w io.Writer, summaries []lockSummary) {
	for _, s := range summaries {
		fmt.Fprintf(w, "\n%s against the better of %s and %s in each cell\n", s.Lock, baseline, second)
		fmt.Fprintf(w, "  throughput, geometric mean against %s: %.2f\n", baseline, s.GeometricMean)
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

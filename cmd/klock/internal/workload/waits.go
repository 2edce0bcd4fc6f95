package workload

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Waits is the distribution of the times that acquisitions took. Worst is exact, up to what clock says of it; the
// percentiles are exact to one per cent.
type Waits struct {
	histogram *hdrhistogram.Histogram
	worst     int64
}

const longestRecorded = int64(time.Minute)

func newWaits() Waits { return Waits{histogram: hdrhistogram.New(1, longestRecorded, 2)} }

// record notes an acquisition that stands for count of them.
func (w *Waits) record(nanoseconds, count int64) {
	w.worst = max(w.worst, nanoseconds)
	// The value is inside the histogram's range, so there is no error.
	_ = w.histogram.RecordValues(min(nanoseconds, longestRecorded), count)
}

// Merge adds the waits of other.
func (w *Waits) Merge(other Waits) {
	if w.histogram == nil {
		*w = newWaits()
	}
	w.worst = max(w.worst, other.worst)
	w.histogram.Merge(other.histogram)
}

func (w *Waits) reset() {
	w.worst = 0
	w.histogram.Reset()
}

// Count returns how many acquisitions the distribution stands for.
func (w *Waits) Count() int64 {
	if w.histogram == nil {
		return 0
	}
	return w.histogram.TotalCount()
}

// Worst returns the longest wait.
func (w *Waits) Worst() time.Duration { return time.Duration(w.worst) }

// Percentile returns the wait that p per cent of the acquisitions did not exceed.
func (w *Waits) Percentile(p float64) time.Duration {
	if w.histogram == nil {
		return 0
	}
	return time.Duration(min(w.histogram.ValueAtPercentile(p), w.worst))
}

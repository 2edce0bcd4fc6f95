package workload

import (
	"sync/atomic"
	"time"
)

// Reading the clock takes about as long as an uncontended pair of calls to a lock, and at every operation it would
// measure another program. So the clock of a round has two hands:
//   - the exact one, which a goroutine reads around every n-th of its acquisitions. n adapts itself so that this
//     happens every few microseconds, which costs a few per cent. These acquisitions are the sample that the
//     percentiles of short waits come from, each counting for n;
//   - the coarse one, a word that whoever reads the exact one moves forward, and that a ticker moves when all sleep.
//     Loading it costs what a load from the cache costs, so it is loaded before and after every acquisition. An
//     acquisition during which it moved is followed by an exact reading, and if at least longWait has gone by it is
//     recorded as itself, counting for one.
//
// No wait of more than a tick is therefore missed, and none of more than longWait while any goroutine works. Such a
// wait is overstated by at most the age of the coarse hand, a few microseconds.
type clock struct {
	origin time.Time
	_      [128]byte
	coarse atomic.Int64
	_      [128]byte
}

const (
	coarseStep = int64(2 * time.Microsecond)
	longWait   = int64(20 * time.Microsecond)
	tick       = time.Millisecond
)

// exact returns the nanoseconds since the clock's origin and moves the coarse hand.
func (c *clock) exact() int64 {
	now := int64(time.Since(c.origin))
	if now-c.coarse.Load() >= coarseStep {
		c.coarse.Store(now)
	}
	return now
}

// sampler chooses the acquisitions of one goroutine that are timed exactly.
type sampler struct {
	every, left, last int64
}

// The time between two samples that a sampler aims at, and the most acquisitions that it lets pass.
const (
	sampledOften  = int64(2 * time.Microsecond)
	sampledSeldom = int64(4 * time.Microsecond)
	mostSkipped   = 64
)

// due reports whether the next acquisition is to be timed.
func (s *sampler) due() bool {
	s.left--
	return s.left <= 0
}

// take notes that a sample is taken now and returns how many acquisitions it stands for.
func (s *sampler) take(now int64) int64 {
	weight := max(1, s.every)
	switch gap := now - s.last; {
	case gap < sampledOften:
		s.every = min(2*weight, mostSkipped)
	case gap > sampledSeldom:
		s.every = max(1, weight/2)
	}
	s.last, s.left = now, s.every
	return weight
}

// tickUntil moves the coarse hand until ended is closed.
func (c *clock) tickUntil(ended <-chan struct{}) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			c.exact()
		case <-ended:
			return
		}
	}
}

// Package workload runs goroutines against a lock and measures them.
package workload

import (
	"math/bits"
	"time"
)

// Work computes units steps of a chain in which each step needs the one before: a rotation, an addition and an
// exclusive or, three cycles and so about a nanosecond. The chain lives in a register and touches no memory.
//
//go:noinline
func Work(x uint64, units int) uint64 {
	for range units {
		x = (bits.RotateLeft64(x, 7) + x) ^ 0x9e3779b97f4a7c15
	}
	return x
}

// NanosecondsPerUnit measures a unit of work: the best of several tries, since all that disturbs makes it longer.
func NanosecondsPerUnit() float64 {
	const units = 200_000
	best := time.Duration(1 << 62)
	for range 20 {
		start := time.Now()
		sink.Store(Work(1, units))
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / units
}

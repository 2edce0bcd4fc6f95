//go:build !klock_model

package klock

import (
	"runtime"
	"time"
)

// A wait goes through three phases: windows of the processor's own wait, then the scheduler's yield, then sleep with a
// doubling interval. The first is for a holder that runs, the second for one that is ready to run, the third for one
// that is blocked.
const (
	spinFor       = 10 * time.Microsecond
	yieldFor      = time.Millisecond
	shortestSleep = 20 * time.Microsecond
	longestSleep  = time.Millisecond
)

// condLoad waits until cond holds for *p, for at most d; val is what *p was when cond last failed.
func condLoad[T comparable](p *T, val T, cond func(T) bool, window func(*T, T, uint32) T, d time.Duration) (T, bool) {
	if d <= 0 {
		return val, false
	}
	polls := windowPolls()
	start := time.Now()
	sleep := shortestSleep
	for {
		last := val
		val = window(p, val, polls)
		if val != last && cond(val) {
			return val, true
		}
		waited := passSafepoint(start)
		switch {
		case waited >= d:
			return val, false
		case waited < spinFor && polls > 1:
		case waited < yieldFor:
			runtime.Gosched()
		default:
			time.Sleep(min(sleep, d-waited))
			sleep = min(2*sleep, longestSleep)
		}
	}
}

// passSafepoint returns the time since start. It is a call with a frame of its own, so that the loop around an assembly
// window, in which a goroutine cannot be preempted, can be stopped by the collector at every turn.
//
//go:noinline
func passSafepoint(start time.Time) time.Duration { return time.Since(start) }

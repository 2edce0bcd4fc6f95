package klock

import (
	"runtime"
	"time"
)

// Forever is a duration that does not end, for the waits that take one.
const Forever time.Duration = 1<<63 - 1

// A wait goes through three phases: windows of the processor's own wait, then the scheduler's yield, then sleep with a
// doubling interval. The first is for a holder that runs, the second for one that is ready to run, the third for one
// that is blocked.
const (
	windowLength  = time.Microsecond
	spinFor       = 10 * time.Microsecond
	yieldFor      = time.Millisecond
	shortestSleep = 20 * time.Microsecond
	longestSleep  = time.Millisecond
)

// windowPolls is the number of polls in one window: as many as fit into a microsecond, and one when nobody else could
// change the value meanwhile.
func windowPolls() uint32 {
	if runtime.GOMAXPROCS(0) == 1 {
		return 1
	}
	return uint32(max(1, windowLength.Nanoseconds()*1000/int64(picosecondsPerPause())))
}

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

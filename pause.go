package klock

import (
	"runtime"
	"sync/atomic"
	"time"
)

// pausePicoseconds is the length of one processor pause, as far as it is known, or 0 before the first use.
var pausePicoseconds atomic.Uint32

// picosecondsPerPause is the length of one processor pause: 10 to 140 cycles, depending on the core. It is measured at the
// first use, which takes about 50 µs.
func picosecondsPerPause() uint32 {
	if known := pausePicoseconds.Load(); known != 0 {
		return known
	}
	return calibratePause()
}

const (
	shortestPause = 1_000  // less than any pause of a core lasts: the clock ticks too rarely to measure one
	assumedPause  = 40_000 // what a pause is taken for then
)

// calibratePause measures a round of pauses that is short because a hypervisor interrupts long ones, which it takes for a
// wait that another virtual processor should end.
func calibratePause() uint32 {
	const each = 32
	length := (shortestRound(each) - shortestRound(0)).Nanoseconds() * 1000 / each
	if length < shortestPause {
		length = assumedPause
	}
	pausePicoseconds.Store(uint32(length))
	return uint32(length)
}

// shortestRound is how long n pauses take and the clock to be read, when nothing interrupts them. It looks for something
// shorter until it finds nothing for a while.
func shortestRound(n uint32) time.Duration {
	const patience, most = 32, 1000
	shortest, found := time.Hour, 0
	for round := 0; round < most && round-found < patience; round++ {
		start := time.Now()
		pauses(n)
		if d := time.Since(start); d < shortest {
			shortest, found = d, round
		}
	}
	return shortest
}

// Pause keeps the processor for about d in the way that disturbs a sibling thread and the memory bus least, without
// entering the scheduler unless GOMAXPROCS is 1, when it yields once instead. It passes a safepoint every microsecond,
// but keeps the processor all the same: a loop around it must call runtime.Gosched now and then, or it holds up the
// garbage collector, as the package's documentation says under Waiting. CondLoadUint32 and its like do that by themselves.
func Pause(d time.Duration) {
	if runtime.GOMAXPROCS(0) == 1 {
		runtime.Gosched()
		return
	}
	each := int64(picosecondsPerPause())
	window := max(1, windowLength.Nanoseconds()*1000/each)
	all := max(1, d.Nanoseconds()*1000/each)
	if all <= window {
		pauseWindow(uint32(all))
		return
	}
	start := time.Now()
	for left := all; left > 0; left -= window {
		pauseWindow(uint32(min(left, window)))
	}
	notePauses(all, time.Since(start))
}

// notePauses corrects the length of a pause when so many have taken less time than it says: the core was disturbed, or
// slower, when it was measured.
func notePauses(n int64, took time.Duration) {
	each := took.Nanoseconds() * 1000 / n
	if each >= shortestPause && each < int64(pausePicoseconds.Load()) {
		pausePicoseconds.Store(uint32(each))
	}
}

// pauseWindow is a call with a frame of its own, for the safepoint in its prologue.
//
//go:noinline
func pauseWindow(n uint32) { pauses(n) }

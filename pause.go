package klock

import (
	"runtime"
	"sync/atomic"
	"time"
)

// pausePicoseconds is the measured length of one processor pause, or 0 before the first use.
var pausePicoseconds atomic.Uint32

// picosecondsPerPause is the length of one processor pause. It is measured at the first use, which takes about 50 µs: the
// instruction takes 10 to 140 cycles depending on the core.
func picosecondsPerPause() uint32 {
	if known := pausePicoseconds.Load(); known != 0 {
		return known
	}
	return calibratePause()
}

func calibratePause() uint32 {
	const rounds, each = 8, 128
	shortest := time.Duration(1<<63 - 1) // the shortest round is the one that nothing interrupted
	for range rounds {
		start := time.Now()
		pauses(each)
		shortest = min(shortest, time.Since(start))
	}
	length := uint32(max(100, shortest.Nanoseconds()*1000/each))
	pausePicoseconds.Store(length)
	return length
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
	for left := d.Nanoseconds() * 1000; left > 0; left -= windowLength.Nanoseconds() * 1000 {
		pauseWindow(uint32(max(1, min(left, windowLength.Nanoseconds()*1000)/each)))
	}
}

// pauseWindow is a call with a frame of its own, for the safepoint in its prologue.
//
//go:noinline
func pauseWindow(n uint32) { pauses(n) }

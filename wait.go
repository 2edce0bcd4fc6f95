package klock

import (
	"runtime"
	"time"
)

// Forever is a duration that does not end, for the waits that take one.
const Forever time.Duration = 1<<63 - 1

// windowLength is about the longest time that a wait spends in assembly.
const windowLength = time.Microsecond

// windowPolls is the number of polls in one window: as many as fit into a microsecond, and one when nobody else could
// change the value meanwhile.
func windowPolls() uint32 {
	if runtime.GOMAXPROCS(0) == 1 {
		return 1
	}
	return uint32(max(1, windowLength.Nanoseconds()*1000/int64(picosecondsPerPause())))
}

//go:build !klock_model

package klock

import (
	"runtime"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/testenv"
)

// A pause that was measured as too long, because something slowed the core down meanwhile, is corrected by use.
func TestPauseCorrected(t *testing.T) {
	if testenv.Emulated() || runtime.NumCPU() < 2 {
		t.Skip("measures time on two real processors")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	right := picosecondsPerPause()
	defer pausePicoseconds.Store(right)
	pausePicoseconds.Store(10 * right)
	for range 100 {
		Pause(20 * time.Microsecond)
	}
	if corrected := pausePicoseconds.Load(); corrected > 2*right {
		t.Errorf("a pause of %d ps still counts as one of %d ps", right, corrected)
	}
}

// The length of a pause is measured without the time that the clock takes: many pauses in one go last as long as it says.
func TestPauseMeasured(t *testing.T) {
	if testenv.Emulated() {
		t.Skip("measures time on a real processor")
	}
	const each, attempts = 1000, 10
	defer pausePicoseconds.Store(pausePicoseconds.Load())
	var measured, long int64
	for range attempts { // a processor that changes its speed between the two can spoil one, a hypervisor lengthens the row
		measured = int64(calibratePause())
		long = shortestRound(each).Nanoseconds() * 1000 / each
		if measured < 2*long && long < 4*measured {
			return
		}
	}
	t.Errorf("a pause is measured as one of %d ps, and takes %d in a long row", measured, long)
}

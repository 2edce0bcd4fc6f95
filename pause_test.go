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

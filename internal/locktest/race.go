package locktest

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/klock-go/klock/internal/race"
)

// raceExit is the exit code of a process in which the race detector found something.
const raceExit = 66

// The detector misses a race now and then: when both accesses happen at the very same moment, or when it no longer knows
// where the earlier one was. What the lock orders, it misses always.
const detections = 3

// RaceReported runs racy in a process of its own and tests that the race detector reports it. Without the detector the
// test is skipped. Call it once in a test or subtest.
func RaceReported(t *testing.T, racy func()) {
	t.Helper()
	var (
		output   string
		exitCode int
	)
	for range detections {
		output, exitCode = underDetector(t, racy)
		if exitCode == raceExit && strings.Contains(output, "DATA RACE") {
			return
		}
	}
	t.Errorf("the race was not reported in %d runs; the last ended with exit code %d and\n%s", detections, exitCode, output)
}

// FailureOrdersNothing tests that the detector reports the race between what came before an Unlock and what comes after
// a try that failed later. A try that acquires although it fails would hide it.
func FailureOrdersNothing(t *testing.T, lock sync.Locker, try func() bool) {
	t.Helper()
	RaceReported(t, func() {
		var held Unordered
		data, done := 0, make(chan struct{})
		go func() {
			defer close(done)
			held.Await()
			if try() {
				panic("two goroutines have the lock")
			}
			data++
		}()
		data++
		lock.Lock()
		lock.Unlock()
		lock.Lock()
		held.Set()
		<-done
	})
}

// Unordered is an event that a goroutine can await without being ordered after it in the eyes of the detector.
type Unordered struct{ happened atomic.Bool }

// Set makes the event happen.
func (u *Unordered) Set() {
	race.Disable()
	u.happened.Store(true)
	race.Enable()
}

// Await waits for the event.
func (u *Unordered) Await() {
	race.Disable()
	for !u.happened.Load() {
		runtime.Gosched()
	}
	race.Enable()
}

// NoRaceReported runs correct in a process of its own and tests that the race detector has nothing to say. Without the
// detector the test is skipped. Call it once in a test or subtest.
func NoRaceReported(t *testing.T, correct func()) {
	t.Helper()
	if output, exitCode := underDetector(t, correct); exitCode != 0 {
		t.Errorf("the race detector was not content: exit code %d and\n%s", exitCode, output)
	}
}

func underDetector(t *testing.T, f func()) (output string, exitCode int) {
	t.Helper()
	if !race.Enabled {
		t.Skip("needs the race detector")
	}
	if inChild(t) {
		f()
		os.Exit(0) // the detector replaces the exit code when it found something
	}
	return child(t, "GORACE=exitcode=66 atexit_sleep_ms=0") // f has ended: there is nothing to wait for
}

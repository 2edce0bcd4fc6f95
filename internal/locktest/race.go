package locktest

import (
	"os"
	"strings"
	"testing"

	"github.com/klock-go/klock/internal/race"
)

// raceExit is the exit code of a process in which the race detector found something.
const raceExit = 66

// RaceReported runs racy in a process of its own and tests that the race detector reports it. Without the detector the
// test is skipped. Call it once in a test or subtest.
func RaceReported(t *testing.T, racy func()) {
	t.Helper()
	output, exitCode := underDetector(t, racy)
	if exitCode != raceExit || !strings.Contains(output, "DATA RACE") {
		t.Errorf("the race was not reported: exit code %d and\n%s", exitCode, output)
	}
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

package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/race"
)

func TestTortureVerdicts(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector finds the broken lock out too, and fails the test")
	}
	for _, tc := range []struct {
		line string
		code int
		says string
	}{
		{"-d 400ms -locks sync.RWMutex", exitOK, "passed"},
		{"-d 2s -locks broken", exitFailed, "FAILED: "},
		{"-d 4s", exitOK, "found out, as it must be"},
		// Without readers and with one writer the broken lock has nobody to let in, so the control finds nothing.
		{"-d 400ms -readers 0 -writers 1", exitFailed, "FAILED: the broken lock was not found out"},
	} {
		stdout, stderr, code := command(t, t.Context(), append([]string{"torture"}, strings.Fields(tc.line)...)...)
		if code != tc.code || !strings.Contains(stdout, tc.says) {
			t.Errorf("klock torture %s: exit code %d, want %d and %q\n%s%s",
				tc.line, code, tc.code, tc.says, stdout, stderr)
		}
	}
}

func TestTortureJSON(t *testing.T) {
	line := []string{"torture", "-d", "200ms", "-every", "50ms", "-locks", "sync.Mutex", "-json"}
	stdout, _, code := command(t, t.Context(), line...)
	var report tortureReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v in %s", code, err, stdout)
	}
	if len(report.Locks) != 1 || report.Locks[0].Writers.Total == 0 || report.Failed || report.Seed == 0 {
		t.Errorf("unexpected report %s", stdout)
	}
}

func TestTortureInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	stdout, _, code := command(t, ctx, "torture", "-d", "1h", "-locks", "sync.Mutex")
	if code != exitInterrupted || !strings.Contains(stdout, "verdict") {
		t.Errorf("exit code %d, want %d and the table\n%s", code, exitInterrupted, stdout)
	}
}

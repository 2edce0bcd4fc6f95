package main

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

// command runs a command line and returns what it printed and the exit code.
func command(t *testing.T, ctx context.Context, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(ctx, args, &out, &errs)
	return out.String(), errs.String(), code
}

func TestWrongCommandLine(t *testing.T) {
	for _, tc := range []struct {
		line string
		says string
	}{
		{"sing", "allowed: bench, torture, info"},
		{"info -colour", "allowed: -json"},
		{"info now", "only flags are allowed"},
		{"torture -d 0s", "allowed: at least 1ms"},
		{"torture -every -1s", "allowed: at least 1ms"},
		{"torture -readers -1", "allowed: whole numbers from 0 on"},
		{"torture -writers 0", "allowed: whole numbers from 1 on"},
		{"torture -locks none", "allowed: sync.RWMutex, sync.Mutex, xsync.RBMutex"},
		{"bench -suite", "flag needs an argument"},
		{"bench -suite everything", "allowed: uncontended, starvation, matrix, backend, seeds"},
		{"bench -locks sync.Mutex,none", "allowed: sync.RWMutex, sync.Mutex, xsync.RBMutex"},
		{"bench -goroutines 0", "allowed: whole numbers from 1 on"},
		{"bench -goroutines 1,,2", "allowed: whole numbers from 1 on"},
		{"bench -writes 2/3", "allowed: 0 or fractions with numerator 1"},
		{"bench -writes 1/0", "allowed: 0 or fractions with numerator 1"},
		{"bench -units -1", "allowed: whole numbers from 0 on"},
		{"bench -outside -1", "allowed: whole numbers from 0 on"},
		{"bench -placement here", "allowed: own, other"},
		{"bench -rounds 0", "allowed: whole numbers from 1 on"},
		{"bench -for 1us", "allowed: at least 1ms for each of 3 rounds"},
		{"bench -for soon", "allowed: a number and a unit"},
		{"bench -ops many", "allowed: whole numbers"},
		{"bench -rounds many", "allowed: whole numbers"},
		{"bench -seed -1", "allowed: whole numbers"},
		{"bench -quick=perhaps", "allowed: true, false"},
		{"bench -ops -1", "allowed: whole numbers from 0 on"},
	} {
		stdout, stderr, code := command(t, t.Context(), strings.Fields(tc.line)...)
		if code != exitUsage {
			t.Errorf("klock %s: exit code %d, want %d", tc.line, code, exitUsage)
		}
		if stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, tc.says) {
			t.Errorf("klock %s: printed %q and %q, want one line on stderr with %q", tc.line, stdout, stderr, tc.says)
		}
	}
}

func TestHelp(t *testing.T) {
	for line, says := range map[string]string{
		"-h": "usage: klock <command>", "help": "usage: klock <command>", "bench -h": "-goroutines", "info -h": "-json",
	} {
		stdout, stderr, code := command(t, t.Context(), strings.Fields(line)...)
		if code != exitOK || stderr != "" || !strings.Contains(stdout, says) {
			t.Errorf("klock %s: exit code %d, %q, %q; want 0 and %q on stdout", line, code, stdout, stderr, says)
		}
	}
	if _, stderr, code := command(t, t.Context()); code != exitUsage || !strings.Contains(stderr, "usage:") {
		t.Errorf("klock: exit code %d, %q; want %d and the usage", code, stderr, exitUsage)
	}
}

func TestInfo(t *testing.T) {
	stdout, _, code := command(t, t.Context(), "info")
	for _, want := range []string{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "backend", "GOMAXPROCS"} {
		if code != exitOK || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, stdout)
		}
	}
	stdout, _, code = command(t, t.Context(), "info", "-json")
	var env environment
	if err := json.Unmarshal([]byte(stdout), &env); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v in\n%s", code, err, stdout)
	}
	if env.Backend.Target != runtime.GOOS+"/"+runtime.GOARCH || env.Backend.Backend == "" || env.CPUs == 0 {
		t.Errorf("unexpected %+v", env)
	}
}

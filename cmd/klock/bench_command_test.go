package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// tiny is a matrix of two cells in which every lock runs for some milliseconds.
var tiny = []string{"bench", "-suite", "matrix", "-goroutines", "2,64", "-writes", "1/6", "-units", "5", "-for", "6ms"}

func TestMatrixPrintsEveryCellAndLock(t *testing.T) {
	stdout, stderr, code := command(t, t.Context(), tiny...)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{
		"goroutines=2 writes=1/6 units=5\n", "goroutines=64 writes=1/6 units=5\n", "sync.RWMutex", "xsync.RBMutex",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "[2/2] goroutines=64") {
		t.Errorf("no plain line of progress in %q", stderr)
	}
}

// The amount of work is fixed, so that on a busy machine too every lock does some.
func TestJSON(t *testing.T) {
	stdout, stderr, code := command(t, t.Context(), append(tiny, "-ops", "6000", "-json")...)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var report benchReport
	decoder := json.NewDecoder(strings.NewReader(stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&report); err != nil {
		t.Fatalf("%v in\n%s", err, stdout)
	}
	if decoder.More() {
		t.Error("more than one value was printed")
	}
	if report.Interrupted || report.Matrix == nil || len(report.Matrix.Cells) != 2 || report.Environment.Go == "" {
		t.Fatalf("unexpected report\n%s", stdout)
	}
	for _, c := range report.Matrix.Cells {
		for _, r := range c.Results {
			if r.OpsPerSecond <= 0 || r.Jain <= 0 || r.Jain > 1 || r.RatioBestPeer <= 0 {
				t.Errorf("%s in %s: implausible %+v", r.Lock, c, r)
			}
			w := r.Reads
			if w.Count == 0 || w.P50 > w.P99 || w.P99 > w.P999 || w.P999 > w.Worst {
				t.Errorf("%s in %s: waits out of order %+v", r.Lock, c, w)
			}
		}
	}
	for _, key := range []string{`"goroutines": 64`, `"writes": "1/6"`, `"p99_9_ns"`, `"ns_per_unit"`} {
		if !strings.Contains(stdout, key) {
			t.Errorf("no %s in the JSON", key)
		}
	}
}

// A signal ends the context; what was complete by then is printed, as JSON too.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	start := time.Now()
	time.AfterFunc(200*time.Millisecond, cancel)
	long := []string{"bench", "-suite", "matrix", "-goroutines", "2", "-writes", "1/6,1/7,1/8", "-units", "5", "-json"}
	stdout, stderr, code := command(t, ctx, append(long, "-for", "1m", "-locks", "sync.Mutex")...)
	if code != exitInterrupted || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d, %q; want %d and to be told", code, stderr, exitInterrupted)
	}
	var report benchReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || !report.Interrupted {
		t.Errorf("%v, interrupted %v in %q", err, report.Interrupted, stdout)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v to stop", took)
	}

	ctx, cancel = context.WithCancel(t.Context())
	o, _, _ := parseBench(append(tiny[1:], "-locks", "sync.Mutex"), nil, nil)
	complete, err := matrix(ctx, &o, newProgress(&strings.Builder{}, 2, 3), func(cellReport) { cancel() })
	if err == nil || len(complete.Cells) != 1 {
		t.Errorf("interrupted after the first cell: %d cells and error %v, want the one and an error",
			len(complete.Cells), err)
	}
}

// atSecondLine calls a function when a second line is written to it.
type atSecondLine struct {
	lines int
	call  func()
}

func (a *atSecondLine) Write(text []byte) (int, error) {
	if a.lines++; a.lines == 2 {
		a.call()
	}
	return len(text), nil
}

// The rounds that were complete when a suite was interrupted are shown.
func TestInterruptedRounds(t *testing.T) {
	o, _, _ := parseBench([]string{"-locks", "sync.Mutex,sync.RWMutex"}, nil, nil)
	o.starve = 5 * time.Millisecond * starvationRounds
	for name, run := range map[string]func(context.Context, *progress) (int, error){
		"starvation": func(ctx context.Context, show *progress) (int, error) {
			reports, err := starvation(ctx, &o, 1, show)
			return len(reports), err
		},
		"uncontended": func(ctx context.Context, show *progress) (int, error) {
			reports, err := uncontended(ctx, &o, show)
			return len(reports), err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		reports, err := run(ctx, newProgress(&atSecondLine{call: cancel}, 3, 1))
		if reports != 2 || err == nil {
			t.Errorf("%s: %d reports and error %v, want one for each lock and an error", name, reports, err)
		}
		cancel()
	}
}

func TestQuickLeavesTheCommandLineAlone(t *testing.T) {
	o, _, ok := parseBench([]string{"-quick", "-units", "7"}, nil, nil)
	if !ok || o.units.String() != "7" || o.goroutines.String() != "2,64,1000" {
		t.Errorf("units %v, goroutines %v; want 7 and fewer goroutines", &o.units, &o.goroutines)
	}
	total := o.uncontendedTakes() + o.starvationTakes() + o.matrixTakes()
	if perLock := total / time.Duration(len(o.contenders)); perLock > 9*time.Second {
		t.Errorf("quick takes %v for each lock; a minute has room for five locks only with 9s", perLock)
	}
}

func TestStarvationAndUncontended(t *testing.T) {
	o, _, ok := parseBench(nil, nil, nil)
	if !ok {
		t.Fatal("the defaults are not accepted")
	}
	o.starve = 300 * time.Millisecond
	report := benchReport{Environment: environment{NanosecondsPerUnit: 1}}
	var out, progress strings.Builder
	for _, s := range []suite{{run: runStarvation}, {run: runUncontended}} {
		if err := s.run(t.Context(), &o, &report, &out, &progress); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range report.Starvation {
		if r.ReadsPerSecond+r.WritesPerSecond <= 0 || r.Writes.Count <= 0 || (r.Lock == baseline && r.ReadsRatio != 1) {
			t.Errorf("implausible %+v", r)
		}
	}
	for _, r := range report.Uncontended {
		if r.Nanoseconds <= 0 || (r.Lock == baseline && r.ToRWMutex != 1) || (r.Lock == second && r.ToMutex != 1) {
			t.Errorf("implausible %+v", r)
		}
	}
	for _, want := range []string{"writes/s", "TryLock+Unlock", "xsync.RBMutex"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

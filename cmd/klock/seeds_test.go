package main

import (
	"strings"
	"testing"
	"time"
)

func TestSeeds(t *testing.T) {
	o, _, _ := parseBench(nil, nil, nil)
	o.seedRound = 2 * time.Millisecond
	var report benchReport
	var out, progress strings.Builder
	if err := runSeeds(t.Context(), &o, &report, &out, &progress); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"queue lock of 2013, read", "20 goroutines", "+67.7", "busy loop", "2 to 7", "osq.NUMAMutex", "+48 to +124",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	for _, table := range report.Seeds {
		for _, r := range table.Rows {
			if r.Low > r.Measured || r.Measured > r.High {
				t.Errorf("%s: quartiles out of order %+v", table.Title, r)
			}
		}
	}
}

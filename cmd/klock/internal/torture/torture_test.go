package torture

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/internal/race"
)

func config(d time.Duration) Config {
	return Config{Readers: 6, Writers: 4, For: d, Every: d / 4, Seed: 1, StuckAfter: 20 * time.Second}
}

func TestSoundLocksPass(t *testing.T) {
	for _, c := range contender.Current() {
		reports := 0
		cfg := config(400 * time.Millisecond)
		cfg.Report = func(Statistics) { reports++ }
		s := Run(t.Context(), c, cfg)
		if s.Violations != 0 {
			t.Errorf("%s: %d violations, first: %s", c.Name, s.Violations, s.FirstViolation)
		}
		if s.Readers.Total == 0 || s.Writers.Total == 0 || s.Readers.Least > s.Readers.Most || s.Writers.Worst == 0 {
			t.Errorf("%s: implausible %+v", c.Name, s)
		}
		if s.ProcessorChange == 0 || s.Collections == 0 || reports == 0 {
			t.Errorf("%s: %d changes of GOMAXPROCS, %d collections, %d reports",
				c.Name, s.ProcessorChange, s.Collections, reports)
		}
	}
}

func TestTheBrokenLockIsFound(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector finds the broken lock out too, and fails the test")
	}
	for range 5 {
		if s := Run(t.Context(), Broken, config(time.Second)); s.Violations > 0 {
			return
		}
	}
	t.Error("a lock that does not exclude passed")
}

// dead is a lock that nobody gets.
type dead struct{}

func (dead) Lock()    { select {} }
func (dead) Unlock()  {}
func (dead) RLock()   { select {} }
func (dead) RUnlock() {}

func TestAHangIsFound(t *testing.T) {
	hanging := contender.Contender{Name: "dead", New: func() contender.Instance {
		return contender.Instance{Handle: func() contender.Lock { return dead{} }}
	}}
	cfg := config(time.Minute)
	cfg.StuckAfter = 200 * time.Millisecond
	s := Run(t.Context(), hanging, cfg)
	if s.Violations == 0 || !strings.Contains(s.FirstViolation, "nobody got the lock") {
		t.Errorf("violations %d, first %q", s.Violations, s.FirstViolation)
	}
}

func TestTheContextEndsIt(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	if Run(ctx, contender.All()[0], config(time.Hour)); time.Since(start) > time.Minute {
		t.Error("it went on")
	}
}

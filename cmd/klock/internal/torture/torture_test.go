package torture

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/qrwlock"
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

// counting counts the calls of what a lock may have beside Lock, Unlock, RLock and RUnlock.
type counting struct {
	qrwlock.RWMutex
	tries, tryReads, contexts, contextReads, recursive, downgrades atomic.Int64
}

func (c *counting) TryLock() bool {
	c.tries.Add(1)
	return c.RWMutex.TryLock()
}

func (c *counting) TryRLock() bool {
	c.tryReads.Add(1)
	return c.RWMutex.TryRLock()
}

func (c *counting) LockContext(ctx context.Context) error {
	c.contexts.Add(1)
	return c.RWMutex.LockContext(ctx)
}

func (c *counting) RLockContext(ctx context.Context) error {
	c.contextReads.Add(1)
	return c.RWMutex.RLockContext(ctx)
}

func (c *counting) RLockRecursive() {
	c.recursive.Add(1)
	c.RWMutex.RLockRecursive()
}

func (c *counting) Downgrade() {
	c.downgrades.Add(1)
	c.RWMutex.Downgrade()
}

func TestEveryWayInIsTaken(t *testing.T) {
	lock := new(counting)
	s := Run(t.Context(), contender.Contender{Name: "counting", New: func() contender.Instance {
		return contender.Instance{Handle: func() contender.Lock { return lock }}
	}}, config(400*time.Millisecond))
	if s.Violations != 0 {
		t.Errorf("%d violations, first: %s", s.Violations, s.FirstViolation)
	}
	for method, calls := range map[string]*atomic.Int64{
		"TryLock": &lock.tries, "TryRLock": &lock.tryReads, "LockContext": &lock.contexts,
		"RLockContext": &lock.contextReads, "RLockRecursive": &lock.recursive, "Downgrade": &lock.downgrades,
	} {
		if calls.Load() == 0 {
			t.Errorf("%s was never called", method)
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

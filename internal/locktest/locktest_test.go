package locktest

import (
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/fatal"
	"github.com/klock-go/klock/internal/race"
)

// noLock keeps nobody out.
type noLock struct{}

func (*noLock) Lock()    {}
func (*noLock) Unlock()  {}
func (*noLock) RLock()   {}
func (*noLock) RUnlock() {}

// The standard library's locks pass.

func TestExclusion(t *testing.T)       { Exclusion(t, new(sync.Mutex)) }
func TestExclusionRW(t *testing.T)     { ExclusionRW(t, new(sync.RWMutex)) }
func TestTry(t *testing.T)             { Try(t, new(sync.Mutex)) }
func TestTryRW(t *testing.T)           { TryRW(t, new(sync.RWMutex)) }
func TestUnlockElsewhere(t *testing.T) { UnlockElsewhere(t, new(sync.Mutex)) }
func TestCond(t *testing.T)            { Cond(t, new(sync.Mutex)) }
func TestCopylocks(t *testing.T)       { Copylocks(t, new(sync.Mutex)) }
func TestNeighbours(t *testing.T)      { Neighbours[sync.Mutex](t) }
func TestGCLatency(t *testing.T)       { m := new(sync.Mutex); GCLatency(t, m, m, m) }
func TestMisuse(t *testing.T) {
	Misuse(t, "unlocked", func() { fatal.Exit("Unlock of an unlocked lock") })
}

func TestNoRaceReported(t *testing.T) {
	NoRaceReported(t, func() { count(new(sync.Mutex)) })
}

// A lock that keeps nobody out must be noticed.

func TestBrokenLockIsCaught(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector would end the test")
	}
	for _, procs := range processors {
		for _, s := range []shape{{procs, 2, 0}, {procs, 1, 1}, {procs, 8, 32}} {
			Eventually(t, "an error with "+s.String(), func() bool {
				return hammer(new(noLock), readerSide{new(noLock)}, s, 5*time.Millisecond) != nil
			})
		}
	}
}

func TestRaceReported(t *testing.T) {
	RaceReported(t, func() { count(new(noLock)) })
}

func count(lock sync.Locker) {
	var (
		n     int
		ended sync.WaitGroup
	)
	for range 2 {
		ended.Go(func() {
			lock.Lock()
			n++
			lock.Unlock()
		})
	}
	ended.Wait()
}

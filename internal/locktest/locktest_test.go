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

func TestCheckTurns(t *testing.T) {
	begun, nodes := time.Now(), []uint32{0, 1, 0, 1, 0}
	for _, test := range []struct {
		order  []int
		length time.Duration // of a section
		want   bool
	}{
		{[]int{0, 2, 4, 1, 3}, time.Microsecond, true},
		{[]int{0, 2, 4, 1, 3}, time.Second, true},
		{[]int{0, 1, 2, 3, 4}, time.Microsecond, false},
		{[]int{0, 1, 2, 3, 4}, time.Second, false}, // nobody was passed over before the first change of node
		{[]int{0, 2, 1, 3, 4}, time.Microsecond, false},
		{[]int{0, 2, 1, 3, 4}, time.Second, true}, // waiter 1 was overdue
		{[]int{0, 2, 3, 1, 4}, time.Second, false},
		{[]int{0, 4, 2, 1, 3}, time.Second, false},
		{[]int{1, 3, 0, 2, 4}, time.Second, false},
		{[]int{0, 2, 4, 1}, time.Second, false},
	} {
		var turns []turn
		for i, who := range test.order {
			got := begun.Add(time.Duration(i) * test.length)
			turns = append(turns, turn{who, got, got.Add(test.length)})
		}
		if err := checkTurns(nodes, begun, turns, time.Millisecond); (err == nil) != test.want {
			t.Errorf("order %v with sections of %v: %v", test.order, test.length, err)
		}
	}
}

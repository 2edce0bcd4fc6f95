package workload

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

func find(t *testing.T, name string) contender.Contender {
	t.Helper()
	c, ok := contender.Find(name)
	if !ok {
		t.Fatalf("no contender %s", name)
	}
	return c
}

// of returns a contender whose lock is l.
func of(name string, l contender.Lock) contender.Contender {
	return contender.Contender{Name: name, New: func() contender.Instance {
		return contender.Instance{
			Handle: func() contender.Lock { return l }, Own: new(contender.Data), Other: new(contender.Data),
		}
	}}
}

func TestJain(t *testing.T) {
	for _, tc := range []struct {
		shares []float64
		want   float64
	}{
		{[]float64{3, 3, 3, 3}, 1}, {[]float64{5, 0, 0, 0}, 0.25}, {[]float64{1, 3}, 0.8},
		{[]float64{0, 0}, 1}, {nil, 1},
	} {
		if got := Jain(tc.shares); got != tc.want {
			t.Errorf("Jain(%v) = %v, want %v", tc.shares, got, tc.want)
		}
	}
}

func TestEveryContenderInEveryKindOfRound(t *testing.T) {
	var runner Runner
	for _, c := range contender.All() {
		for _, config := range []Config{
			{Goroutines: 1, WriteEvery: 1, Inside: 5, For: 5 * time.Millisecond},
			{Goroutines: 8, WriteEvery: 6, Inside: 5, Outside: 5, OwnLine: true, For: 5 * time.Millisecond},
			{Goroutines: 20, WriteEvery: 0, Inside: 2000, For: 5 * time.Millisecond},
			{Goroutines: 8, WriteEvery: 2, Inside: 5, Ops: 800},
		} {
			r, err := runner.Run(t.Context(), c, config)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			if r.Elapsed <= 0 || r.Reads.Count()+r.Writes.Count() <= 0 {
				t.Errorf("%s: nothing happened in %v", c.Name, r.Elapsed)
			}
			if config.Ops > 0 && r.Ops != config.Ops {
				t.Errorf("%s: %d operations, want %d", c.Name, r.Ops, config.Ops)
			}
			if config.WriteEvery == 0 && r.Writes.Count() > 0 || config.WriteEvery == 1 && r.Reads.Count() > 0 {
				t.Errorf("%s: %d reads and %d writes with one write in %d", c.Name, r.Reads.Count(), r.Writes.Count(),
					config.WriteEvery)
			}
		}
	}
}

func TestTheCountOfWaitsStandsForTheOperations(t *testing.T) {
	var runner Runner
	config := Config{Goroutines: 1, WriteEvery: 1, Inside: 5, Ops: 640_000}
	r, err := runner.Run(t.Context(), find(t, "sync.Mutex"), config)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Writes.Count(); got < r.Ops*9/10 || got > r.Ops*11/10 {
		t.Errorf("%d waits recorded for %d operations", got, r.Ops)
	}
}

// slowOnce is a lock one of whose acquisitions takes long, and not one of those that are sampled.
type slowOnce struct {
	sync.Mutex
	turns int
	delay time.Duration
}

func (l *slowOnce) Lock() {
	l.Mutex.Lock()
	if l.turns++; l.turns == 1001 {
		time.Sleep(l.delay)
	}
}
func (l *slowOnce) RLock()   { l.Lock() }
func (l *slowOnce) RUnlock() { l.Unlock() }

// With one goroutine nobody else works while it waits, which is the hardest case.
func TestNoLongWaitIsMissed(t *testing.T) {
	const delay = 50 * time.Millisecond
	for _, goroutines := range []int{1, 2, 64} {
		var runner Runner
		r, err := runner.Run(t.Context(), of("slow once", &slowOnce{delay: delay}),
			Config{Goroutines: goroutines, WriteEvery: 1, Inside: 5, Ops: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		if worst := r.Writes.Worst(); worst < delay {
			t.Errorf("%d goroutines: worst wait %v, want at least %v", goroutines, worst, delay)
		}
	}
}

// lossy forgets a write, as if two writers had been inside together: the check must see one.
type lossy struct {
	sync.Mutex
	data *contender.Data
	once sync.Once
}

func (l *lossy) Unlock() {
	l.once.Do(func() { l.data.Writes-- })
	l.Mutex.Unlock()
}
func (l *lossy) RLock()   { l.Lock() }
func (l *lossy) RUnlock() { l.Unlock() }

func TestLostWritesAreFound(t *testing.T) {
	broken := contender.Contender{Name: "lossy", New: func() contender.Instance {
		data := new(contender.Data)
		l := &lossy{data: data}
		return contender.Instance{Handle: func() contender.Lock { return l }, Own: data, Other: data}
	}}
	var runner Runner
	if _, err := runner.Run(t.Context(), broken, Config{Goroutines: 2, WriteEvery: 1, Ops: 1000}); err == nil {
		t.Error("a lost write was not found in a round")
	}
	starvation := Starvation{Readers: 1, Writers: 2, For: 5 * time.Millisecond}
	if _, err := starvation.Run(t.Context(), broken); err == nil {
		t.Error("a lost write was not found under starvation")
	}
}

func TestARoundEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var runner Runner
	_, err := runner.Run(ctx, find(t, "sync.Mutex"), Config{Goroutines: 4, WriteEvery: 1, For: time.Hour})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := (Starvation{Readers: 1, Writers: 1, For: time.Hour}).Run(ctx, find(t, "sync.Mutex")); err == nil {
		t.Error("no error from a context that is over")
	}
}

func TestSampler(t *testing.T) {
	for _, tc := range []struct {
		operation time.Duration
		weight    int64
	}{
		{10 * time.Nanosecond, 64}, {100 * time.Nanosecond, 32}, {3 * time.Microsecond, 1}, {time.Second, 1},
	} {
		var s sampler
		var weight, stands int64
		const operations = 10_000
		for i := range int64(operations) {
			if s.due() {
				weight = s.take(i * int64(tc.operation))
				stands += weight
			}
		}
		if weight != tc.weight {
			t.Errorf("operations of %v: every %d is sampled, want %d", tc.operation, weight, tc.weight)
		}
		if stands < operations-64 || stands > operations {
			t.Errorf("operations of %v: the samples stand for %d of %d", tc.operation, stands, operations)
		}
	}
}

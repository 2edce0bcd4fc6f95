package locktest

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// shape is one way to use a lock hard.
type shape struct{ procs, writers, readers int }

func (s shape) String() string {
	return fmt.Sprintf("procs=%d/writers=%d/readers=%d", s.procs, s.writers, s.readers)
}

var processors = []int{1, 2, 4, 16}

// Exclusion hammers lock with several numbers of goroutines and processors, and fails when two goroutines were inside
// at once or an update was lost. Under the race detector it is also the lock's negative test: the protected data is
// plain memory.
func Exclusion(t *testing.T, lock sync.Locker) {
	t.Helper()
	for _, procs := range processors {
		for _, writers := range []int{2, 8, 32} {
			exclusion(t, lock, nil, shape{procs, writers, 0})
		}
	}
}

// ExclusionRW is Exclusion for a lock of readers and writers: no reader may see a writer's update half done.
func ExclusionRW(t *testing.T, lock RWLocker) {
	t.Helper()
	for _, procs := range processors {
		for _, s := range []shape{{procs, 8, 0}, {procs, 1, 1}, {procs, 1, 8}, {procs, 4, 4}, {procs, 8, 32}} {
			exclusion(t, lock, readerSide{lock}, s)
		}
	}
}

func exclusion(t *testing.T, writer, reader sync.Locker, s shape) {
	t.Helper()
	t.Run(s.String(), func(t *testing.T) {
		if err := hammer(writer, reader, s, scaled(20*time.Millisecond)); err != nil {
			t.Error(err)
		}
	})
}

// scaled cuts d down in short runs.
func scaled(d time.Duration) time.Duration {
	if testing.Short() {
		return d / 4
	}
	return d
}

// setProcs sets GOMAXPROCS and returns a function that sets it back.
func setProcs(n int) (restore func()) {
	before := runtime.GOMAXPROCS(n)
	return func() { runtime.GOMAXPROCS(before) }
}

// guarded is what the hammered lock protects: two counters that are equal whenever no writer is inside. They lie on
// different cache lines, so that an update half done lasts.
type guarded struct {
	first  uint64
	_      [120]byte
	second uint64
}

// yieldEvery is how many visits pass between two in which a writer leaves the processor inside the section: with one
// processor nobody else would ever come while it is there.
const yieldEvery = 16

func (g *guarded) write(yield bool) error {
	before := g.first
	if g.second != before {
		return fmt.Errorf("a writer came in while another was inside: counters %d and %d", before, g.second)
	}
	g.first = before + 1
	if yield {
		runtime.Gosched()
	}
	g.second = before + 1
	return nil
}

func (g *guarded) read(yield bool) error {
	before := g.first
	if yield {
		runtime.Gosched()
	}
	if g.second != before {
		return fmt.Errorf("a reader was inside together with a writer: counters %d and %d", before, g.second)
	}
	return nil
}

// hammer runs the goroutines of s for about d and returns what went wrong first.
func hammer(writer, reader sync.Locker, s shape, d time.Duration) error {
	defer setProcs(s.procs)()
	var (
		data   guarded
		writes atomic.Uint64
		stop   atomic.Bool
		failed atomic.Pointer[error]
		ended  sync.WaitGroup
	)
	visits := func(lock sync.Locker, section func(yield bool) error) (n uint64) {
		for !stop.Load() {
			lock.Lock()
			err := section(n%yieldEvery == 0)
			lock.Unlock()
			n++
			if err != nil {
				failed.CompareAndSwap(nil, &err)
				stop.Store(true)
			}
		}
		return n
	}
	for range s.writers {
		ended.Go(func() { writes.Add(visits(writer, data.write)) })
	}
	for range s.readers {
		ended.Go(func() { visits(reader, data.read) })
	}
	time.Sleep(d)
	stop.Store(true)
	ended.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	if data.first != writes.Load() || data.second != writes.Load() {
		return fmt.Errorf("%d writes left the counters at %d and %d", writes.Load(), data.first, data.second)
	}
	return nil
}

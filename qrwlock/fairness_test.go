package qrwlock

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
	"github.com/klock-go/klock/internal/waitq"
)

// tolerance is how long a wait of some milliseconds may last on a machine that does other work as well.
func tolerance() time.Duration {
	if testenv.Emulated() || race.Enabled {
		return 5 * time.Second
	}
	return 250 * time.Millisecond
}

// readers are goroutines that read without end. Each holds the lock while it sleeps, so that it is never free.
type readers struct {
	entered atomic.Int64
	stop    atomic.Bool
	ended   sync.WaitGroup
}

func (r *readers) start(rw tested, goroutines int, section time.Duration) {
	for range goroutines {
		r.ended.Go(func() {
			for !r.stop.Load() {
				rw.RLock()
				r.entered.Add(1)
				time.Sleep(section)
				rw.RUnlock()
			}
		})
	}
}

// Readers that come one after the other, so that some hold the lock at every time, do not keep a writer out (the fault
// of tinygo-org/tinygo#5692, and golang/go#76808). Each of them enters at most a few times while the writer waits.
func TestReadersWithoutEnd(t *testing.T) {
	const goroutines, section = 64, 100 * time.Microsecond
	rw := new(RWMutex)
	var r readers
	r.start(rw, goroutines, section)
	locktest.Eventually(t, "readers", func() bool { return r.entered.Load() > goroutines })
	var waits []time.Duration
	for range scaled(40) {
		before, begin := r.entered.Load(), time.Now()
		rw.Lock()
		waits = append(waits, time.Since(begin))
		passed := r.entered.Load() - before
		rw.Unlock()
		if passed > 10*goroutines {
			t.Errorf("%d readers entered while a writer waited", passed)
		}
		time.Sleep(section)
	}
	r.stop.Store(true)
	finish(t, rw, &r.ended)
	expectWaits(t, waits)
}

// The same with several writers, which do not keep each other out either.
func TestReadersAndWritersWithoutEnd(t *testing.T) {
	const goroutines, section, writers = 64, 100 * time.Microsecond, 16
	rw := new(RWMutex)
	var (
		r     readers
		ended sync.WaitGroup
		mu    sync.Mutex
		waits []time.Duration
	)
	r.start(rw, goroutines, section)
	locktest.Eventually(t, "readers", func() bool { return r.entered.Load() > goroutines })
	for range writers {
		ended.Go(func() {
			for range scaled(20) {
				begin := time.Now()
				rw.Lock()
				wait := time.Since(begin)
				rw.Unlock()
				mu.Lock()
				waits = append(waits, wait)
				mu.Unlock()
				time.Sleep(section)
			}
		})
	}
	within(t, rw, "the end of the writers", start(ended.Wait))
	r.stop.Store(true)
	finish(t, rw, &r.ended)
	expectWaits(t, waits)
}

// expectWaits tests that all waits but one, in which the machine may have done something else, were short.
func expectWaits(t *testing.T, waits []time.Duration) {
	t.Helper()
	long := 0
	for _, wait := range waits {
		if wait > tolerance() {
			long++
		}
	}
	if long > 1 {
		t.Errorf("%d of %d waits were longer than %v: %v", long, len(waits), tolerance(), waits)
	}
}

// Writers that come without end, and never block, do not keep a reader out.
func TestWritersWithoutEnd(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, procs := range []int{1, 2, 4} {
			before := runtime.GOMAXPROCS(procs)
			_, end := storm(rw, 4)
			var waits []time.Duration
			for range scaled(20) {
				begin := time.Now()
				rw.RLock()
				waits = append(waits, time.Since(begin))
				rw.RUnlock()
				time.Sleep(50 * time.Microsecond)
			}
			end(t, words)
			expectWaits(t, waits)
			runtime.GOMAXPROCS(before)
		}
	})
}

// storm runs goroutines that lock rw again and again and never block, and counts how often they do.
func storm(rw tested, goroutines int) (acquired *atomic.Int64, end func(t *testing.T, words *RWMutex)) {
	var (
		stop  atomic.Bool
		ended sync.WaitGroup
	)
	acquired = new(atomic.Int64)
	for range goroutines {
		ended.Go(func() {
			for !stop.Load() {
				rw.Lock()
				acquired.Add(1)
				rw.Unlock()
			}
		})
	}
	return acquired, func(t *testing.T, words *RWMutex) {
		t.Helper()
		stop.Store(true)
		finish(t, words, &ended)
	}
}

// Writers with long sections share the lock.
func TestLongSections(t *testing.T) {
	each(t, func(t *testing.T, rw tested, _ *RWMutex) { locktest.LongSections(t, rw) })
}

// Many writers that find the lock free again and again pass one that waits for a turn, not for ever. (In the form of
// 2015 a writer could come in between a release and the head's claim without end.)
func TestWriterStorm(t *testing.T) {
	const bound = 100_000 // a turn has room for some thousand; more only when the machine takes a processor away
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		for _, procs := range []int{1, 2, 4} {
			before := runtime.GOMAXPROCS(procs)
			acquired, end := storm(rw, 4)
			locktest.Eventually(t, "a storm", func() bool { return acquired.Load() > 1000 })
			var passes []int64
			long := 0
			for range scaled(20) {
				begin := acquired.Load()
				rw.Lock()
				passed := acquired.Load() - begin
				rw.Unlock()
				passes = append(passes, passed)
				if passed > bound {
					long++
				}
				time.Sleep(50 * time.Microsecond)
			}
			end(t, words)
			t.Logf("with %d processors others passed a writer that waited so often: %v", procs, passes)
			if long > 1 {
				t.Errorf("with %d processors others passed it too often", procs)
			}
			runtime.GOMAXPROCS(before)
		}
	})
}

// A head that is past its turn has the lock reserved for it by the release that finds it so, although a waiter spins.
func TestOverdueHeadIsNext(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		var (
			ended sync.WaitGroup
			got   bool // guarded by rw
		)
		rw.Lock()
		enqueue(t, words, &ended, func() { rw.Lock(); got = true; rw.Unlock() })
		awaitParked(t, words)
		// A waiter that spins and never looks: no release wakes the head, and each counts that it was passed over.
		klock.OrUint32(&words.queue, waitq.Spinning)
		for begin := time.Now(); !got; {
			rw.Unlock()
			if time.Since(begin) > 10*time.Second {
				t.Fatalf("an overdue head is passed over for ever: %v", rw)
			}
			for !rw.TryLock() { // to queue would be to wait for the waiter that never looks
				runtime.Gosched()
			}
		}
		rw.Unlock()
		klock.AndUint32(&words.queue, ^uint32(waitq.Spinning))
		finish(t, words, &ended)
	})
}

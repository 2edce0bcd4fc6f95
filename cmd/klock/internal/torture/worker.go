package torture

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
)

// What a lock may have beside Lock, Unlock, RLock and RUnlock.
type (
	tryLocker        interface{ TryLock() bool }
	tryRLocker       interface{ TryRLock() bool }
	contextLocker    interface{ LockContext(context.Context) error }
	contextRLocker   interface{ RLockContext(context.Context) error }
	recursiveRLocker interface{ RLockRecursive() }
	downgrader       interface{ Downgrade() }
)

// worker is one goroutine. Its counters are read while it runs.
type worker struct {
	id        int
	writes    bool
	lock      contender.Lock
	random    *rand.Rand
	written   uint64
	acquired  atomic.Int64
	refused   atomic.Int64
	cancelled atomic.Int64
	worst     atomic.Int64
	_         [128]byte
}

func (w *worker) run(r *run) {
	for !r.stop.Load() {
		w.delay()
		start := time.Now()
		if !w.acquire() {
			continue
		}
		if wait := int64(time.Since(start)); wait > w.worst.Load() {
			w.worst.Store(wait)
		}
		if w.writes {
			w.write(r)
		} else {
			w.read(r)
			w.lock.RUnlock()
		}
		w.acquired.Add(1)
	}
}

// acquire takes the lock in one of the ways that it has, and reports whether it holds it.
func (w *worker) acquire() bool {
	switch w.random.IntN(8) {
	case 0:
		if try := w.try(); try != nil {
			if !try() {
				w.refused.Add(1)
				return false
			}
			return true
		}
	case 1:
		if wait := w.waitFor(); wait != nil {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(w.random.IntN(200_000)))
			defer cancel()
			if wait(ctx) != nil {
				w.cancelled.Add(1)
				return false
			}
			return true
		}
	case 2:
		if l, ok := w.lock.(recursiveRLocker); ok && !w.writes {
			l.RLockRecursive()
			return true
		}
	}
	if w.writes {
		w.lock.Lock()
	} else {
		w.lock.RLock()
	}
	return true
}

// try returns the worker's try, nil if the lock has none.
func (w *worker) try() func() bool {
	if w.writes {
		if l, ok := w.lock.(tryLocker); ok {
			return l.TryLock
		}
	} else if l, ok := w.lock.(tryRLocker); ok {
		return l.TryRLock
	}
	return nil
}

// waitFor returns the worker's acquisition with a context, nil if the lock has none.
func (w *worker) waitFor() func(context.Context) error {
	if w.writes {
		if l, ok := w.lock.(contextLocker); ok {
			return l.LockContext
		}
	} else if l, ok := w.lock.(contextRLocker); ok {
		return l.RLockContext
	}
	return nil
}

// write is a writer's section and release. Now and then it goes on as a reader, if the lock can do that.
func (w *worker) write(r *run) {
	d := r.data
	if d.writer != 0 {
		r.violation("a writer found another inside")
	}
	d.writer = w.id
	d.first++
	w.hold()
	d.last++
	if d.writer != w.id || d.first != d.last {
		r.violation("a writer was not alone")
	}
	d.writer = 0
	w.written++
	if l, ok := w.lock.(downgrader); ok && w.random.IntN(8) == 0 {
		before := d.first
		l.Downgrade()
		if d.first != before {
			r.violation("a writer came in between the two halves of a downgrade")
		}
		w.read(r)
		w.lock.RUnlock()
		return
	}
	w.lock.Unlock()
}

// read is a reader's section. Now and then it takes the lock once more, if the lock can do that while a writer waits.
func (w *worker) read(r *run) {
	d := r.data
	before := d.first
	if d.writer != 0 {
		r.violation("a reader found a writer inside")
	}
	if l, ok := w.lock.(recursiveRLocker); ok && w.random.IntN(8) == 0 {
		l.RLockRecursive()
		w.hold()
		w.lock.RUnlock()
	}
	w.hold()
	if d.writer != 0 || d.first != before || d.last != before {
		r.violation("a writer came in while a reader was inside")
	}
}

// hold lets time go by with the lock held: mostly little, sometimes some microseconds, rarely milliseconds asleep.
func (w *worker) hold() {
	switch n := w.random.IntN(2000); {
	case n == 0:
		time.Sleep(time.Duration(w.random.IntN(2_000_000)))
	case n < 10:
		workload.Work(1, w.random.IntN(50_000))
	case n < 50:
		runtime.Gosched()
	default:
		workload.Work(1, w.random.IntN(300))
	}
}

// delay lets time go by between two acquisitions.
func (w *worker) delay() {
	switch n := w.random.IntN(1000); {
	case n == 0:
		time.Sleep(time.Duration(w.random.IntN(1_000_000)))
	case n < 20:
		runtime.Gosched()
	case n < 500:
		workload.Work(1, w.random.IntN(500))
	}
}

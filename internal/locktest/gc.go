package locktest

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// GCLatency tests that goroutines which wait for a lock do not hold up the garbage collector. It measures collections
// while holder is held and each of waiters waits, and then while all of them come and go, against the same program
// without waiters. For a mutex holder and waiters are the same lock; for a lock of readers and writers they are its
// sides.
func GCLatency(t *testing.T, holder sync.Locker, waiters ...sync.Locker) {
	t.Helper()
	holder.Lock()
	alone := collection()
	started, release := wait(waiters)
	<-started
	held := collection()
	holder.Unlock()
	release()

	release = traffic([]sync.Locker{holder})
	alone = max(alone, collection())
	release()
	release = traffic(append([]sync.Locker{holder}, waiters...))
	moving := collection()
	release()

	// A loop of assembly that nothing can preempt makes this seconds; a machine that does other work, tens of
	// milliseconds.
	limit := 500*time.Millisecond + 20*alone
	if held > limit || moving > limit {
		t.Errorf("a collection took %v while goroutines waited and %v while they came and went; %v without waiters",
			held, moving, alone)
	}
}

// collection is the median length of a collection.
func collection() time.Duration {
	lengths := make([]time.Duration, 7)
	for i := range lengths {
		start := time.Now()
		runtime.GC()
		lengths[i] = time.Since(start)
	}
	slices.Sort(lengths)
	return lengths[len(lengths)/2]
}

// wait locks and unlocks each lock once. The channel is closed when all goroutines are about to lock; the function waits
// for their end.
func wait(locks []sync.Locker) (started <-chan struct{}, ended func()) {
	var running, done sync.WaitGroup
	running.Add(len(locks))
	for _, lock := range locks {
		done.Go(func() {
			running.Done()
			lock.Lock()
			//lint:ignore SA2001 only the wait matters
			lock.Unlock()
		})
	}
	all := make(chan struct{})
	go func() {
		running.Wait()
		close(all)
	}()
	return all, done.Wait
}

// traffic locks and unlocks each lock again and again, with a section of some microseconds, until the function that it
// returns is called.
func traffic(locks []sync.Locker) (end func()) {
	var (
		stop atomic.Bool
		done sync.WaitGroup
	)
	for _, lock := range locks {
		done.Go(func() {
			for !stop.Load() {
				lock.Lock()
				for start := time.Now(); time.Since(start) < 5*time.Microsecond; {
				}
				lock.Unlock()
				runtime.Gosched() // what is tested is the wait, not the scheduler's time slice
			}
		})
	}
	return func() {
		stop.Store(true)
		done.Wait()
	}
}

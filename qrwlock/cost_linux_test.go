package qrwlock

import (
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/testenv"
)

// processorTime is how long this process has used a processor.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Skip(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// A parked waiter costs nothing: a second of waiting uses less than a millisecond of processor time.
func TestParkedWaiterUsesNoProcessor(t *testing.T) {
	if testenv.Emulated() {
		t.Skip("the emulator uses the processor as well")
	}
	second := time.Second
	if testing.Short() {
		second /= 4
	}
	rw := new(RWMutex)
	var ended sync.WaitGroup
	rw.Lock()
	enqueue(t, rw, &ended,
		func() { rw.Lock(); rw.Unlock() }, func() { rw.RLock(); rw.RUnlock() }, func() { rw.Lock(); rw.Unlock() })
	awaitParked(t, rw)
	var used time.Duration
	for range 4 { // the runtime may be busy with its own affairs
		before := processorTime(t)
		time.Sleep(second)
		if used = processorTime(t) - before; used < time.Millisecond {
			break
		}
	}
	if used >= time.Millisecond {
		t.Errorf("three parked waiters used %v of processor time in %v", used, second)
	}
	rw.Unlock()
	finish(t, rw, &ended)
}

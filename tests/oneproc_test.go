//go:build unix

package tests

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// TestOneProcessorNeverSpins hands a word to and fro between two goroutines on one P. A waiter that spins, if only for
// its first microseconds, keeps the P from the goroutine it waits for, and every hand-over costs that much processor
// time.
func TestOneProcessorNeverSpins(t *testing.T) {
	if testenv.Emulated() || race.Enabled {
		t.Skip("measures processor time")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const rounds = 5000
	handOver := func(wait func(word *uint32, turn uint32)) time.Duration {
		var word uint32
		done := make(chan bool)
		before := processorTime(t)
		go func() {
			for i := range uint32(rounds) {
				wait(&word, 2*i+1)
				klock.StoreUint32(&word, 2*i+2)
			}
			close(done)
		}()
		for i := range uint32(rounds) {
			klock.StoreUint32(&word, 2*i+1)
			wait(&word, 2*i+2)
		}
		<-done
		return (processorTime(t) - before) / (2 * rounds)
	}
	for name, wait := range map[string]func(word *uint32, turn uint32){
		"CondLoad": func(word *uint32, turn uint32) {
			klock.CondLoadUint32(word, func(v uint32) bool { return v == turn })
		},
		"CmpWait": func(word *uint32, turn uint32) {
			for klock.CmpWaitUint32(word, turn-1) == turn-1 {
				runtime.Gosched()
			}
		},
		"Pause": func(word *uint32, turn uint32) {
			for klock.LoadUint32(word) != turn {
				klock.Pause(10 * time.Microsecond)
			}
		},
	} {
		if each := handOver(wait); each > 900*time.Nanosecond {
			t.Errorf("%s: a hand-over on one P costs %v of processor time", name, each)
		} else {
			t.Logf("%s: %v of processor time for a hand-over", name, each)
		}
	}
}

// TestLongWaitCostsLittle measures the processor time of goroutines that wait for a good while: they must have gone to
// sleep.
func TestLongWaitCostsLittle(t *testing.T) {
	if testenv.Emulated() || race.Enabled {
		t.Skip("measures processor time")
	}
	for _, procs := range []int{1, max(2, runtime.GOMAXPROCS(0))} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			const waiting, length = 8, 300 * time.Millisecond
			var word uint32
			before := processorTime(t)
			for range waiting {
				go klock.CondLoadUint32(&word, func(v uint32) bool { return v != 0 })
			}
			time.Sleep(length)
			if used := processorTime(t) - before; used > length/3 {
				t.Errorf("GOMAXPROCS=%d: %d goroutines waiting for %v used %v of processor time", procs, waiting, length, used)
			}
			klock.StoreUint32(&word, 1)
		}()
	}
}

// processorTime is the time that all threads of the process have run.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

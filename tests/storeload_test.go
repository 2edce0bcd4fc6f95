package tests

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/testenv"
)

// release is what a release of a lock works on: the byte that says that the lock is held, the word that the byte is the
// lowest of, and the word in which waiters leave their mark. It is laid out in the three ways that locks use.
type release struct {
	held    *uint8
	word    *uint32
	waiters *uint32
}

// releases are the functions that release a lock and look for waiters.
var releases = map[string]func(r release) uint32{
	"StoreThenLoadUint8":  func(r release) uint32 { return klock.StoreThenLoadUint8(r.held, 0, r.waiters, contended) },
	"StoreThenLoadUint32": func(r release) uint32 { return klock.StoreThenLoadUint32(r.word, 0, r.waiters, contended) },
	"AddThenLoad":         func(r release) uint32 { return klock.AddThenLoad(r.word, ^uint32(0), r.waiters) },
}

const (
	parked    = 1 << 9 // a waiter's mark; bits 0 to 7 are the byte when both lie in one word
	contended = 1 << 10
)

var layouts = map[string]func() release{
	"two lines": func() release {
		block := new([64]uint32)
		return release{endian.Byte(&block[0], 0), &block[0], &block[48]}
	},
	"two words": func() release {
		block := new([2]uint32)
		return release{endian.Byte(&block[0], 0), &block[0], &block[1]}
	},
	"one word": func() release {
		word := new(uint32)
		return release{endian.Byte(word, 0), word, word}
	},
}

func TestStoreThenLoadValues(t *testing.T) {
	for name, layout := range layouts {
		for _, now := range boundaries[uint8]() {
			for _, val := range boundaries[uint8]() {
				for _, flags := range []uint32{0, parked, contended, 1 << 31, ^uint32(0xff)} {
					for _, exchange := range []uint32{0, contended, 1 << 31, ^uint32(0xff)} {
						r := layout()
						klock.StoreUint32(r.waiters, flags)
						klock.StoreUint8(r.held, now)
						want := flags
						if name == "one word" {
							want |= uint32(val)
						}
						got := klock.StoreThenLoadUint8(r.held, val, r.waiters, exchange)
						held, waiters := klock.LoadUint8(r.held), klock.LoadUint32(r.waiters)
						if got != want || held != val || waiters != want {
							t.Fatalf("%s: storing %#x over %#x beside %#x (mask %#x) returned %#x and left %#x beside %#x",
								name, val, now, flags, exchange, got, held, waiters)
						}
					}
				}
			}
		}
	}
}

func TestWordThenLoadValues(t *testing.T) {
	for _, now := range boundaries[uint32]() {
		for _, val := range boundaries[uint32]() {
			for _, flags := range []uint32{0, parked, contended, 1 << 31, ^uint32(0)} {
				for _, exchange := range []uint32{0, contended, 1 << 31, ^uint32(0)} {
					word, other := now, flags
					got := klock.StoreThenLoadUint32(&word, val, &other, exchange)
					if got != flags || word != val || other != flags {
						t.Fatalf("storing %#x over %#x beside %#x (mask %#x) returned %#x and left %#x beside %#x",
							val, now, flags, exchange, got, word, other)
					}
				}
				word, other := now, flags
				if got := klock.AddThenLoad(&word, val, &other); got != now+val|flags || word != now+val || other != flags {
					t.Fatalf("adding %#x to %#x beside %#x returned %#x and left %#x beside %#x", val, now, flags, got, word, other)
				}
			}
		}
	}
}

// handover is one race of an unlocker against a waiter that is about to park. The wake-up is lost if the unlocker did
// not see the waiter's mark and the waiter still saw the lock held.
type handover struct {
	flags  uint32 // what the waiters' word holds before
	mark   uint32 // what the waiter sets
	fence  func() // what the waiter does before it looks at the lock again
	unlock func(release) uint32
	layout func() release
}

// lost runs n races and returns how many wake-ups were lost.
func (h handover) lost(n int) (lost int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	all := make([]struct {
		release
		start            barrier
		sawMark, sawHeld bool
	}, n)
	for i := range all {
		all[i].release = h.layout()
		*all[i].waiters |= h.flags
		*all[i].held = 1
		all[i].start.reset(2)
	}
	var both sync.WaitGroup
	both.Go(func() {
		for i := range all {
			r := &all[i]
			r.start.wait()
			r.sawMark = h.unlock(r.release)&parked != 0
		}
	})
	both.Go(func() {
		for i := range all {
			r := &all[i]
			r.start.wait()
			klock.OrUint32(r.waiters, h.mark)
			h.fence()
			r.sawHeld = klock.LoadUint8(r.held) != 0
		}
	})
	both.Wait()
	for i := range all {
		if !all[i].sawMark && all[i].sawHeld {
			lost++
		}
	}
	return lost
}

// TestNoWakeUpIsLost runs the protocol of StoreThenLoadUint8's documentation: a waiter that finds the exchange bit set, and
// one that sets it and calls FenceOthers.
func TestNoWakeUpIsLost(t *testing.T) {
	races := 2000
	switch {
	case testenv.Emulated():
		races = 300
	case testing.Short() || race.Enabled:
		races = 500
	}
	awaitFenceOthers(t)
	nothing := func() {}
	fenceOthers := func() {
		for !klock.FenceOthers() {
			time.Sleep(time.Millisecond)
		}
	}
	for function, unlock := range releases {
		for name, layout := range layouts {
			if name == "one word" && function != "StoreThenLoadUint8" {
				continue // these write the whole word, and the marks with it
			}
			t.Run(function+"/"+name, func(t *testing.T) {
				if lost := (handover{contended, parked, nothing, unlock, layout}).lost(races); lost > 0 {
					t.Errorf("exchange bit set before: %d of %d wake-ups lost", lost, races)
				}
				if lost := (handover{0, parked | contended, fenceOthers, unlock, layout}).lost(races); lost > 0 {
					t.Errorf("FenceOthers: %d of %d wake-ups lost", lost, races)
				}
			})
		}
	}
}

// TestFenceOthersIsNeeded is the positive control: where a release stores plainly, a waiter that leaves FenceOthers
// out loses wake-ups, and the races above are close enough to show it.
func TestFenceOthersIsNeeded(t *testing.T) {
	awaitFenceOthers(t)
	if klock.Info().Membarrier != "registered" || runtime.NumCPU() < 2 {
		t.Skip("every release is ordered by itself here, or no two goroutines run at once")
	}
	const races = 2000
	for _, function := range []string{"StoreThenLoadUint8", "StoreThenLoadUint32"} {
		lost := 0
		for end := time.Now().Add(30 * time.Second); lost == 0 && time.Now().Before(end); {
			lost = handover{0, parked | contended, func() {}, releases[function], layouts["two lines"]}.lost(races)
		}
		if lost == 0 {
			t.Errorf("%s: no wake-up lost without FenceOthers in 30 seconds: the races prove nothing here", function)
		}
		t.Logf("%s: without FenceOthers %d of %d wake-ups are lost", function, lost, races)
	}
}

// awaitFenceOthers waits until the kernel has registered the process.
func awaitFenceOthers(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !klock.FenceOthers(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("FenceOthers is still not ready after 10 seconds")
		}
	}
}

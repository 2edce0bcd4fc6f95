//go:build !purego && !race && !klock_model

package klock

import (
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sys/cpu"
)

const backendName = "arm64 assembly"

// hasLSE is 1 where the processor has the single-instruction atomics (FEAT_LSE). The assembly reads it at every
// read-modify-write, unless GOARM64 fixed the choice at build time. It is set before main and never changes.
var hasLSE uint8

func init() {
	if cpu.ARM64.HasATOMICS {
		hasLSE = 1
	}
}

// How a window waits. WFE sleeps until an event; it is used only where an event stream ends every sleep (about every
// 100 µs on Linux; the flag of golang.org/x/sys/cpu means something else on other systems) and where it does sleep: on
// some cores and under some hypervisors it returns at once, and ISB polls are the better pause.
const (
	undecided uint32 = iota
	eventWindows
	pollWindows
)

var windows atomic.Uint32

// waitsForEvents decides at the first wait, which takes up to three periods of the event stream.
func waitsForEvents() bool {
	if chosen := windows.Load(); chosen != undecided {
		return chosen == eventWindows
	}
	if !hasEventStream() || !eventWaitParks() {
		windows.Store(pollWindows)
		return false
	}
	windows.Store(eventWindows)
	return true
}

func hasEventStream() bool { return runtime.GOOS == "linux" && cpu.ARM64.HasEVTSTRM }

// eventWaitParks reports whether most of a few waits on a word that nobody writes last long enough to be sleeps.
func eventWaitParks() bool {
	const rounds = 3
	var word uint32
	parked := 0
	for range rounds {
		start := time.Now()
		waitEventUint32(&word, 0)
		if passSafepoint(start) >= windowLength {
			parked++
		}
	}
	return parked > rounds/2
}

func cmpWaitUint8(p *uint8, old uint8, polls uint32) uint8 {
	if polls > 1 && waitsForEvents() {
		return waitEventUint8(p, old)
	}
	return pollUint8(p, old, polls)
}

func cmpWaitUint16(p *uint16, old uint16, polls uint32) uint16 {
	if polls > 1 && waitsForEvents() {
		return waitEventUint16(p, old)
	}
	return pollUint16(p, old, polls)
}

func cmpWaitUint32(p *uint32, old uint32, polls uint32) uint32 {
	if polls > 1 && waitsForEvents() {
		return waitEventUint32(p, old)
	}
	return pollUint32(p, old, polls)
}

func cmpWaitUint64(p *uint64, old uint64, polls uint32) uint64 {
	if polls > 1 && waitsForEvents() {
		return waitEventUint64(p, old)
	}
	return pollUint64(p, old, polls)
}

// fenceOthers has nothing to do: the other side's store and load are ordered by themselves.
func fenceOthers() bool {
	fenceSeqCst()
	return true
}

func describe(info *BackendInfo) {
	switch {
	case lseAtBuild():
		info.LSE = "fixed at build"
	case hasLSE != 0:
		info.LSE = "detected"
	default:
		info.LSE = "absent"
	}
	info.EventStream = hasEventStream()
	info.WFEParks = waitsForEvents()
}

// storeThenLoadUint32 is STLR and LDAR, which the architecture keeps in order.
func storeThenLoadUint32(p *uint32, val uint32, q *uint32, exchange uint32) uint32 {
	atomic.StoreUint32(p, val)
	return atomic.LoadUint32(q)
}

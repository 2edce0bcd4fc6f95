package klock

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/klock-go/klock/internal/byteorder"
)

// BackendInfo says what the package found on this machine and what it chose.
type BackendInfo struct {
	// Target is the operating system and the architecture of the build, as in linux/amd64.
	Target string `json:"target"`
	// Backend names the implementation that was built in: "amd64 assembly", "arm64 assembly", "generic" (other targets
	// and builds with -race or -tags purego), or the model checker's.
	Backend string `json:"backend"`
	// ByteOrder is "little-endian" or "big-endian".
	ByteOrder string `json:"byte_order"`
	// LSE says on arm64 how read-modify-writes are carried out: "detected" (one instruction each, chosen when the program
	// started), "fixed at build" (the same, chosen by GOARM64) or "absent" (loops of exclusive load and store). It is
	// empty on other targets.
	LSE string `json:"lse,omitempty"`
	// EventStream says on arm64 whether the system sends every core a periodic event, without which nothing may wait by
	// WFE. Only Linux is asked.
	EventStream bool `json:"event_stream"`
	// WFEParks says whether waits use WFE: there is an event stream, and a self-check found that WFE puts this core to
	// sleep. Otherwise waits on arm64 poll with ISB between.
	WFEParks bool `json:"wfe_parks"`
	// Membarrier says on amd64 how StoreThenLoad is kept in order: "unsupported" (it always exchanges), or by
	// membarrier(2), which is "unregistered" before the first FenceOthers, "registering", and then "registered". It is
	// empty on targets that need none.
	Membarrier string `json:"membarrier,omitempty"`
	// NanosecondsPerPause is the measured length of one processor pause.
	NanosecondsPerPause float64 `json:"nanoseconds_per_pause"`
}

// Info returns what was detected and chosen. The first call measures what no operation needed yet, which takes less
// than a millisecond.
func Info() BackendInfo {
	info := BackendInfo{
		Target:              runtime.GOOS + "/" + runtime.GOARCH,
		Backend:             backendName,
		ByteOrder:           "little-endian",
		NanosecondsPerPause: float64(picosecondsPerPause()) / 1000,
	}
	if byteorder.Big {
		info.ByteOrder = "big-endian"
	}
	describe(&info)
	return info
}

// String lists what applies to the target, one property a line.
func (info BackendInfo) String() string {
	var b strings.Builder
	line := func(name string, value any) { fmt.Fprintf(&b, "%-22s %v\n", name, value) }
	line("target", info.Target)
	line("backend", info.Backend)
	line("byte order", info.ByteOrder)
	if info.LSE != "" {
		line("LSE", info.LSE)
		line("event stream", info.EventStream)
		line("WFE parks", info.WFEParks)
	}
	if info.Membarrier != "" {
		line("membarrier", info.Membarrier)
	}
	line("nanoseconds per pause", fmt.Sprintf("%.1f", info.NanosecondsPerPause))
	return b.String()
}

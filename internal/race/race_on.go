//go:build race

// Package race tells the race detector what a lock orders. Without the detector every call is empty and costs nothing.
package race

import (
	"runtime"
	"unsafe"
)

// Enabled says whether this build has the race detector.
const Enabled = true

// Acquire makes what was released on addr happen before what follows.
func Acquire[Word uint8 | uint32 | uint64](addr *Word) { runtime.RaceAcquire(unsafe.Pointer(addr)) }

// Release makes what came before visible to the next Acquire of addr, and forgets earlier releases.
func Release[Word uint8 | uint32 | uint64](addr *Word) { runtime.RaceRelease(unsafe.Pointer(addr)) }

// ReleaseMerge makes what came before visible to the next Acquire of addr, beside earlier releases.
func ReleaseMerge[Word uint8 | uint32 | uint64](addr *Word) {
	runtime.RaceReleaseMerge(unsafe.Pointer(addr))
}

// Disable makes the detector ignore synchronization of this goroutine until Enable: a lock's own atomics must not order
// the program.
func Disable() { runtime.RaceDisable() }

// Enable ends Disable.
func Enable() { runtime.RaceEnable() }

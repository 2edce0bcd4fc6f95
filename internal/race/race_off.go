//go:build !race

// Package race tells the race detector what a lock orders. Without the detector every call is empty and costs nothing.
package race

// Enabled says whether this build has the race detector.
const Enabled = false

func Acquire[Word uint8 | uint32 | uint64](*Word)      {}
func Release[Word uint8 | uint32 | uint64](*Word)      {}
func ReleaseMerge[Word uint8 | uint32 | uint64](*Word) {}
func Disable()                                         {}
func Enable()                                          {}

//go:build linux && (purego || !amd64)

package numa

// processor returns the number of the processor on which the caller runs.
func processor() uint32 { return getcpu() }

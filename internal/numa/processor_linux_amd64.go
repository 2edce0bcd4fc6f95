//go:build !purego

package numa

var tscpAvailable = hasRDTSCP()

// processor returns the number of the processor on which the caller runs. Linux keeps it in the low 12 bits of TSC_AUX.
func processor() uint32 {
	if tscpAvailable {
		return rdtscpAux() & (1<<12 - 1)
	}
	return getcpu()
}

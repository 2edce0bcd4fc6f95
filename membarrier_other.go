//go:build amd64 && !linux && !purego && !race && !klock_model

package klock

// Only Linux has membarrier(2).

func membarrierSupported() bool { return false }
func registerMembarrier() bool  { return false }
func membarrier() bool          { return false }

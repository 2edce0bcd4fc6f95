//go:build !klock_model

package klock

import "sync/atomic"

// AddThenLoad adds delta to *p, then loads *q, and returns the new value of *p or-ed with the value of *q. It is the
// release of a reader's share of a lock: the sum says whether it was the last, and *q whether somebody waits. A caller
// that tests for a bit must know that the other word does not use it.
//
// Ordering: sequentially consistent, both accesses. It inlines to the two instructions on every target.
func AddThenLoad(p *uint32, delta uint32, q *uint32) uint32 {
	if checked {
		checkUint32(p)
		checkUint32(q)
	}
	return atomic.AddUint32(p, delta) | atomic.LoadUint32(q)
}

package waitq

import "github.com/klock-go/klock"

// BeginSpin takes the role of the one waiter of q that spins, and reports whether it was free.
func BeginSpin(q *uint32) bool {
	old := klock.LoadUint32Relaxed(q)
	return old&Spinning == 0 && klock.CompareAndSwapUint32(q, old, old|Spinning)
}

// EndSpin gives the role up. A release that saw the role taken may have woken nobody, so the caller must look at the lock
// once more.
func EndSpin(q *uint32) { klock.AndUint32(q, ^uint32(Spinning)) }

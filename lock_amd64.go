//go:build !purego && !race && !klock_model

package klock

import "sync/atomic"

const backendName = "amd64 assembly"

// The processor lets a later load pass an earlier store and reorders nothing else, and the compiler moves no access of
// memory across an atomic operation or a call. So three of the fences need no instruction.

func fenceAcquire() {}
func fenceRelease() {}
func fenceStore()   {}

// fenceSeqCst is a locked operation on the caller's own stack, which is cheaper than MFENCE and inlines.
func fenceSeqCst() {
	var own uint32
	atomic.AddUint32(&own, 0)
}

// mustExchange is 1 where membarrier(2) is not available: storeThenLoad then always exchanges. It is set before main
// and never changes.
var mustExchange uint8

func init() {
	if !membarrierSupported() {
		mustExchange = 1
	}
}

// The registration that membarrier(2) asks for, once in the life of the process:
//
//	unregistered --first fenceOthers--> registering --the kernel agreed--> registered
//
// Where the kernel refuses a registration that it had offered, the state stays registering: fenceOthers then keeps
// reporting false, and waiters go on to look at the lock by themselves.
const (
	unregistered uint32 = iota
	registering
	registered
)

var registration atomic.Uint32

func fenceOthers() bool {
	if mustExchange != 0 {
		fenceSeqCst()
		return true
	}
	if registration.Load() == registered {
		return membarrier()
	}
	if registration.CompareAndSwap(unregistered, registering) {
		go func() {
			if registerMembarrier() {
				registration.Store(registered)
			}
		}()
	}
	if membarrier() { // done, but the goroutine that asked for it has no processor yet
		registration.Store(registered)
		return true
	}
	return false
}

func describe(info *BackendInfo) {
	if mustExchange != 0 {
		info.Membarrier = "unsupported"
		return
	}
	info.Membarrier = [...]string{
		unregistered: "unregistered",
		registering:  "registering",
		registered:   "registered",
	}[registration.Load()]
}

// storeThenLoadUint32 is written in Go, because a call of assembly costs more here than what it does. The compiler keeps
// the plain store between the loads: each takes the memory that the one before it leaves.
func storeThenLoadUint32(p *uint32, val uint32, q *uint32, exchange uint32) uint32 {
	if mustExchange != 0 || atomic.LoadUint32(q)&exchange != 0 {
		atomic.SwapUint32(p, val)
		return atomic.LoadUint32(q)
	}
	*p = val
	seen := atomic.LoadUint32(q)
	if seen&exchange != 0 { // set since the first look: its setter has fenced, later waiters will not
		fenceSeqCst()
		seen = atomic.LoadUint32(q)
	}
	return seen
}

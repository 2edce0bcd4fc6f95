package waitq

import (
	"runtime"
	"time"

	"github.com/klock-go/klock"
)

// Procs returns how many goroutines can run at once.
func Procs() uint32 { return uint32(runtime.GOMAXPROCS(0)) }

// MaySpin says whether a wait may keep a processor: not when there is only one, where it would keep the holder from it.
func MaySpin() bool { return runtime.GOMAXPROCS(0) > 1 }

// Yield gives up the processor to a goroutine that is ready to run.
func Yield() { runtime.Gosched() }

// nap is how a head waits while it cannot be woken, until the kernel lets it fence the other processors.
func nap() { time.Sleep(50 * time.Microsecond) }

var start = time.Now()

// now is the time in nanoseconds since the program started, never 0.
func now() int64 { return int64(time.Since(start)) | 1 }

// BeginSpin takes the role of the one waiter of q that spins, and reports whether it was free.
func BeginSpin(q *uint32) bool {
	old := klock.LoadUint32Relaxed(q)
	return old&Spinning == 0 && klock.CompareAndSwapUint32(q, old, old|Spinning)
}

// EndSpin gives the role up. A release that saw the role taken may have woken nobody, so the caller must look at the lock
// once more.
func EndSpin(q *uint32) { klock.AndUint32(q, ^uint32(Spinning)) }

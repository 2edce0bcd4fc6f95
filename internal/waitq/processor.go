//go:build !klock_model

package waitq

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// What the waiting code asks of the runtime. In the model checker each answer is a choice: processor_model.go.

// SpinPolls is how often a waiter that spins looks at the lock.
const SpinPolls = 7

// Looks returns how often a waiter looks at the lock that would look n times.
func Looks(n int) int { return n }

// Procs returns how many goroutines can run at once.
func Procs() uint32 { return uint32(runtime.GOMAXPROCS(0)) }

// MaySpin says whether a wait may keep a processor: not when there is only one, where it would keep the holder from it.
func MaySpin() bool { return runtime.GOMAXPROCS(0) > 1 }

// Yield gives up the processor to a goroutine that is ready to run.
func Yield() { runtime.Gosched() }

// Nap is how a waiter waits whom nobody will wake.
func Nap() { time.Sleep(50 * time.Microsecond) }

var start = time.Now()

// now is the time in nanoseconds since the program started, never 0.
func now() int64 { return int64(time.Since(start)) | 1 }

// late says whether more than limit has passed since.
func late(since uint64, limit time.Duration) bool { return now()-int64(since) >= int64(limit) }

// maxPasses is how many times a head is passed over at most, whatever the clock says: in a bubble of testing/synctest that
// stands still while goroutines run. No turn has room for so many. 0 is no bound, and nobody counts.
const maxPasses = 1 << 13

// condition is what a parker sleeps on.
type condition = sync.Cond

// afterDone has f called once ctx is done.
func afterDone(ctx context.Context, f func()) (stop func() bool) { return context.AfterFunc(ctx, f) }

// allocated, freed and used tell the model checker of a node's life; another goroutine's node is used only where it
// cannot be freed meanwhile.
func (n *Node) allocated() {}
func (n *Node) freed()     {}
func (n *Node) used()      {}

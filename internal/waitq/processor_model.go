//go:build klock_model

package waitq

import (
	"context"
	"sync"
	"time"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/model"
)

// SpinPolls is how often a waiter that spins looks at the lock.
const SpinPolls = 1

// Looks returns how often a waiter looks at the lock that would look n times.
func Looks(n int) int { return min(n, SpinPolls) }

// Procs returns how many goroutines can run at once.
func Procs() uint32 { return 2 }

// MaySpin says whether a wait may keep a processor.
func MaySpin() bool { return model.Choose(2) == 1 }

// Yield gives up the processor to a goroutine that is ready to run.
func Yield() {}

// Nap is how a waiter waits whom nobody will wake.
func Nap() {}

// now is the time in nanoseconds since the program started, never 0.
func now() int64 { return 1 }

// late says whether more than a limit has passed since.
func late(uint64, time.Duration) bool { return model.Choose(2) == 1 }

// maxPasses is no bound: whether a turn is over is a choice anyway.
const maxPasses = 0

// condition is a sync.Cond for at most one waiter.
type condition struct {
	L       sync.Locker
	waiting uint32
	signal  uint32
}

// Wait is that of sync.Cond: from the time when it has announced itself, a Signal ends it.
func (c *condition) Wait() {
	klock.StoreUint32(&c.waiting, 1)
	c.L.Unlock()
	model.Park(&c.signal, false)
	c.L.Lock()
}

// Signal is that of sync.Cond.
func (c *condition) Signal() {
	if klock.CompareAndSwapUint32(&c.waiting, 1, 0) {
		model.Unpark(&c.signal)
	}
}

// afterDone has f called once ctx is done, by the goroutine that ends it.
func afterDone(ctx context.Context, f func()) (stop func() bool) {
	return ctx.(*model.Context).AfterFunc(f)
}

func (n *Node) allocated() { model.NodeAllocated(n) }
func (n *Node) freed()     { model.NodeFreed(n) }
func (n *Node) used()      { model.NodeUsed(n) }

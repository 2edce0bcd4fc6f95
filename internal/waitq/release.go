package waitq

import (
	"time"

	"github.com/klock-go/klock"
)

// Turn is how long releases may pass over a head. The one that finds it past its turn holds everybody else back on the
// head's behalf and gives up its processor.
//
// A longer turn lets goroutines that run use the lock more often before it is taken from them, which is what makes a
// contended lock fast: each change of owner costs a switch of goroutines, about a microsecond. A shorter one shortens
// the longest wait, which is about as many turns as there are waiters.
const Turn = 30 * time.Microsecond

// Wake wakes the head of q if it is parked, unless an arriving waiter is awake and will look at the lock. The caller has made
// the lock available to the head.
func Wake(q *uint32) {
	if n := Call(q); n != nil {
		n.Wake()
	}
}

// HandOver wakes the head of q, for which the caller has reserved the lock, and gives it the processor. n is that head if
// Call has returned it, else nil. A waiter that spins does not matter: it will not get the lock.
func HandOver(q *uint32, n *Node) {
	if n == nil {
		n = call(q, 0)
	}
	if n != nil {
		n.Wake()
	}
	Yield()
}

// Call is the first half of Wake: it returns the head if that is to be woken, or nil. The caller must Wake or Take it.
func Call(q *uint32) *Node { return call(q, Spinning) }

// call returns the head of q, for the caller to wake it, if it is parked and no bit of mask is set in the word.
func call(q *uint32, mask uint32) *Node {
	for {
		old := klock.LoadUint32(q)
		if !Parked(old) || old&mask != 0 {
			return nil
		}
		if klock.CompareAndSwapUint32(q, old, old|Woken) {
			n := find(q)
			n.pass()
			return n
		}
	}
}

// WriterIsHead reports whether the head of q is a writer. When that has left the answer means nothing.
func WriterIsHead(q *uint32) bool {
	n := seek(q)
	return n != nil && n.Kind() == Writer
}

// Overdue counts that the head of q was passed over, and reports whether its turn is over. When it has left the answer
// means nothing.
func Overdue(q *uint32) bool {
	n := seek(q)
	if n == nil {
		return true
	}
	n.pass()
	return n.HeadFor(Turn)
}

// pass counts that n, the head of a queue, was passed over, and returns how many times it was. Who counts at the same time may
// count as one.
func (n *Node) pass() (passed uint32) {
	n.beginTurn()
	if maxPasses == 0 {
		return 0
	}
	passed = klock.LoadUint32Relaxed(&n.passed) + 1
	klock.StoreUint32Relaxed(&n.passed, passed)
	return passed
}

// HeadFor reports whether the turn of the head n has lasted for longer than limit, or n was passed over too often.
func (n *Node) HeadFor(limit time.Duration) bool {
	return maxPasses != 0 && klock.LoadUint32Relaxed(&n.passed) >= maxPasses || late(klock.LoadUint64Relaxed(&n.since), limit)
}

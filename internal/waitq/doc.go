// Package waitq is the waiting machinery under every queued lock: the queue and its nodes, parking, and the rules of
// hand-off. A lock adds what it waits for.
//
// A lock holds one 32-bit queue word (word.go). Its waiters stand in an MCS queue (Mellor-Crummey and Scott, 1991) whose
// tail the word names by index. All but the first of them, the head, are parked. The head acquires the lock, takes itself
// out of the queue and makes the next waiter the head, which stays parked: the holder's release wakes it. This halves the
// number of wake-ups and is what paravirtual queued spinlocks do.
//
// # Losing no wake-up
//
// A head that parks sets Asleep and looks at the lock again; a release frees the lock and looks for Asleep. One of the
// two must see the other. klock.StoreThenLoadUint32 and klock.FenceOthers order the two sides while keeping an uncontended
// release a plain store: the first head that parks sets Contended as well and fences all processors; while Contended
// stays set releases exchange, and no later head needs a fence.
//
// # Hand-off
//
// A release does not give the lock to the head, it only wakes it: a goroutine that runs can use the lock many times
// before a woken one reaches a processor. How long the head is passed over is bounded: a release that finds it still there
// at the end of its turn (Turn) holds all others back. A release may also acquire the lock on behalf of a head that
// sleeps (Call and Take), if the lock can be shared.
//
// One arriving waiter may spin for a short time before it joins the queue; while it does, releases leave the head asleep,
// and count.
//
// # Race detector
//
// All shared fields are accessed atomically. A lock calls this package between race.Disable and race.Enable, so that
// waiters of a lock do not appear to synchronize with each other.
package waitq

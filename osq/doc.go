// Package osq holds the optimistic spin queue, in which those that would spin for a sleeping lock wait for their turn, and
// the sleeping mutex that it exists for.
//
// # Queue
//
// One 32-bit word: a byte that is 1 while somebody holds the queue, a bit that guards the links of its nodes, and the
// index of the node of the last waiter. Lock takes the queue by one compare-and-swap when nobody is about; otherwise the
// caller stands in the queue. The first waiter waits for the holder, each other one for those before it. A waiter leaves
// the queue when it has taken the lock or when it gives up, from wherever it stands; its node goes back to a slab that
// all locks of the process share and is never freed, so an index that was read too late still names a node.
//
//	Lock      0 ──▶ held; otherwise join, wait to be first, then: not held ──▶ held, and the next waiter is the first
//	give up   the neighbours are linked to each other; a waiter that has meanwhile become the first passes that on
//	Unlock    held ──▶ not held
//
// The queue is first in, first out, and nobody overtakes. Its waiters do not park, because nobody would tell a parked
// one that its reason to wait is gone: they spin for some microseconds, then yield, then sleep for moments between looks.
//
// # Mutex
//
// A mutex of 8 bytes: the word of qspinlock and a Queue. Lock tries; then the goroutine at the front of the Queue spins
// for as long as a section or a few may take; then it parks in the queue of the word, which is first in, first out.
// Fairness is that of qspinlock.Mutex, whose second contender is here the holder of the Queue.
//
// # Memory nodes
//
// NUMAQueue and NUMAMutex have the same sizes and prefer waiters on the holder's memory node. The others keep their
// order, and nobody is passed over for longer than a millisecond. All state for that is in the nodes of the waiters.
//
// # Sources
//
// The spin queue that Tim Chen and Jason Low built for the mutexes and semaphores of Linux in 2014, from the description of its
// behaviour; the queue is that of Mellor-Crummey and Scott, ACM TOCS 9(1), 1991, and the preference for a memory node that
// of Dice and Kogan, EuroSys 2019.
package osq

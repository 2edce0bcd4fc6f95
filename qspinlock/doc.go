// Package qspinlock holds queued mutexes of 4 bytes, after the queued spinlock of the Linux kernel in its paravirtual
// form: waiters do not spin, they stand in a queue and park.
//
// # Layout
//
// One 32-bit word, by value:
//
//	 31 30 29              12 11 10 9  8 7        0
//	+--+--+------------------+--+--+--+--+---------+
//	|A |W |  tail of queue   |R |S | -|N |  locked |
//	+--+--+------------------+--+--+--+--+---------+
//
// locked is 1 while somebody holds the mutex. N is pending: the second contender is next. R is reserved: the head of the
// queue is next. S says that the second contender spins. A says that the head of the queue does not run, W that it was
// woken or never slept. The tail is the index of a node in a slab that all locks of the process share.
//
// # Transitions
//
//	Lock      0 ──▶ locked, one compare-and-swap
//	          not locked, N, R ──▶ locked, also while others sleep in the queue
//	          the second contender takes no node: it sets S, after some time N, and waits for the lock
//	          all others take a node and stand in the queue; its head sets R while it is awake
//	Unlock    locked ──▶ not locked, one addition; with A set it wakes the head, or counts that it passes it over
//	TryLock   0 ──▶ locked
//
// A node is given back when its waiter has acquired the mutex, which makes the next waiter the head.
//
// Unlock changes the whole word by one read-modify-write, not its lowest byte by a store: a compare-and-swap that
// follows a narrower store to the same word waits until the store has left the processor's buffer, and the pair took
// twice as long on the processors where that was measured. It also sees the flags in the same step.
//
// # Fairness
//
// Waiters in the queue are served first in, first out. A goroutine that arrives may take the mutex ahead of them, but
// only while the head of the queue is not awake, and for no longer than a turn of 100 µs after it became the head: the
// release that finds that turn over reserves the mutex for the head and yields its processor. A parked waiter is woken
// once; while the second contender spins nobody is woken.
//
// Nothing spins when GOMAXPROCS is 1, and never more than the second contender and the head at once, for some
// microseconds.
//
// # Sources
//
// Waiman Long's queued spinlock for Linux, 2014, from the discussion of its patches; the queue is that of Mellor-Crummey
// and Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors", ACM TOCS 9(1), 1991; NUMA
// preference is that of Dice and Kogan, "Compact NUMA-aware locks", EuroSys 2019.
package qspinlock

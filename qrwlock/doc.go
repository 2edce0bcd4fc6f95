// Package qrwlock is a fair reader-writer lock of 8 bytes with the methods of sync.RWMutex, after the queue rwlock of the
// Linux kernel (W. Long: "qrwlock: A queue read/write lock implementation", 2013, and "locking/qrwlock: Fix bug in
// interrupt handling code", 2015).
//
// # Words
//
// A lock is two 32-bit words, cnts and queue. By value, whatever the byte order:
//
//	cnts    31                      9   8    7        0
//	       +-------------------------+-------+----------+
//	       |         readers         |Waiting|  wmode   |
//	       +-------------------------+-------+----------+
//
// wmode is 0 or Locked (0xff). The writer releases with a plain store of the whole word, so what others change in it while
// it is Locked is void. Waiting keeps new readers and writers out while it is set. It is
// set for the head of the queue, or for a writer that spins, by an operation on one byte that readers that come and go
// cannot make fail. It is a reservation and not a right: a release may clear it, and whoever needs it sets it again.
// readers counts those that hold the lock, and for a moment those that were added and find that they must wait; it means
// nothing while wmode is Locked.
//
// queue is the queue word of internal/waitq: the tail of the queue, the flags of its head, and in the lowest byte, which is
// the lock's own, how many releases have passed over the head.
//
// # Transitions
//
//	writer, not queued     0                      ──▶ Locked
//	writer at the head     readers*Bias           ──▶ readers*Bias + Waiting
//	                       0 or Waiting           ──▶ Locked
//	writer releases        Locked (+ Waiting)     ──▶ 0
//	writer downgrades      Locked (+ Waiting)     ──▶ Bias
//	reader, not queued     + Bias                 if that finds Locked the reader waits: the release erases its share;
//	                                              if it finds Waiting it takes its share back and waits
//	reader at the head     n*Bias (+ Waiting)     ──▶ (n+k)*Bias    for itself and k-1 readers behind it, by itself or
//	                                              by a release on its behalf
//	reader releases        − Bias
//
// # Fairness
//
// Waiters stand in one first-in-first-out queue. The first of them, the head, is not handed the lock; it is woken when the
// lock is released and takes it then. Until it runs, goroutines that are running may go on using the lock and so pass it
// over: that is what makes a contended lock fast. It is bounded by a turn (waitq.Turn): a release that finds a head past
// its turn sets Waiting on its behalf, which keeps everybody else out, and gives up its processor.
//
// When a reader at the head gets the lock, the readers that stand right behind it get it with it, in one operation. Each of them
// has a turn before the turn of the writer behind them begins, which as long as it lasts lets further readers in: readers
// that must be woken for a single short section each would cost more than they bring. A writer waits for one batch of
// readers and the sections that begin in their turns, not for readers without end.
//
// Where sections are longer than it takes to wake a goroutine, a release does more than to wake the head. If that is a reader
// it acquires the lock for it and for the readers behind it, because the other processors have nothing to do until they
// run. And the last reader to leave gives up its processor to the head at once: alone it would not read faster than the
// head, which lets others read beside it.
//
// An arriving goroutine that need not stand behind anybody awake spins for a few microseconds before it joins the queue,
// one at a time for a lock. A writer that spins or is the head and awake keeps new readers out, unless more of them hold the
// lock than can run at once: then it takes its place in the queue, and they have their turns. Nothing spins when
// GOMAXPROCS is 1.
package qrwlock

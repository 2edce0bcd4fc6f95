// Package baseline holds the reader-writer locks that the discussions about the kernel's queued locks compared with one
// another. They exist to be measured beside package qrwlock, with their faults where those were the point; programs
// should use qrwlock.
//
//	RWBias        the classic lock of one biased counter: readers first, writers are invisible while they wait
//	RWBroadcast   the same counter; a writer's one release admits all readers that wait
//	RWXadd        the same counter; the first writer that waits holds fair readers back
//	QRW2013       the first queue rwlock: fair, or with stealing readers
//	QRW2015       the queue rwlock with a byte compare-and-swap in the waiting writer, and QRW2015Word without
//
// The zero value of each is a free lock. All wait by reading, those behind the head of a queue each a node of its own: for
// some microseconds on the processor, then they yield it, then they sleep with an interval that doubles up to a
// millisecond. Nothing spins when GOMAXPROCS is 1. Locking has acquire ordering, unlocking release ordering. Unlocking what
// is not locked ends the process with a message where the lock's word shows it; so does an overflow of the readers of a
// queue lock. A lock must not be copied after its first use.
package baseline

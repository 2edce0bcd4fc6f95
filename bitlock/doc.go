// Package bitlock makes a spin lock of one bit of a word whose other bits are the program's own: a flag in a header, a
// reference count, a pointer's tag. It is the bit spin lock of the Linux kernel, whose waiters here only read.
//
// # Layout
//
// Any bit of a uint32 or uint64. It is 0 while the lock is free and 1 while it is held:
//
//	free → held    Lock, TryLock: atomic or
//	held → free    Unlock: atomic and; UnlockNonAtomic: load and store of the word
//
// Several bits of one word may be locks. A uint64 must be aligned to 8 bytes, also on 32-bit targets.
//
// # The other bits
//
// They may change at any time, by the atomic operations of package klock or sync/atomic and, for as long as the lock is
// held, by any operation if the lock protects them. Waiters read the whole word atomically, so the race detector
// reports plain writes even under the lock: use klock.StoreUint32Relaxed instead.
//
// Unlock needs an atomic read-modify-write, because it must not lose a concurrent change of another bit: a pair of Lock
// and Unlock has two of them, as a pair of sync.Mutex has. Where the lock protects the whole word nothing can be lost,
// and UnlockNonAtomic saves the second.
//
// # Fairness
//
// None. There is no queue and no room for one: whoever finds the bit clear takes it, and a waiter can lose any number
// of times. A waiter spins for some microseconds, then yields the processor, and then sleeps with an interval that
// doubles up to a millisecond; nothing spins when GOMAXPROCS is 1. Use it for sections of a few instructions in
// structures that have no room for a lock with a queue.
//
// # Ordering and misuse
//
// Locking has acquire ordering, unlocking release ordering. The race detector takes all locks in one word for one lock.
// Unlocking a bit that is not set ends the process with a message, and no recover prevents it; so does waiting for a
// Bit32 or Bit64 that is more than one bit.
package bitlock

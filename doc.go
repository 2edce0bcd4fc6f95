// Package klock is an architecture layer for locks: byte- and halfword-wide atomics with explicit ordering, conditional
// waits that are safe for the garbage collector, and the one store-then-load operation that a parking lock's release
// needs. The lock packages below it are built on nothing else.
//
// # Operations
//
// For T in Uint8, Uint16, Uint32 and Uint64 there are LoadT, StoreT, SwapT, CompareAndSwapT, CompareExchangeT, AddT,
// AndT, OrT and XorT, and SetBitsT, ClearBitsT and FlipBitsT, which return nothing. Each comes with the orderings that
// make sense for it. Operations on words inline where the compiler has an intrinsic; docs/instructions.md in the source
// lists what every operation is on every target, and Info says what was chosen on this machine.
//
// # Ordering
//
// A name without a suffix is sequentially consistent, as in sync/atomic. The suffixes Acquire, Release and Relaxed mean
// what they mean in C11. A weaker operation may be carried out by a stronger one. A read-modify-write on a processor
// without single-instruction atomics (arm64 before LSE) does not order its store before later relaxed loads; portable
// code relies on no more, and uses FenceSeqCst where it needs more.
//
// # Alignment
//
// A pointer to an 8-bit operand may be any byte of memory whose containing aligned 32-bit word is readable and writable
// memory of the program, as every byte of a Go variable is. Operands of 16, 32 and 64 bits must be aligned to their own
// size, also on 32-bit targets: the first word of an allocation and of a 64-bit sync/atomic type is. A nil or misaligned
// pointer is a fault of the program: builds with the race detector or with the tag klock_debug panic at once with the
// rule that was broken; other builds may fault, tear, or on some processors merely be slow.
//
// # Mixed sizes
//
// Atomic access to a byte of a word that other goroutines update as a whole word is outside every language's memory
// model. Operating system kernels, the Go runtime and this package rely on what all supported processors give: single
// locations are coherent byte by byte, and a read-modify-write of either size is atomic against the other. The exception
// are 64-bit operations where the processor has none (mips, mipsle, arm before version 7): they hold a lock of the Go
// runtime's, and are atomic only against one another.
//
// # Waiting
//
// Assembly is never preempted, so it holds at most one window of about a microsecond, or on arm64 one event of a stream
// of about 10 kHz; every loop is Go and passes a safepoint each turn. When GOMAXPROCS is 1 nothing spins.
//
// CondLoadT and its variants are complete waits: they spin for some microseconds, then yield, then sleep. CmpWaitT and
// Pause are parts to build a wait from and keep the processor. A loop around them that may go on for longer than some
// microseconds must call runtime.Gosched now and then. Without it a goroutine runs until the scheduler takes its
// processor away, after about 10 ms, and everybody else who needs one waits that long several times over, the garbage
// collector among them: with 8 such goroutines on two processors runtime.GC took half a second on average and up to a
// second, and one to seven milliseconds when they called runtime.Gosched in each turn. A plain loop of
// atomic loads does the same harm.
package klock

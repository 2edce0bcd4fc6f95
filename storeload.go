package klock

// StoreThenLoadUint8 is the heart of a parking lock's release: it stores val to *p with release ordering, then loads *q with
// acquire ordering, in that order, and returns what it loaded. A waiter that first sets a bit in *q, then calls
// FenceOthers until it reports true, and then loads *p, either sees val or has its bit seen.
//
// Where a store and a later load are ordered only by an expensive instruction (amd64) the order is kept by the waiter's
// side instead: *p is then written by a plain store while *q has no bit of the mask exchange, and by an exchange when it
// has one. The waiter that sets a bit of exchange while it was clear must call FenceOthers; while the bit stays set,
// later waiters need not. On every other target, and where the kernel refuses membarrier(2), the operation is ordered by
// itself and the mask is not used.
//
// A bit of exchange that is set between the first look at *q and the last one makes the operation fence and look once more:
// the waiter that set it has fenced, but one that comes after it will not. p and q may lie in one word.
//
// On some processors a locked operation on a word stalls for a time like its own when a store to only a part of the word
// is still on its way to the cache. A lock that is acquired by a 32-bit operation is better released by a 32-bit one.
func StoreThenLoadUint8(p *uint8, val uint8, q *uint32, exchange uint32) uint32 {
	if checked {
		checkUint8(p)
		checkUint32(q)
	}
	return storeThenLoadUint8(p, val, q, exchange)
}

// StoreThenLoadUint32 is StoreThenLoadUint8 for a word.
func StoreThenLoadUint32(p *uint32, val uint32, q *uint32, exchange uint32) uint32 {
	if checked {
		checkUint32(p)
		checkUint32(q)
	}
	return storeThenLoadUint32(p, val, q, exchange)
}

// FenceOthers is the waiter's side of StoreThenLoadUint8 and StoreThenLoadUint32: a sequentially consistent fence here and, where they
// rely on it, on every other running thread of the process. It reports false while that is not possible yet, because
// the one-time registration with the kernel (8 to 75 milliseconds, started in the background by the first call) has
// not finished: the caller must then not rely on being woken, and looks again later.
//
// It costs a system call of 0.4 µs alone and up to 50 µs while other threads of the process run, so a lock calls it once
// for an episode of contention and not for each waiter.
func FenceOthers() bool { return fenceOthers() }

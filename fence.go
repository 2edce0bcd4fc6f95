package klock

// FenceAcquire orders every earlier load before every later load and store. After a relaxed load that saw a value
// published with release ordering, it makes what was published visible; a seqlock's reader needs it before its second
// look at the sequence.
func FenceAcquire() { fenceAcquire() }

// FenceRelease orders every earlier load and store before every later store. Before a relaxed store it publishes what
// was written before.
func FenceRelease() { fenceRelease() }

// FenceStore orders every earlier store before every later store.
func FenceStore() { fenceStore() }

// FenceSeqCst orders every earlier load and store before every later one, also a store before a later load, which no
// other fence does.
func FenceSeqCst() { fenceSeqCst() }

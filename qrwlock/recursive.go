package qrwlock

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
)

// RLockRecursive locks rw for reading, waiting only for a writer that holds rw and never behind one that waits, so that a
// goroutine that holds a read lock may call it (what the kernel's lock does for a reader in an interrupt). The caller ends
// it with RUnlock. Used for all reading it would starve writers.
//
// It stands in no queue: while a writer holds rw it yields and then sleeps for a growing time, at most a millisecond
// at once.
func (rw *RWMutex) RLockRecursive() {
	if race.Enabled {
		rw.raceRLockRecursive()
		return
	}
	rw.rLockFirst()
}

func (rw *RWMutex) rLockFirst() {
	for !rw.tryRLock(first) {
		klock.CondLoadUint32(&rw.cnts, noWriter)
	}
}

func noWriter(cnts uint32) bool { return cnts&endian.WriterMask == 0 }

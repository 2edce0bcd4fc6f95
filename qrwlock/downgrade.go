package qrwlock

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
)

// Downgrade turns the caller's write lock into a read lock without letting a writer in between; readers may come in. The
// caller ends it with RUnlock. It ends the process if rw is not locked for writing.
func (rw *RWMutex) Downgrade() {
	if race.Enabled {
		rw.raceDowngrade()
		return
	}
	rw.downgrade()
}

func (rw *RWMutex) downgrade() {
	if klock.LoadUint32Relaxed(&rw.cnts)&endian.WriterMask != locked {
		downgradeOfUnlocked()
	}
	rw.unlock(bias)
}

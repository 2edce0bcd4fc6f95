package qrwlock

import (
	"fmt"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/waitq"
)

// IsContended reports whether somebody waits in the queue of rw. The answer may be out of date when it is returned.
func (rw *RWMutex) IsContended() bool { return !waitq.Empty(klock.LoadUint32Relaxed(&rw.queue)) }

// String describes the state of rw for debugging. The description may be out of date when it is returned.
func (rw *RWMutex) String() string {
	cnts := klock.LoadUint32Relaxed(&rw.cnts)
	state := "unlocked"
	switch readers := cnts >> endian.ReaderShift; {
	case cnts&endian.WriterMask != 0:
		state = "locked for writing"
	case readers != 0:
		state = fmt.Sprintf("locked for reading, readers: %d", readers)
	}
	if cnts&waiting != 0 {
		state += ", reserved for the head of the queue"
	}
	return "qrwlock: " + state + waitq.Describe(klock.LoadUint32Relaxed(&rw.queue))
}

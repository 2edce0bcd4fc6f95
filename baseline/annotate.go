package baseline

import (
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/race"
)

// What the locks order, for the race detector. Two bytes of the lock's word stand for the two things that order: what
// writers released, for everybody, and what readers released, for writers alone. Readers do not order each other.
// Between begin and the next call the detector sees none of the lock's own operations.

func fromWriters(word *uint32) *uint8 { return endian.Byte(word, 0) }
func fromReaders(word *uint32) *uint8 { return endian.Byte(word, 1) }

func begin() { race.Disable() }
func end()   { race.Enable() }

func acquiredRead(word *uint32) {
	race.Enable()
	race.Acquire(fromWriters(word))
}

func acquiredWrite(word *uint32) {
	race.Enable()
	race.Acquire(fromWriters(word))
	race.Acquire(fromReaders(word))
}

func releasingRead(word *uint32) {
	race.ReleaseMerge(fromReaders(word))
	race.Disable()
}

func releasingWrite(word *uint32) {
	race.Release(fromWriters(word))
	race.Disable()
}

// Package backend measures the operations and the waits of the root package beside those of sync/atomic.
package backend

import (
	"sync"
	"sync/atomic"
	"time"
)

//go:generate go run ./gen

// Operation is an operation of the backend and the one of sync/atomic that comes nearest to it.
type Operation struct {
	Name     string
	Bits     int
	Ordering string
	Against  string
	// Loop and AgainstLoop call the operation n times on a word that holds zero and leave zero there.
	Loop, AgainstLoop func(word *uint64, n int) uint64
}

// line is a word in a cache line of its own, whose neighbours are not fetched along with it either.
type line struct {
	_    [128]byte
	word uint64
	_    [128]byte
}

var sink atomic.Uint64

// Alone returns the nanoseconds that a call takes when nobody else uses the word.
func Alone(loop func(*uint64, int) uint64, n int) float64 {
	l := new(line)
	start := time.Now()
	sink.Add(loop(&l.word, n))
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}

// together is how long two goroutines share a word: long enough for the system to have spread them over two
// processors.
const together = time.Millisecond

// Together returns the nanoseconds between two calls of one goroutine when two use the word, each on a processor. n
// calls at a time are made between two readings of the clock.
func Together(loop func(*uint64, int) uint64, n int) float64 {
	l := new(line)
	var arrived atomic.Int32
	var done sync.WaitGroup
	var nanoseconds [2]float64
	for i := range nanoseconds {
		done.Go(func() {
			arrived.Add(1)
			for arrived.Load() < int32(len(nanoseconds)) {
			}
			var calls int
			var took time.Duration
			for start := time.Now(); took < together; took = time.Since(start) {
				sink.Add(loop(&l.word, n))
				calls += n
			}
			nanoseconds[i] = float64(took.Nanoseconds()) / float64(calls)
		})
	}
	done.Wait()
	return (nanoseconds[0] + nanoseconds[1]) / 2
}

package baseline

import "github.com/klock-go/klock"

// The word of the three locks with a biased counter is a signed count. To make the zero value a free lock the word
// holds the difference between the count and bias.
//
//	bias        free
//	bias - r    r readers hold
//	0           a writer holds
//
// A reader takes 1 and a writer takes bias. Writers that will fail do so too, for a moment: 2,000 of them at once are
// the most that the sign has room for.
const bias = 0x00100000

func countOf(word uint32) int32 { return int32(word) + bias }
func wordOf(count int32) uint32 { return uint32(count - bias) }

// add adds delta to the count and returns the result.
func add(word *uint32, delta int32) int32 { return countOf(klock.AddUint32(word, uint32(delta))) }

// addSlow is add on the slow paths, where the tests count the read-modify-writes.
func addSlow(word *uint32, delta int32) int32 {
	if countModification != nil {
		countModification()
	}
	return add(word, delta)
}

// countModification is set by tests alone.
var countModification func()

// tryTake takes from the count if it is exactly from, and leaves to.
func tryTake(word *uint32, from, to int32) bool {
	for klock.LoadUint32Relaxed(word) == wordOf(from) {
		if klock.CompareAndSwapUint32Acquire(word, wordOf(from), wordOf(to)) {
			return true
		}
	}
	return false
}

// tryTakeRead takes one reader's share if the count is positive.
func tryTakeRead(word *uint32) bool {
	for {
		old := klock.LoadUint32Relaxed(word)
		if countOf(old) <= 0 {
			return false
		}
		if klock.CompareAndSwapUint32Acquire(word, old, old-1) {
			return true
		}
	}
}

// isFree and isPositive are conditions of waits.
func isFree(word uint32) bool     { return countOf(word) == bias }
func isPositive(word uint32) bool { return countOf(word) > 0 }
func isNatural(word uint32) bool  { return countOf(word) >= 0 }

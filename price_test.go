package klock

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/testenv"
)

// TestByteCompareAndSwapIsCheap holds the price of a byte-wide compare-and-swap, which is a call, to 1.3 times that of
// the inlined one on a word.
func TestByteCompareAndSwapIsCheap(t *testing.T) {
	if !strings.HasPrefix(backendName, runtime.GOARCH) || checked || testenv.Emulated() {
		t.Skip("only the assembly backends promise it, on a real processor and without checks")
	}
	const limit, attempts = 1.3, 5
	var ratio float64
	for range attempts { // a processor that changes its speed between the two can spoil one
		if ratio = byteOverWord(t); ratio <= limit {
			return
		}
	}
	t.Errorf("a byte compare-and-swap costs %.2f times one on a word, more than %.1f", ratio, limit)
}

// byteOverWord measures the two in turns; of each the shortest of many rounds counts, which nothing
// disturbed. Four operations to a turn keep the cost of the loop out, as in BenchmarkBackend.
func byteOverWord(t *testing.T) float64 {
	const rounds, turns = 100, 1000
	narrow, wide := new([128]uint8), new([128]uint32)
	ofByte, ofWord := time.Hour, time.Hour
	for range rounds {
		start := time.Now()
		for range turns {
			CompareAndSwapUint8(&narrow[0], 0, 0)
			CompareAndSwapUint8(&narrow[0], 0, 0)
			CompareAndSwapUint8(&narrow[0], 0, 0)
			CompareAndSwapUint8(&narrow[0], 0, 0)
		}
		between := time.Now()
		for range turns {
			CompareAndSwapUint32(&wide[0], 0, 0)
			CompareAndSwapUint32(&wide[0], 0, 0)
			CompareAndSwapUint32(&wide[0], 0, 0)
			CompareAndSwapUint32(&wide[0], 0, 0)
		}
		ofByte, ofWord = min(ofByte, between.Sub(start)), min(ofWord, time.Since(between))
	}
	ratio := float64(ofByte) / float64(ofWord)
	t.Logf("%v for %d operations on a byte, %v on a word: %.2f times", ofByte, 4*turns, ofWord, ratio)
	return ratio
}

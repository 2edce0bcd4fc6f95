package backend

import (
	"testing"
	"time"
)

func TestEveryLoopLeavesZero(t *testing.T) {
	for _, op := range Operations {
		for name, loop := range map[string]func(*uint64, int) uint64{"": op.Loop, "against ": op.AgainstLoop} {
			var word uint64
			loop(&word, 3)
			if word != 0 {
				t.Errorf("%s%s of %d bits, %s: left %#x", name, op.Name, op.Bits, op.Ordering, word)
			}
		}
	}
}

func TestEveryPairLeavesZero(t *testing.T) {
	for _, p := range Pairs {
		var word uint64
		p.Loop(&word, 3)
		if word != 0 {
			t.Errorf("%s and %s left %#x", p.Acquire, p.Release, word)
		}
	}
}

func TestTimesArePositive(t *testing.T) {
	op := Operations[0]
	if alone, together := Alone(op.Loop, 1000), Together(op.Loop, 1000); alone <= 0 || together <= 0 {
		t.Errorf("%s takes %v ns alone and %v ns together", op.Name, alone, together)
	}
}

func TestEveryWaitReturns(t *testing.T) {
	for _, w := range Waits() {
		for _, waited := range []time.Duration{0, 2 * time.Millisecond} {
			latencies := w.Latencies(waited, 5)
			if len(latencies) != 5 {
				t.Errorf("%s: %d latencies, want 5", w.Name, len(latencies))
			}
			for _, l := range latencies {
				if l <= 0 {
					t.Errorf("%s: latency %v", w.Name, l)
				}
			}
		}
	}
}

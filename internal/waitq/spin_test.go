package waitq_test

import (
	"runtime"
	"testing"

	"github.com/klock-go/klock/internal/waitq"
)

// With one processor nothing spins: it would keep the holder of the lock from running.
func TestOneProcessorNeverSpins(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if waitq.MaySpin() {
		t.Error("a waiter may spin")
	}
	spin := waitq.NewSpin()
	if spin.Pause() || spin.PauseLong() {
		t.Error("a spin goes beyond the first look")
	}
	word := uint32(0)
	if waitq.BeginSpin(&word) || word != 0 {
		t.Errorf("a waiter took the role of the one that spins: %#x", word)
	}
}

func TestSpinEnds(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, pause := range []func(*waitq.Spin) bool{(*waitq.Spin).Pause, (*waitq.Spin).PauseLong} {
		pauses := 0
		for spin := waitq.NewSpin(); pause(&spin); pauses++ {
			if pauses == 100 {
				t.Fatal("a spin does not end")
			}
		}
		if pauses == 0 {
			t.Error("a waiter does not spin at all")
		}
	}
}

func TestOneSpins(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	const others = 0xff | waitq.Contended | 1<<31
	word := uint32(others)
	if !waitq.BeginSpin(&word) || waitq.BeginSpin(&word) {
		t.Error("the role is taken once")
	}
	if word != others|waitq.Spinning {
		t.Errorf("the word is %#x while a waiter spins", word)
	}
	waitq.EndSpin(&word)
	if word != others {
		t.Errorf("the word is %#x after that", word)
	}
}

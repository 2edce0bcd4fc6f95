package backend

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/klock-go/klock"
)

// Wait is a way to wait until another goroutine changes a word.
type Wait struct {
	Name string
	// Peer says that it is not of the root package.
	Peer bool
	// New returns the two ends of a fresh word. await waits for the turn-th call of signal; turns count from 1.
	New func() (await, signal func(turn uint64))
}

// Waits returns every way to wait that is compared.
func Waits() []Wait {
	return []Wait{
		conditional("CondLoadUint8Acquire", klock.CondLoadUint8Acquire, klock.StoreUint8Release),
		conditional("CondLoadUint16Acquire", klock.CondLoadUint16Acquire, klock.StoreUint16Release),
		conditional("CondLoadUint32Acquire", klock.CondLoadUint32Acquire, klock.StoreUint32Release),
		conditional("CondLoadUint64Acquire", klock.CondLoadUint64Acquire, klock.StoreUint64Release),
		window("CmpWaitUint8 in a loop", klock.CmpWaitUint8, klock.StoreUint8Release),
		window("CmpWaitUint32 in a loop", klock.CmpWaitUint32, klock.StoreUint32Release),
		polling("atomic.LoadUint32 in a loop", func() {}),
		polling("atomic.LoadUint32, runtime.Gosched", runtime.Gosched),
		channel(),
	}
}

// flagged is the type of a word that alternates between the last bit of turns.
type flagged interface {
	uint8 | uint16 | uint32 | uint64
}

func conditional[T flagged](name string, condLoad func(*T, func(T) bool) T, store func(*T, T)) Wait {
	return Wait{Name: name, New: func() (await, signal func(uint64)) {
		p := word[T]()
		await = func(turn uint64) {
			want := T(turn & 1)
			condLoad(p, func(v T) bool { return v == want })
		}
		return await, func(turn uint64) { store(p, T(turn&1)) }
	}}
}

func window[T flagged](name string, cmpWait func(*T, T) T, store func(*T, T)) Wait {
	return Wait{Name: name, New: func() (await, signal func(uint64)) {
		p := word[T]()
		await = func(turn uint64) {
			for last := T(^turn & 1); cmpWait(p, last) == last; {
				runtime.Gosched()
			}
		}
		return await, func(turn uint64) { store(p, T(turn&1)) }
	}}
}

func polling(name string, between func()) Wait {
	return Wait{Name: name, Peer: true, New: func() (await, signal func(uint64)) {
		p := word[uint32]()
		await = func(turn uint64) {
			for atomic.LoadUint32(p) != uint32(turn&1) {
				between()
			}
		}
		return await, func(turn uint64) { atomic.StoreUint32(p, uint32(turn&1)) }
	}}
}

func channel() Wait {
	return Wait{Name: "channel", Peer: true, New: func() (await, signal func(uint64)) {
		c := make(chan struct{}, 1)
		return func(uint64) { <-c }, func(uint64) { c <- struct{}{} }
	}}
}

// word returns a word alone in its cache line.
func word[T flagged]() *T {
	l := new(struct {
		_    [128]byte
		word T
		_    [128]byte
	})
	return &l.word
}

// Latencies returns the nanoseconds from just before the signal to the waiter's return, turns times, when the waiter
// has already waited for about the given time.
func (w Wait) Latencies(waited time.Duration, turns int) []float64 {
	await, signal := w.New()
	origin := time.Now()
	var returned atomic.Int64
	var waiting atomic.Uint64
	go func() {
		for turn := uint64(1); turn <= uint64(turns); turn++ {
			waiting.Store(turn)
			await(turn)
			returned.Store(int64(time.Since(origin)))
		}
	}()
	latencies := make([]float64, 0, turns)
	for turn := uint64(1); turn <= uint64(turns); turn++ {
		for waiting.Load() != turn {
			runtime.Gosched()
		}
		pass(waited)
		returned.Store(0)
		signalled := int64(time.Since(origin))
		signal(turn)
		for returned.Load() == 0 {
			runtime.Gosched()
		}
		latencies = append(latencies, float64(returned.Load()-signalled))
	}
	return latencies
}

// pass lets time go by: asleep when there is time to wake up, since a waiter that yields its processor to an idle
// machine is another case than one that competes.
func pass(d time.Duration) {
	if d >= time.Millisecond {
		time.Sleep(d)
		return
	}
	for start := time.Now(); time.Since(start) < d; {
	}
}

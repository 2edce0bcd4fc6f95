package bitlock

import (
	"fmt"
	"sync"
	"testing"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
)

// view is one bit lock, of either width, as the tests see it.
type view struct {
	sync.Locker
	name            string
	bit             uint64 // as a mask, as are the bits beside it
	beside          []uint64
	tryLock         func() bool
	isLocked        func() bool
	unlockNonAtomic func()
	load            func() uint64
	flip            func(mask uint64)
}

func (v view) TryLock() bool { return v.tryLock() }

func view32(bit uint, others uint32) view {
	word, lock := new(uint32), Bit32(1)<<bit
	*word = others &^ (1 << bit)
	return view{
		Locker:          lock.Locker(word),
		name:            fmt.Sprintf("uint32/bit=%d/others=%#x", bit, *word),
		bit:             uint64(lock),
		beside:          []uint64{1 << ((bit + 1) % 32), 1 << ((bit + 31) % 32)},
		tryLock:         func() bool { return lock.TryLock(word) },
		isLocked:        func() bool { return lock.IsLocked(word) },
		unlockNonAtomic: func() { lock.UnlockNonAtomic(word) },
		load:            func() uint64 { return uint64(klock.LoadUint32(word)) },
		flip:            func(mask uint64) { klock.XorUint32(word, uint32(mask)) },
	}
}

func view64(bit uint, others uint64) view {
	word, lock := new(uint64), Bit64(1)<<bit
	*word = others &^ (1 << bit)
	return view{
		Locker:          lock.Locker(word),
		name:            fmt.Sprintf("uint64/bit=%d/others=%#x", bit, *word),
		bit:             uint64(lock),
		beside:          []uint64{1 << ((bit + 1) % 64), 1 << ((bit + 63) % 64)},
		tryLock:         func() bool { return lock.TryLock(word) },
		isLocked:        func() bool { return lock.IsLocked(word) },
		unlockNonAtomic: func() { lock.UnlockNonAtomic(word) },
		load:            func() uint64 { return klock.LoadUint64(word) },
		flip:            func(mask uint64) { klock.XorUint64(word, mask) },
	}
}

// samples are bits at the edges of bytes and words, with the other bits clear and set.
func samples() (views []view) {
	for _, others := range []uint64{0, ^uint64(0)} {
		for _, bit := range []uint{0, 7, 8, 30, 31} {
			views = append(views, view32(bit, uint32(others)))
		}
		for _, bit := range []uint{0, 31, 32, 62, 63} {
			views = append(views, view64(bit, others))
		}
	}
	return views
}

// A waiter must look at its own bit alone: one that compares the word hangs when a higher bit is set.
func TestExclusion(t *testing.T) {
	for _, v := range []view{view32(4, 0), view32(4, ^uint32(0)), view64(33, 0), view64(33, ^uint64(0))} {
		t.Run(v.name, func(t *testing.T) { locktest.Exclusion(t, v) })
	}
}

func TestEveryBit(t *testing.T) {
	for bit := range uint(32) {
		testTransitions(t, view32(bit, 0xa5a5a5a5))
	}
	for bit := range uint(64) {
		testTransitions(t, view64(bit, 0xa5a5a5a5a5a5a5a5))
	}
}

func testTransitions(t *testing.T, v view) {
	free := v.load()
	check := func(after string, want uint64) {
		t.Helper()
		if got := v.load(); got != want || v.isLocked() != (want != free) {
			t.Errorf("%s: the word is %#x and IsLocked %v after %s, want %#x", v.name, got, v.isLocked(), after, want)
		}
	}
	v.Lock()
	check("Lock", free|v.bit)
	if v.tryLock() {
		t.Errorf("%s: TryLock of a locked bit succeeded", v.name)
	}
	check("a failed TryLock", free|v.bit)
	v.Unlock()
	check("Unlock", free)
	if !v.tryLock() {
		t.Errorf("%s: TryLock of a free bit failed", v.name)
	}
	check("TryLock", free|v.bit)
	v.unlockNonAtomic()
	check("UnlockNonAtomic", free)
}

func TestTry(t *testing.T) {
	for _, v := range samples() {
		t.Run(v.name, func(t *testing.T) { locktest.Try(t, v) })
	}
}

// Atomic changes of the bits on both sides must not be lost, nor make a try fail.
func TestOtherBitsChange(t *testing.T) {
	rounds := 5000
	if testing.Short() {
		rounds = 500
	}
	for _, v := range samples() {
		t.Run(v.name, func(t *testing.T) {
			var ended sync.WaitGroup
			for _, other := range v.beside {
				ended.Go(func() {
					want := v.load() & other
					for range rounds {
						v.flip(other)
						want ^= other
						if v.load()&other != want {
							t.Errorf("a change of bit %#x was lost", other)
							return
						}
					}
				})
			}
			for range rounds {
				v.Lock()
				//lint:ignore SA2001 only the word matters
				v.Unlock()
				if !v.tryLock() {
					t.Error("TryLock failed although nobody else locks")
					break
				}
				v.Unlock()
			}
			ended.Wait()
		})
	}
}

// Bits of one word are locks of their own.
func TestLocksInOneWord(t *testing.T) {
	var word uint32
	Bit32(1 << 3).Lock(&word)
	Bit32(1 << 4).Lock(&word)
	if !Bit32(1<<3).IsLocked(&word) || !Bit32(1<<4).IsLocked(&word) || Bit32(1<<5).IsLocked(&word) {
		t.Errorf("the word is %#x with bits 3 and 4 locked", word)
	}
	Bit32(1 << 3).Unlock(&word)
	if Bit32(1<<3).IsLocked(&word) || !Bit32(1<<4).IsLocked(&word) {
		t.Errorf("the word is %#x with bit 4 locked", word)
	}
	Bit32(1 << 4).Unlock(&word)
}

func TestUnlockElsewhere(t *testing.T) {
	locktest.UnlockElsewhere(t, view32(1, 0))
	locktest.UnlockElsewhere(t, view64(40, 0))
}

func TestCond(t *testing.T) {
	locktest.Cond(t, view32(9, ^uint32(0)))
	locktest.Cond(t, view64(9, ^uint64(0)))
}

func TestGCLatency(t *testing.T) {
	narrow, wide := view32(5, 0), view64(50, 0)
	locktest.GCLatency(t, narrow, narrow, narrow, narrow)
	locktest.GCLatency(t, wide, wide, wide, wide)
}

func TestMisuse(t *testing.T) {
	held32, held64 := uint32(1), uint64(1)
	for _, misuse := range []struct {
		name, want string
		do         func()
	}{
		{"Unlock 32", "unlocked bit", func() { Bit32(4).Unlock(new(uint32)) }},
		{"Unlock 64", "unlocked bit", func() { Bit64(4).Unlock(new(uint64)) }},
		{"UnlockNonAtomic 32", "unlocked bit", func() { Bit32(4).UnlockNonAtomic(new(uint32)) }},
		{"UnlockNonAtomic 64", "unlocked bit", func() { Bit64(4).UnlockNonAtomic(new(uint64)) }},
		{"no bit 32", "unlocked bit", func() { Bit32(0).Unlock(&held32) }},
		{"no bit 64", "unlocked bit", func() { Bit64(0).Unlock(&held64) }},
		{"several bits 32", "several bits", func() { Bit32(3).Lock(&held32) }},
		{"several bits 64", "several bits", func() { Bit64(3).Lock(&held64) }},
	} {
		t.Run(misuse.name, func(t *testing.T) { locktest.Misuse(t, misuse.want, misuse.do) })
	}
}

func TestNoRace(t *testing.T) {
	locktest.NoRaceReported(t, func() {
		// Two locks in one word, each with data of its own.
		var word uint64
		var data [2]int
		var ended sync.WaitGroup
		for i := range 4 {
			bit := Bit64(1) << (i % 2)
			ended.Go(func() {
				for range 100 {
					bit.Lock(&word)
					data[i%2]++
					bit.Unlock(&word)
				}
			})
		}
		ended.Wait()
	})
}

// A try that fails orders nothing.
func TestRace(t *testing.T) {
	var word uint32
	const lock = Bit32(1 << 6)
	locktest.FailureOrdersNothing(t, lock.Locker(&word), func() bool { return lock.TryLock(&word) })
}

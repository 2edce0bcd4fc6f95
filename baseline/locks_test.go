package baseline

import (
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/klock-go/klock/internal/locktest"
)

// unfair is RWXadd with readers that pass the first writer.
type unfair struct{ RWXadd }

func (u *unfair) RLock() { u.RLockUnfair() }

// variant is one lock and what is asked of all of them.
type variant struct {
	name string
	make func() locktest.TryRWLocker
}

var variants = []variant{
	{"RWBias", func() locktest.TryRWLocker { return new(RWBias) }},
	{"RWBroadcast", func() locktest.TryRWLocker { return new(RWBroadcast) }},
	{"RWXadd", func() locktest.TryRWLocker { return new(RWXadd) }},
	{"RWXadd unfair", func() locktest.TryRWLocker { return new(unfair) }},
	{"QRW2013", func() locktest.TryRWLocker { return NewQRW2013() }},
	{"QRW2013 stealing", func() locktest.TryRWLocker { return NewQRW2013Stealing() }},
	{"QRW2015", func() locktest.TryRWLocker { return new(QRW2015) }},
	{"QRW2015Word", func() locktest.TryRWLocker { return new(QRW2015Word) }},
}

// readers is a lock's side of readers.
type readers struct{ locktest.RWLocker }

func (r readers) Lock()   { r.RLock() }
func (r readers) Unlock() { r.RUnlock() }

// forEach runs test as a subtest for every lock.
func forEach(t *testing.T, test func(t *testing.T, lock locktest.TryRWLocker)) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { test(t, v.make()) })
	}
}

func TestExclusion(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) { locktest.ExclusionRW(t, lock) })
}

func TestTry(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) { locktest.TryRW(t, lock) })
}

func TestUnlockElsewhere(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) {
		locktest.UnlockElsewhere(t, lock)
		locktest.UnlockElsewhere(t, readers{lock})
	})
}

func TestCond(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) { locktest.Cond(t, lock) })
}

func TestCopylocks(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) { locktest.Copylocks(t, lock) })
}

func TestGCLatency(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) {
		locktest.GCLatency(t, lock, lock, readers{lock}, readers{lock})
	})
}

func TestNeighbours(t *testing.T) {
	locktest.Neighbours[RWBias](t)
	locktest.Neighbours[RWBroadcast](t)
	locktest.Neighbours[RWXadd](t)
	locktest.Neighbours[QRW2013](t)
	locktest.Neighbours[QRW2015](t)
	locktest.Neighbours[QRW2015Word](t)
}

func TestSizes(t *testing.T) {
	for name, sizes := range map[string][2]uintptr{
		"RWBias":      {unsafe.Sizeof(RWBias{}), 4},
		"RWBroadcast": {unsafe.Sizeof(RWBroadcast{}), 4},
		"RWXadd":      {unsafe.Sizeof(RWXadd{}), 4},
		"QRW2013":     {unsafe.Sizeof(QRW2013{}), 8},
		"QRW2015":     {unsafe.Sizeof(QRW2015{}), 8},
		"QRW2015Word": {unsafe.Sizeof(QRW2015Word{}), 8},
	} {
		if sizes[0] != sizes[1] {
			t.Errorf("a %s has %d bytes, want %d", name, sizes[0], sizes[1])
		}
	}
}

func TestMisuse(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) {
		t.Run("Unlock", func(t *testing.T) { locktest.Misuse(t, "Unlock of an unlocked", lock.Unlock) })
		t.Run("RUnlock", func(t *testing.T) { locktest.Misuse(t, "RUnlock of an unlocked", lock.RUnlock) })
		t.Run("Unlock by a reader", func(t *testing.T) {
			locktest.Misuse(t, "Unlock of an unlocked", func() {
				lock.RLock()
				lock.Unlock()
			})
		})
		t.Run("RUnlock by a writer", func(t *testing.T) {
			locktest.Misuse(t, "RUnlock of an unlocked", func() {
				lock.Lock()
				lock.RUnlock()
			})
		})
	})
	t.Run("QRW2013 overflow", func(t *testing.T) {
		locktest.Misuse(t, "overflow", func() { (&QRW2013{word: 0xffff << readerShift2013}).RLock() })
	})
	t.Run("QRW2015 overflow", func(t *testing.T) {
		locktest.Misuse(t, "overflow", func() { (&QRW2015{word: 0xffffff << readerShift2015}).RLock() })
	})
}

func TestNoRace(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) {
		locktest.NoRaceReported(t, func() {
			var ended sync.WaitGroup
			data, seen := 0, make([]int, 4)
			for i := range seen {
				ended.Go(func() {
					for range 50 {
						lock.Lock()
						data++
						lock.Unlock()
						lock.RLock()
						seen[i] = data
						lock.RUnlock()
					}
				})
			}
			ended.Wait()
		})
	})
}

// Readers do not order each other.
func TestRace(t *testing.T) {
	forEach(t, func(t *testing.T, lock locktest.TryRWLocker) {
		locktest.RaceReported(t, func() {
			data, done := 0, make(chan struct{})
			write := func() {
				lock.RLock()
				data++
				lock.RUnlock()
			}
			go func() {
				defer close(done)
				write()
			}()
			time.Sleep(time.Millisecond) // one after the other, so that an order would hide the race
			write()
			<-done
		})
	})
}

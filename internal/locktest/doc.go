// Package locktest holds the tests that every lock must pass. A lock's own test file calls each function with a lock
// of its type:
//
//	func TestExclusion(t *testing.T) { locktest.Exclusion(t, new(Mutex)) }
//	func TestMisuse(t *testing.T)    { locktest.Misuse(t, "unlocked", func() { new(Mutex).Unlock() }) }
//
// Some tests start the test binary again and look at how that process ends; package testenv says how that works under an
// emulator.
//
// With testing.Short, which the emulated runs use, every test is cut down to a fraction of its length.
package locktest

import "sync"

// TryLocker is a lock that can be tried.
type TryLocker interface {
	sync.Locker
	TryLock() bool
}

// RWLocker is a lock for readers and writers.
type RWLocker interface {
	sync.Locker
	RLock()
	RUnlock()
}

// TryRWLocker is a lock for readers and writers that both can try.
type TryRWLocker interface {
	RWLocker
	TryLock() bool
	TryRLock() bool
}

// readerSide is the Locker of a lock's readers.
type readerSide struct{ RWLocker }

func (r readerSide) Lock()   { r.RLock() }
func (r readerSide) Unlock() { r.RUnlock() }

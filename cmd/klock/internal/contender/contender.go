// Package contender lists the locks that the benchmark and the torture compare, behind one interface.
package contender

import (
	"slices"
	"strings"
)

// Lock is what a goroutine of the workload needs of a lock. A lock without a shared mode takes the exclusive one in
// RLock.
type Lock interface {
	Lock()
	Unlock()
	RLock()
	RUnlock()
}

// Data is what a lock protects: a value for the sections to compute with and a plain count of writes, which comes out
// short when two writers were inside together.
type Data struct {
	Value  uint64
	Writes uint64
}

// Instance is one lock with its data in both places.
type Instance struct {
	// Handle returns the lock as one goroutine uses it. Handles differ where a lock hands out tokens.
	Handle func() Lock
	// Own lies right behind the lock's words, in their cache line as far as they leave room; Other lies in another
	// line.
	Own, Other *Data
}

// Contender is a kind of lock.
type Contender struct {
	Name string
	// Peer says that it is not of this project, so that the project's locks are measured against it.
	Peer bool
	// Exclusive says that it has no shared mode: its readers exclude each other.
	Exclusive bool
	New       func() Instance
	// Pairs are loops over one uncontended pair of calls, on the concrete type so that what inlines for a user
	// inlines here.
	Pairs Pairs
}

// placed lays out a lock and its data. The tail makes the allocation so large that the allocator aligns it to 128
// bytes.
type placed[L any] struct {
	lock  L
	own   Data
	_     [128]byte
	other Data
	_     [1024]byte
}

// place returns a constructor for a lock whose zero value is ready and whose handle is the lock itself.
func place[L any, P interface {
	*L
	Lock
}]() func() Instance {
	return func() Instance {
		m := new(placed[L])
		lock := P(&m.lock)
		return Instance{func() Lock { return lock }, &m.own, &m.other}
	}
}

// apart returns an instance of a lock that is not a zero value and so has a place of its own: its data always lies in
// another line.
func apart(handle func() Lock) Instance {
	data := new(placed[struct{}])
	return Instance{handle, &data.other, &data.other}
}

// All returns every contender in the order of the tables.
func All() []Contender { return slices.Concat(Default(), family(), seeds()) }

// Current returns all but the locks of the past.
func Current() []Contender { return slices.Concat(Default(), family()) }

// Default returns the contenders that the matrix compares unless it is told which.
func Default() []Contender { return slices.Concat(peers(), ours()) }

// Names returns the names of contenders.
func Names(contenders []Contender) []string {
	var names []string
	for _, c := range contenders {
		names = append(names, c.Name)
	}
	return names
}

// Find returns the contender of that name; upper and lower case are the same.
func Find(name string) (Contender, bool) {
	for _, c := range All() {
		if strings.EqualFold(c.Name, name) {
			return c, true
		}
	}
	return Contender{}, false
}

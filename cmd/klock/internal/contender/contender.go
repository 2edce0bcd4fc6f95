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
	// Exclusive says that it is one of this project's locks without a shared mode. The matrix of reads and writes
	// leaves those out unless they are asked for.
	Exclusive bool
	// Seed says that it is a lock of the past. Those are measured only when they are asked for.
	Seed bool
	New  func() Instance
	// Pairs are loops over one uncontended pair of calls, on the concrete type so that what inlines for a user
	// inlines here.
	Pairs Pairs
}

// Pairs holds loops of n pairs of calls; nil where the lock lacks the operation.
type Pairs struct {
	Lock, RLock, TryLock func(n int)
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

// All returns every contender in the order of the tables.
func All() []Contender { return slices.Concat(peers(), ours(), family(), seeds()) }

// Names returns the names of every contender.
func Names() []string { return names(All()) }

// Current returns the contenders that are measured without being asked for.
func Current() []Contender { return slices.DeleteFunc(All(), func(c Contender) bool { return c.Seed }) }

// CurrentNames returns their names.
func CurrentNames() []string { return names(Current()) }

// SharedNames returns the names of those that have a shared mode, and of the peers.
func SharedNames() []string {
	return names(slices.DeleteFunc(Current(), func(c Contender) bool { return c.Exclusive }))
}

func names(contenders []Contender) []string {
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

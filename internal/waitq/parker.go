package waitq

import (
	"unsafe"

	"github.com/klock-go/klock"
)

const parkerSize = unsafe.Sizeof(parker{})

// The states of a parker.
const (
	noPermit uint32 = iota
	permit
	sleeping
)

// parker is a binary semaphore of one waiter. park takes the permit, sleeping until there is one; unpark gives it. A
// permit given while there is one is lost, and a permit may be left over from an earlier wait, so a waiter looks at what
// it waits for in a loop around park.
//
// It stands on a sync.Cond and not on a channel because a node is recycled: a channel made inside a testing/synctest
// bubble must not be used outside of it, and one made outside does not count as durably blocking inside. A Cond belongs
// to no bubble and blocks durably in each.
type parker struct {
	cond  condition
	state uint32
}

// gate is the Locker of a parker's Cond. Cond.Wait calls Unlock after it has joined the list of those to signal and
// before it sleeps: the moment to announce the sleeper, and to notice a permit that came before.
type gate parker

func (g *gate) Lock() {}

func (g *gate) Unlock() {
	if !klock.CompareAndSwapUint32(&g.state, noPermit, sleeping) {
		g.cond.Signal() // the permit is there: end our own sleep before it begins
	}
}

// prepare makes a new parker usable.
func (p *parker) prepare() {
	p.cond.L = (*gate)(p)
	p.cond.Signal() // lets the Cond note its address, while nobody else can see it
}

func (p *parker) park() {
	if klock.CompareAndSwapUint32(&p.state, permit, noPermit) {
		return
	}
	p.cond.Wait()
	klock.SwapUint32(&p.state, noPermit) // not a store: it must see what came before a permit that it takes away unused
}

func (p *parker) unpark() {
	if klock.SwapUint32(&p.state, permit) == sleeping {
		p.cond.Signal()
	}
}

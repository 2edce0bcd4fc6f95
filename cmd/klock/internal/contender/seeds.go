package contender

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/baseline"
)

// seeds returns the locks that the discussions of the kernel's queued locks measured. They are there to be asked for.
func seeds() []Contender {
	return []Contender{
		{Name: "baseline.RWBias", Seed: true, New: place[baseline.RWBias](), Pairs: rwBiasPairs()},
		{Name: "baseline.RWBroadcast", Seed: true, New: place[baseline.RWBroadcast]()},
		{Name: "baseline.RWXadd", Seed: true, New: place[baseline.RWXadd]()},
		{Name: "baseline.QRW2013", Seed: true, New: place[baseline.QRW2013](), Pairs: qrw2013Pairs()},
		{Name: "baseline.QRW2013Stealing", Seed: true, New: newStealing},
		{Name: "baseline.QRW2015", Seed: true, New: place[baseline.QRW2015]()},
		{Name: "baseline.QRW2015Word", Seed: true, New: place[baseline.QRW2015Word]()},
		{Name: "busy bit", Seed: true, New: place[busyBit]()},
	}
}

// newStealing makes a lock that is not its zero value, so that its data always lies in another line.
func newStealing() Instance {
	lock := baseline.NewQRW2013Stealing()
	data := new(placed[struct{}])
	return Instance{func() Lock { return lock }, &data.other, &data.other}
}

// busyBit is a bit lock whose waiters read the word in a busy loop, as the kernel's do without a conditional load.
type busyBit struct{ word uint32 }

func (b *busyBit) Lock() {
	for klock.OrUint32Acquire(&b.word, 1)&1 != 0 {
		for klock.LoadUint32Relaxed(&b.word)&1 != 0 {
		}
	}
}
func (b *busyBit) Unlock()  { klock.ClearBitsUint32Release(&b.word, 1) }
func (b *busyBit) RLock()   { b.Lock() }
func (b *busyBit) RUnlock() { b.Unlock() }

func rwBiasPairs() Pairs {
	m := new(baseline.RWBias)
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		RLock: func(n int) {
			for range n {
				m.RLock()
				m.RUnlock()
			}
		},
	}
}

func qrw2013Pairs() Pairs {
	m := new(baseline.QRW2013)
	return Pairs{
		Lock: func(n int) {
			for range n {
				m.Lock()
				m.Unlock()
			}
		},
		RLock: func(n int) {
			for range n {
				m.RLock()
				m.RUnlock()
			}
		},
	}
}

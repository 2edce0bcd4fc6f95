package contender

import (
	"github.com/klock-go/klock"
	"github.com/klock-go/klock/baseline"
)

// seeds returns the locks that the discussions of the kernel's queued locks measured. They are measured only when they
// are asked for.
func seeds() []Contender {
	return []Contender{
		{
			Name: "baseline.RWBias", New: place[baseline.RWBias](),
			Pairs: pairs(new(baseline.RWBias), rwBiasLock, rwBiasRLock, rwBiasTryLock),
		},
		{Name: "baseline.RWBroadcast", New: place[baseline.RWBroadcast]()},
		{Name: "baseline.RWXadd", New: place[baseline.RWXadd]()},
		{
			Name: "baseline.QRW2013", New: place[baseline.QRW2013](),
			Pairs: pairs(new(baseline.QRW2013), qrw2013Lock, qrw2013RLock, qrw2013TryLock),
		},
		{Name: "baseline.QRW2013Stealing", New: newStealing},
		{Name: "baseline.QRW2015", New: place[baseline.QRW2015]()},
		{Name: "baseline.QRW2015Word", New: place[baseline.QRW2015Word]()},
		{Name: "busy bit", Exclusive: true, New: place[busyBit]()},
	}
}

func newStealing() Instance {
	lock := baseline.NewQRW2013Stealing()
	return apart(func() Lock { return lock })
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

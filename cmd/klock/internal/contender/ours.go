package contender

import "github.com/klock-go/klock/qrwlock"

// ours returns the locks that the matrix is about.
func ours() []Contender {
	return []Contender{
		{Name: "qrwlock.RWMutex", New: place[qrwlock.RWMutex](), Pairs: qrwlockPairs()},
	}
}

func qrwlockPairs() Pairs {
	m := new(qrwlock.RWMutex)
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
		TryLock: func(n int) {
			for range n {
				if m.TryLock() {
					m.Unlock()
				}
			}
		},
	}
}

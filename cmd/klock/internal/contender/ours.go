package contender

import "github.com/klock-go/klock/qrwlock"

// ours returns the locks that the matrix is about.
func ours() []Contender {
	return []Contender{
		{
			Name: "qrwlock.RWMutex", New: place[qrwlock.RWMutex](),
			Pairs: pairs(new(qrwlock.RWMutex), qrwlockRWMutexLock, qrwlockRWMutexRLock, qrwlockRWMutexTryLock),
		},
		{
			Name: "qrwlock.ReaderBiased", New: place[qrwlock.ReaderBiased](),
			Pairs: pairs(new(qrwlock.ReaderBiased), qrwlockReaderBiasedLock, qrwlockReaderBiasedRLock,
				qrwlockReaderBiasedTryLock),
		},
	}
}

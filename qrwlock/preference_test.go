package qrwlock

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/endian"
)

// behindWriter has a reader hold rw and a writer wait for it, and calls test. It ends the reader after that.
func behindWriter(t *testing.T, rw tested, words *RWMutex, test func()) {
	t.Helper()
	var ended sync.WaitGroup
	rw.RLock()
	ended.Go(func() { rw.Lock(); rw.Unlock() })
	awaitReserved(t, words)
	awaitParked(t, words)
	test()
	rw.RUnlock()
	finish(t, words, &ended)
}

func TestRLockRecursive(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		behindWriter(t, rw, words, func() {
			within(t, words, "a recursive reader", start(func() { rw.RLockRecursive(); rw.RLockRecursive() }))
			rw.RUnlock()
			rw.RUnlock()
		})
	})
}

// It does wait for a writer that holds the lock.
func TestRLockRecursiveWaits(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		var ended sync.WaitGroup
		data := 0
		rw.Lock()
		for range 4 {
			ended.Go(func() {
				rw.RLockRecursive()
				if data != 1 {
					t.Error("a reader came in before the writer had left")
				}
				rw.RUnlock()
			})
		}
		time.Sleep(time.Millisecond)
		if rw.IsContended() {
			t.Error("recursive readers stand in the queue")
		}
		data = 1
		rw.Unlock()
		finish(t, words, &ended)
	})
}

// Readers of an RWMutex stand behind a writer that waits for readers; those of a ReaderBiased join the readers.
func TestReadersBehindWriter(t *testing.T) {
	t.Run("RWMutex", func(t *testing.T) {
		rw := new(RWMutex)
		var (
			ended sync.WaitGroup
			data  = 0
		)
		rw.RLock()
		enqueue(t, rw, &ended, func() {
			rw.Lock()
			data = 1
			rw.Unlock()
		}, func() {
			rw.RLock()
			if data != 1 {
				t.Error("a reader passed a writer that waits")
			}
			rw.RUnlock()
		}, func() {
			if err := rw.RLockContext(context.Background()); err != nil || data != 1 {
				t.Error("a reader with a context passed a writer that waits")
			}
			rw.RUnlock()
		}, func() {
			rw.RLocker().Lock()
			if data != 1 {
				t.Error("a reader by RLocker passed a writer that waits")
			}
			rw.RLocker().Unlock()
		})
		rw.RUnlock()
		finish(t, rw, &ended)
	})
	t.Run("ReaderBiased", func(t *testing.T) {
		rw := new(ReaderBiased)
		behindWriter(t, rw, &rw.RWMutex, func() {
			for _, acquire := range []func(){rw.RLock, rw.RLocker().Lock, func() { _ = rw.RLockContext(context.Background()) }} {
				within(t, &rw.RWMutex, "a reader that joins readers", start(acquire))
				rw.RUnlock()
			}
		})
	})
}

func TestAdmits(t *testing.T) {
	for _, test := range []struct {
		cnts                uint32
		fair, biased, first bool
	}{
		{0, true, true, true},
		{bias, true, true, true},
		{endian.MaxReaders * bias, true, true, true},
		{waiting, false, false, true},
		{bias | waiting, false, true, true},
		{locked, false, false, false},
		{locked | waiting, false, false, false},
	} {
		for p, want := range map[preference]bool{fair: test.fair, biased: test.biased, first: test.first} {
			if got := p.admits(test.cnts); got != want {
				t.Errorf("preference %d admits a reader to %#x: %v, want %v", p, test.cnts, got, want)
			}
		}
	}
}

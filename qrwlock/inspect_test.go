package qrwlock

import (
	"strings"
	"sync"
	"testing"
)

func TestString(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		expect := func(parts ...string) {
			t.Helper()
			got := rw.String()
			for _, part := range parts {
				if !strings.Contains(got, part) {
					t.Errorf("the description %q does not contain %q", got, part)
				}
			}
		}
		expect("unlocked", "nobody queued")
		rw.Lock()
		expect("locked for writing", "nobody queued")
		rw.Unlock()
		rw.RLock()
		rw.RLock()
		expect("locked for reading, readers: 2", "nobody queued")
		var ended sync.WaitGroup
		enqueue(t, words, &ended, func() { rw.Lock(); rw.Unlock() })
		awaitReserved(t, words)
		awaitParked(t, words)
		expect("readers: 2", "reserved for the head", "queued", "parked")
		rw.RUnlock()
		rw.RUnlock()
		finish(t, words, &ended)
	})
}

func TestIsContended(t *testing.T) {
	each(t, func(t *testing.T, rw tested, words *RWMutex) {
		expect := func(when string, want bool) {
			t.Helper()
			if rw.IsContended() != want {
				t.Errorf("%s IsContended is %v", when, !want)
			}
		}
		expect("unused", false)
		rw.Lock()
		expect("locked", false)
		var ended sync.WaitGroup
		enqueue(t, words, &ended, func() { rw.RLock(); rw.RUnlock() })
		expect("with a waiter", true)
		rw.Unlock()
		finish(t, words, &ended)
		expect("when all have left", false)
	})
}

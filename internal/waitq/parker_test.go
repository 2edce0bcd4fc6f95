package waitq_test

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/waitq"
)

// A permit that was given before ends the next wait, and two that were given end one.
func TestPermit(t *testing.T) {
	s := waitq.NewSemaphore()
	s.Unpark()
	s.Unpark()
	s.Park()
	var ended sync.WaitGroup
	ended.Go(s.Park)
	locktest.Eventually(t, "a sleeper", s.Sleeping)
	if s.Parks.Load() != 1 {
		t.Error("two permits in a row ended two waits")
	}
	s.Unpark()
	ended.Wait()
}

// Two waiters that wake each other in turns lose no permit.
func TestPermitIsNeverLost(t *testing.T) {
	one, other := waitq.NewSemaphore(), waitq.NewSemaphore()
	rounds := scaled(40_000)
	var ended sync.WaitGroup
	ended.Go(func() {
		for range rounds {
			one.Park()
			other.Unpark()
		}
	})
	for range rounds {
		one.Unpark()
		other.Park()
	}
	ended.Wait()
}

// A parker that was used in one bubble works in the next, and outside, and blocks durably in each.
func TestParkerBelongsToNoBubble(t *testing.T) {
	s := waitq.NewSemaphore()
	use := func(settle func()) {
		var ended sync.WaitGroup
		ended.Go(s.Park)
		settle()
		if !s.Sleeping() {
			t.Error("the waiter does not sleep")
		}
		s.Unpark()
		ended.Wait()
	}
	inBubble := func(*testing.T) { use(synctest.Wait) }
	outside := func() { use(func() { locktest.Eventually(t, "a sleeper", s.Sleeping) }) }
	outside()
	synctest.Test(t, inBubble)
	outside()
	synctest.Test(t, inBubble)
}

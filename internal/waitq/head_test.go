package waitq_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/locktest"
	"github.com/klock-go/klock/internal/race"
	"github.com/klock-go/klock/internal/waitq"
)

// A waiter whose context ends while somebody who has claimed its node has yet to decide on it does not sleep through that: it
// gives up as soon as it is the head.
func TestCancelWhileClaimed(t *testing.T) {
	for _, test := range []struct {
		name   string
		decide func(n *waitq.Node, q *uint32)
		want   waitq.Outcome
	}{
		{"Publish", (*waitq.Node).Publish, waitq.Head},
		{"Rouse", (*waitq.Node).Rouse, waitq.Head},
		{"Grant", func(n *waitq.Node, _ *uint32) { n.Grant() }, waitq.Granted},
	} {
		t.Run(test.name, func(t *testing.T) {
			var q uint32
			ctx, cancel := context.WithCancel(context.Background())
			outcome := make(chan waitq.Outcome)
			race.Disable()
			n := queueTwo(&q)
			race.Enable()
			var ready sync.WaitGroup
			ready.Add(1)
			go func() {
				race.Disable()
				stop := n.Watch(ctx)
				race.Enable()
				ready.Done()
				race.Disable()
				got := n.Wait(&q, ctx)
				stop()
				race.Enable()
				outcome <- got
			}()
			ready.Wait()
			cancel()
			select {
			case got := <-outcome:
				t.Fatalf("a waiter that was claimed returned %v before anybody had decided on it", got)
			case <-time.After(20 * time.Millisecond): // it has noticed by now, or does later: both must end well
			}
			race.Disable()
			test.decide(n, &q)
			race.Enable()
			select {
			case got := <-outcome:
				if got != test.want {
					t.Errorf("a waiter that was claimed and cancelled returned %v, want %v", got, test.want)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("a waiter that was claimed when its context ended sleeps on")
			}
			race.Disable()
			if test.want == waitq.Head {
				n.Leave(&q)
			} else {
				waitq.Put(n)
			}
			race.Enable()
		})
	}
	locktest.Eventually(t, "an empty table", func() bool { return waitq.Heads() == 0 })
}

// queueTwo lets two waiters join q, and the first leave again. It returns the second, claimed.
func queueTwo(q *uint32) *waitq.Node {
	first, second := waitq.Get(waitq.Writer), waitq.Get(waitq.Writer)
	first.Join(q)
	second.Join(q)
	return first.Leave(q)
}

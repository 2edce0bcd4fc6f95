// Package mutex is the mutex in one queue word that qspinlock and osq share: everything but how an arriving goroutine
// spins before it queues.
//
// The lock's own bits in the queue word of package waitq, by value:
//
//	31, 30     29   12   11   10, 9    8     7      0
//	+--------+--------+------+-------+------+--------+
//	| waitq's|  tail  | rese |waitq's| pend-| locked |
//	|  flags |        | rved | flags |  ing |        |
//	+--------+--------+------+-------+------+--------+
//
// locked is 1 while somebody holds the lock. The other two say who holds it next; nobody else takes a free lock then:
//
//	pending    an arriving goroutine that spins and has no node. Set and cleared by that goroutine alone, and set only
//	           while nobody queues.
//	reserved   the head of the queue. Set by a head that is awake, and by a release that finds a head asleep that was
//	           passed over for a turn. Cleared by the head: when it takes the lock, gives up or goes to sleep.
//
// When both are set pending comes first.
//
//	fast path        0                    ──▶ locked
//	steal            neither of the three ──▶ locked
//	pending's owner  pending, not locked  ──▶ locked
//	the head         not locked, pending  ──▶ locked, the next waiter published as the head
//	release          locked               ──▶ not locked; a head asleep is woken or counts
//
// # Fairness
//
// Waiters in the queue are served in the order in which they came. A free lock may be taken ahead of them, but only
// while the head is not awake, and only for a turn: then it is reserved for the head. A goroutine that
// comes while others wait may thus be lucky; it cannot be unlucky for longer than those before it need.
package mutex

import "github.com/klock-go/klock/internal/waitq"

// The lock's own bits.
const (
	Locked     = 1
	LockedMask = 0xff
	Pending    = 1 << 8
	Reserved   = 1 << 11

	// Release is what a release adds to the word.
	Release = ^uint32(Locked - 1)

	// Unavailable is what keeps an arriving goroutine from taking the lock.
	Unavailable = LockedMask | Pending | Reserved
	// unavailableToHead is what keeps the head from taking it.
	unavailableToHead = LockedMask | Pending
	// ReleaseSlow is what the word must not hold after the fast path of a release: misuse has wrapped locked around, or
	// a head does not run. One that is awake has reserved the lock.
	ReleaseSlow = LockedMask | waitq.Asleep
)

// Contended says whether anybody waits for a lock with that word.
func Contended(word uint32) bool { return !waitq.Empty(word) || word&(Pending|waitq.Spinning) != 0 }

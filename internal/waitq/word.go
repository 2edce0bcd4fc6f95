package waitq

// The queue word, by value:
//
//	  31     30   29               12  11    10       9       8            0
//	+------+-----+--------------------+---+--------+---------+---------------+
//	|Asleep|Woken|   tail (18 bits)   |own|Spinning|Contended|  lock's own   |
//	+------+-----+--------------------+---+--------+---------+---------------+
//
// tail is the index of the last node in the queue, 0 when the queue is empty. Asleep and Woken describe the head; when
// neither is set there is none:
//
//	   publish              a release              the head runs
//	0 ─────────▶ Asleep ───────────────▶ Asleep|Woken ──────────▶ Woken ──────▶ 0
//	               ▲ └──────────────────────────────────────────▶ ▲ │    leave
//	               │    the head runs: its context is done, or    │ │
//	               │    the lock was free after all               │ │
//	               └──────────────────────────────────────────────┼─┘
//	0 ────────────────────────────────────────────────────────────┘  the head sleeps
//	    join
//
// A release must not ignore a head, not even one that is awake: its thread may be without a processor. It wakes the head
// or counts itself.
const (
	// Asleep: the head does not run.
	Asleep = 1 << 31
	// Woken: the head was woken, or never slept.
	Woken = 1 << 30
	// HasHead is set in part as long as the queue has a head.
	HasHead = Asleep | Woken
	// Spinning: one arriving waiter is awake and looks at the lock again before it joins the queue.
	Spinning = 1 << 10
	// Contended: a release exchanges instead of storing. It is set whenever somebody relies on being woken.
	Contended = 1 << 9

	tailShift = 12
	tailMask  = maxNodes << tailShift
)

// maxNodes is the number of node indices that a tail can name, without the 0 that names none.
const maxNodes = 1<<18 - 1

// Empty says whether the queue of a word with this value has no waiter.
func Empty(word uint32) bool { return word&tailMask == 0 }

// Tail returns the index of the last node in the queue of a word with this value, or 0.
func Tail(word uint32) uint32 { return word & tailMask >> tailShift }

// Parked says whether the head sleeps and nobody has woken it.
func Parked(word uint32) bool { return word&(Asleep|Woken) == Asleep }

// Describe describes the queue of a word with this value, as the end of a sentence.
func Describe(word uint32) string {
	switch {
	case Empty(word):
		return ", nobody queued"
	case Parked(word):
		return ", queued waiters, the first parked"
	case word&Asleep != 0:
		return ", queued waiters, the first woken"
	}
	return ", queued waiters, the first awake"
}

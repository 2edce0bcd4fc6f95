package waitq

// The queue word, by value:
//
//	 31                14  13  12 11 10 9  8            0
//	+--------------------+---+--+--+--+--+---------------+
//	|   tail (18 bits)   |own|Sp|Co|Wo|Pa|  lock's own   |
//	+--------------------+---+--+--+--+--+---------------+
//
// tail is the index of the last node in the queue, 0 when the queue is empty. Of the head's two flags at most one is
// set; when neither is, the head is awake or the queue is empty:
//
//	          publish                     release
//	awake ───────────────▶ Parked ───────────────────▶ Woken
//	  ▲                       │                          │
//	  └───────────────────────┴──────────────────────────┘
//	                     the head runs
const (
	// Parked: the head sleeps, or is about to, and is found by the table; a release that sees the flag wakes it.
	Parked = 1 << 9
	// Woken: the head was woken and has not run yet; a release that sees the flag counts itself.
	Woken = 1 << 10
	// Contended: a release exchanges instead of storing. It is set whenever Parked is relied on.
	Contended = 1 << 11
	// Spinning: one arriving waiter is awake and looks at the lock again before it joins the queue.
	Spinning = 1 << 12
	// Attention is what a release must not ignore.
	Attention = Parked | Woken

	tailShift = 14
	tailMask  = ^uint32(1<<tailShift - 1)
)

// maxNodes is the number of node indices that a tail can name, without the 0 that names none.
const maxNodes = 1<<(32-tailShift) - 1

// Empty says whether the queue of a word with this value has no waiter.
func Empty(word uint32) bool { return word&tailMask == 0 }

// Tail returns the index of the last node in the queue of a word with this value, or 0.
func Tail(word uint32) uint32 { return word >> tailShift }

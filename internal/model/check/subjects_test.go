//go:build klock_model

package check

import (
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/baseline"
	"github.com/klock-go/klock/bitlock"
	"github.com/klock-go/klock/internal/model"
	"github.com/klock-go/klock/internal/numa"
	"github.com/klock-go/klock/internal/waitq"
	"github.com/klock-go/klock/osq"
	"github.com/klock-go/klock/qrwlock"
	"github.com/klock-go/klock/qspinlock"
	"github.com/klock-go/klock/ticket"
)

func locks() []lockUnderTest {
	return []lockUnderTest{
		{"qrwlock.RWMutex", rwMutex, readersAndWritersQueued},
		{"qrwlock.ReaderBiased", readerBiased, readersBiased},
		{"waitq nodes", nodes, []client{
			{programs: "GG|GG"},
			{programs: "HG|HG", quick: 4, long: 5},
			{programs: "H|H", quick: 7, long: 9},
			{programs: "H|G|G", quick: 3, long: 4},
		}},
		{"qspinlock.Mutex", spinMutex, queuedMutex},
		{"qspinlock.NUMAMutex", numaMutex, queuedMutex},
		{"osq.Queue", osqQueue, spinQueue},
		{"osq.NUMAQueue", osqNUMAQueue, []client{
			{programs: "W|W|W", quick: 4, long: 6, config: stoppable},
			{programs: "W|S|W", quick: 4, long: 6, config: stoppable},
			{programs: "W|W|W|W", quick: 3, long: 4, config: stoppable},
			{programs: "W|W|S|W", quick: 3, long: 4, config: stoppable},
		}},
		{"osq.Mutex", osqMutex, queuedMutex},
		{"osq.NUMAMutex", osqNUMAMutex, queuedMutex},
		{"ticket.Mutex", ticketMutex, []client{
			{programs: "W|W"},
			{programs: "WW|WW"},
			{programs: "T|T", final: someWrite},
			{programs: "WT|TW"},
			{programs: "W|W|W"},
			{programs: "WT|TW|W"},
			{programs: "WW|WW|WW"},
		}},
		{"bitlock 32", bitlock32, []client{
			{programs: "W|W"},
			{programs: "WW|WW"},
			{programs: "T|T", final: someWrite},
			{programs: "WN|NW"},
			{programs: "WT|O", final: someWrite},
			{programs: "W|W|O"},
			{programs: "W|W|W"},
			{programs: "WW|WW|WW"},
		}},
		{"bitlock 64", bitlock64, []client{
			{programs: "WW|WW"},
			{programs: "WT|O", final: someWrite},
		}},
		{"baseline.RWBias", rwBias, readersAndWriters},
		{"baseline.RWBroadcast", rwBroadcast, readersAndWriters},
		{"baseline.RWXadd", rwXadd, slices.Concat(readersAndWriters, unfairReaders)},
		{"baseline.QRW2013", qrw2013, readersAndWritersPolled},
		{"baseline.QRW2013 stealing", qrw2013Stealing, readersAndWritersPolled},
		{"baseline.QRW2015", qrw2015, readersAndWritersPolled},
		{"baseline.QRW2015Word", qrw2015Word, readersAndWritersPolled},
	}
}

// readersAndWritersQueued are the clients of package qrwlock.
var readersAndWritersQueued = []client{
	{programs: "W|W", quick: 5, long: 7},
	{programs: "W|R", quick: 5, long: 7},
	{programs: "R|W", quick: 5, long: 7},
	{programs: "D|R", quick: 4, long: 6},
	{programs: "D|W", quick: 4, long: 6},
	{programs: "V|W", quick: 4, long: 6},
	{programs: "WW|W", quick: 3, long: 5},
	{programs: "Wt|RT", quick: 3, long: 5},
	{programs: "W|W", quick: 4, long: 6, config: model.Config{Refusals: 1}},
	{programs: "WW|W", quick: 3, long: 5, config: model.Config{Release: model.WithExchange}},
	{programs: "D|W", quick: 4, long: 6, config: model.Config{Release: model.WithExchange}},
	{programs: "WW|W", quick: 3, long: 5, config: model.Config{Release: model.Ordered}},
	{programs: "D|W", quick: 4, long: 6, config: model.Config{Release: model.Ordered}},
	{programs: "W|C|X", quick: 3, long: 5},
	{programs: "W|c|X", quick: 3, long: 5},
	{programs: "R|C|X", quick: 3, long: 5},
	{programs: "W|R|R", quick: 3, long: 4},
	{programs: "R|W|R", quick: 3, long: 5},
	{programs: "WR|RW|W", quick: 1, long: 3},
	{programs: "Y|C|W", quick: 2, long: 4},
	{programs: "Y|c|W", quick: 2, long: 4},
	{programs: "Y|W|C", quick: 2, long: 4},
	{programs: "W|C|R|X", quick: 2, long: 3},
	{programs: "W|R", quick: 4, long: 6, config: model.Config{Refusals: 1}},
	{programs: "D|R", quick: 4, long: 6, config: model.Config{Refusals: 1}},
	{programs: "V|W", quick: 4, long: 6, config: model.Config{Refusals: 1}},
	{programs: "D|R|R", quick: 3, long: 4},
	{programs: "D|R|W", quick: 2, long: 4},
	{programs: "D|W|R", quick: 2, long: 4},
	{programs: "V|R|W", quick: 3, long: 4},
	{programs: "Y|c|R", quick: 3, long: 4},
	{programs: "Y|R|c", quick: 3, long: 4},
	{programs: "Y|C|R", quick: 3, long: 5},
	{programs: "R|W|c|X", quick: 2, long: 3},
	{programs: "W|R|c|X", quick: 2, long: 3},
	{programs: "W|c|R|X", quick: 2, long: 3},
	{programs: "W|R|W|R", quick: 2, long: 3},
	{programs: "W|R|R|W", quick: 2, long: 3},
	{programs: "WR|R|W", quick: 2, long: 4},
	{programs: "P|M|M", quick: 3, long: 4},
	{programs: "W|W|R", quick: 3, long: 4},
	{programs: "W|W|W", quick: 4, long: 5},
}

// readersBiased are those of its type with biased readers, which differs in RLock alone.
var readersBiased = []client{
	{programs: "W|R", quick: 5, long: 7},
	{programs: "R|W", quick: 5, long: 7},
	{programs: "D|R", quick: 4, long: 6},
	{programs: "W|c|X", quick: 3, long: 5},
	{programs: "W|W|R", quick: 2, long: 4},
	{programs: "W|R|R", quick: 2, long: 4},
	{programs: "R|W|R", quick: 2, long: 4},
}

// queuedMutex are the clients of the queued mutexes.
var queuedMutex = []client{
	{programs: "W|W"},
	{programs: "WW|W", quick: 3, long: 5},
	{programs: "WT|TW", quick: 4, long: 6},
	{programs: "W|C|X", quick: 4, long: 6},
	{programs: "Y|C|W", quick: 2, long: 4},
	{programs: "W|W|W", quick: 2, long: 4},
	{programs: "W|WT|W", quick: 2, long: 4},
	{programs: "WW|WW|W", quick: 1, long: 3},
	{programs: "W|W|W|W", quick: 1, long: 3},
	{programs: "W|W|C|X", quick: 2, long: 4},
	{programs: "W|C|W|X", quick: 2, long: 4},
}

// stoppable has one timed wait of each goroutine end by choice, which is when a waiter of a spin queue asks whether to stop.
var stoppable = model.Config{Timeouts: 1}

// spinQueue are the clients of the queue whose waiters may give up.
var spinQueue = []client{
	{programs: "W|W"},
	{programs: "WW|W", quick: 5, long: 7},
	{programs: "W|S", config: stoppable},
	{programs: "WS|SW", quick: 4, long: 6, config: stoppable},
	{programs: "W|W|W", quick: 4, long: 6},
	{programs: "W|S|W", quick: 3, long: 6, config: stoppable},
	{programs: "W|W|S", quick: 3, long: 6, config: stoppable},
	{programs: "W|S|S", quick: 3, long: 6, config: stoppable},
	{programs: "W|W|S|W", quick: 4, long: 5, config: stoppable},
	{programs: "W|W|S|S", quick: 4, long: 5, config: stoppable},
}

// readersAndWriters are the clients of the baselines without a queue.
var readersAndWriters = []client{
	{programs: "W|W"},
	{programs: "W|R"},
	{programs: "R|R"},
	{programs: "Wt|RT"},
	{programs: "WW|RR"},
	{programs: "T|T|t"},
	{programs: "W|W|R"},
	{programs: "W|R|R"},
	{programs: "WR|RW|R", quick: 6},
	{programs: "W|W|R|R", quick: 6, long: 9},
}

// readersAndWritersPolled are those of the baselines with one.
var readersAndWritersPolled = []client{
	{programs: "W|W"},
	{programs: "W|R"},
	{programs: "R|R"},
	{programs: "Wt|RT"},
	{programs: "WW|RR", quick: 5},
	{programs: "T|T|t"},
	{programs: "W|W|R", quick: 6},
	{programs: "W|R|R", quick: 6},
	{programs: "WR|RW|R", quick: 4, long: 6},
	{programs: "W|W|R|R", quick: 4, long: 6},
}

var unfairReaders = []client{
	{programs: "W|U"},
	{programs: "R|W|U"},
	{programs: "W|W|U"},
}

// mutex is the subject of a lock that only excludes.
func mutex(section *model.Section, lock, unlock func(), try func() bool) subject {
	return subject{
		'W': func() int {
			lock()
			section.Write()
			unlock()
			return 1
		},
		'T': func() int {
			if !try() {
				return 0
			}
			section.Write()
			unlock()
			return 1
		},
	}
}

func ticketMutex(r *model.Run, section *model.Section) subject {
	m := new(ticket.Mutex)
	r.Name(unsafe.Pointer(m), unsafe.Sizeof(*m), "mutex")
	return mutex(section, m.Lock, m.Unlock, m.TryLock)
}

func bitlock32(r *model.Run, section *model.Section) subject {
	const (
		bit       bitlock.Bit32 = 1 << 7
		neighbour               = 1 << 8
	)
	word := new(uint32)
	r.Name(unsafe.Pointer(word), 4, "word")
	s := mutex(section,
		func() { bit.Lock(word) }, func() { bit.Unlock(word) }, func() bool { return bit.TryLock(word) })
	s['N'] = func() int {
		bit.Lock(word)
		section.Write()
		bit.UnlockNonAtomic(word)
		return 1
	}
	s['O'] = func() int {
		klock.OrUint32Relaxed(word, neighbour)
		model.Assert(klock.AndUint32Relaxed(word, ^uint32(neighbour))&neighbour != 0, "the neighbouring bit was lost")
		return 0
	}
	return s
}

func bitlock64(r *model.Run, section *model.Section) subject {
	const (
		bit       bitlock.Bit64 = 1 << 40
		neighbour               = 1 << 7
	)
	word := new(uint64)
	r.Name(unsafe.Pointer(word), 8, "word")
	s := mutex(section,
		func() { bit.Lock(word) }, func() { bit.Unlock(word) }, func() bool { return bit.TryLock(word) })
	s['O'] = func() int {
		klock.OrUint64Relaxed(word, neighbour)
		model.Assert(klock.AndUint64Relaxed(word, ^uint64(neighbour))&neighbour != 0, "the neighbouring bit was lost")
		return 0
	}
	return s
}

// makeNodes sees to it that the slab has nodes: they are made before the exploration, in real memory.
func makeNodes() { waitq.Put(waitq.Get(waitq.Writer)) }

// readWriteLock is what a reader-writer lock of the module can do at least.
type readWriteLock interface {
	sync.Locker
	RLock()
	RUnlock()
	TryLock() bool
	TryRLock() bool
}

func readWrite(section *model.Section, l readWriteLock) subject {
	s := mutex(section, l.Lock, l.Unlock, l.TryLock)
	s['R'] = func() int {
		l.RLock()
		section.Read()
		l.RUnlock()
		return 0
	}
	s['t'] = func() int {
		if l.TryRLock() {
			section.Read()
			l.RUnlock()
		}
		return 0
	}
	return s
}

func rwMutex(r *model.Run, section *model.Section) subject {
	rw := new(qrwlock.RWMutex)
	r.Name(unsafe.Pointer(rw), 4, "cnts")
	r.Name(unsafe.Add(unsafe.Pointer(rw), 4), 4, "queue")
	return queuedReadWrite(r, section, rw, rw)
}

func readerBiased(r *model.Run, section *model.Section) subject {
	rw := new(qrwlock.ReaderBiased)
	r.Name(unsafe.Pointer(rw), 4, "cnts")
	r.Name(unsafe.Add(unsafe.Pointer(rw), 4), 4, "queue")
	return queuedReadWrite(r, section, rw, &rw.RWMutex)
}

// queuedReadWriteLock is what the locks of package qrwlock can do.
type queuedReadWriteLock interface {
	readWriteLock
	Downgrade()
	RLockRecursive()
	LockContext(context.Context) error
	RLockContext(context.Context) error
}

// queuedReadWrite is the subject of rw, which is made of words. In the end nobody may have left a share or Waiting in it, or
// stand in its queue.
func queuedReadWrite(r *model.Run, section *model.Section, rw queuedReadWriteLock, words *qrwlock.RWMutex) subject {
	makeNodes()
	s := readWrite(section, rw)
	s[atEnd] = func() int {
		cnts := klock.LoadUint32((*uint32)(unsafe.Pointer(words)))
		model.Assert(cnts == 0, "nobody is left, and the word is %#x", cnts)
		model.Assert(!words.IsContended(), "nobody is left, and the queue is not empty")
		return 0
	}
	s['D'] = func() int {
		rw.Lock()
		section.Write()
		written := section.Written()
		rw.Downgrade()
		section.Read()
		model.Assert(section.Written() == written, "a writer came in while the lock was downgraded")
		rw.RUnlock()
		return 1
	}
	s['V'] = func() int {
		rw.RLock()
		rw.RLockRecursive()
		section.Read()
		rw.RUnlock()
		rw.RUnlock()
		return 0
	}
	// Readers that no writer bars hold the lock together: each may wait for the other inside.
	invite, inside := new(uint32), new(uint32)
	r.Name(unsafe.Pointer(invite), 4, "invite")
	r.Name(unsafe.Pointer(inside), 4, "inside")
	isOne := func(n uint32) bool { return n == 1 }
	isTwo := func(n uint32) bool { return n == 2 }
	s['P'] = func() int {
		rw.Lock()
		section.Write()
		klock.StoreUint32(invite, 1)
		rw.Unlock()
		return 1
	}
	s['M'] = func() int {
		klock.CondLoadUint32(invite, isOne)
		rw.RLock()
		section.Read()
		klock.AddUint32(inside, 1)
		klock.CondLoadUint32(inside, isTwo)
		rw.RUnlock()
		return 0
	}
	ctx := cancellable(s, section, rw)
	s['c'] = func() int {
		if err := rw.RLockContext(ctx); err != nil {
			return 0
		}
		section.Read()
		rw.RUnlock()
		return 0
	}
	return s
}

// contextLocker is a lock that can be waited for with a context.
type contextLocker interface {
	sync.Locker
	LockContext(context.Context) error
}

// cancellable adds the operations of a lock that take a context, and those that end it.
func cancellable(s subject, section *model.Section, l contextLocker) *model.Context {
	ctx := new(model.Context)
	s['C'] = func() int {
		if l.LockContext(ctx) != nil {
			return 0
		}
		section.Write()
		l.Unlock()
		return 1
	}
	s['X'] = func() int {
		ctx.Cancel()
		return 0
	}
	s['Y'] = func() int {
		l.Lock()
		section.Write()
		ctx.Cancel()
		l.Unlock()
		return 1
	}
	return ctx
}

func spinMutex(r *model.Run, section *model.Section) subject {
	m := new(qspinlock.Mutex)
	r.Name(unsafe.Pointer(m), unsafe.Sizeof(*m), "mutex")
	return cancellableMutex(section, m)
}

func numaMutex(r *model.Run, section *model.Section) subject {
	pretendNodes()
	m := new(qspinlock.NUMAMutex)
	r.Name(unsafe.Pointer(m), unsafe.Sizeof(*m), "mutex")
	return cancellableMutex(section, m)
}

// stoppableQueue is what the spin queues can do.
type stoppableQueue interface {
	Lock(stop func() bool) bool
	Unlock()
	IsLocked() bool
}

// spinning is the subject of a spin queue.
func spinning(section *model.Section, q stoppableQueue) subject {
	makeNodes()
	lock := func(stop func() bool) int {
		if !q.Lock(stop) {
			return 0
		}
		section.Write()
		q.Unlock()
		return 1
	}
	return subject{
		'W': func() int { return lock(nil) },
		'S': func() int { return lock(func() bool { return true }) },
		atEnd: func() int {
			model.Assert(!q.IsLocked(), "nobody is left, and the queue is not empty")
			return 0
		},
	}
}

func osqQueue(r *model.Run, section *model.Section) subject {
	q := new(osq.Queue)
	r.Name(unsafe.Pointer(q), unsafe.Sizeof(*q), "queue")
	return spinning(section, q)
}

// pretendNodes makes a machine with two memory nodes, where neighbouring goroutines run on different ones.
func pretendNodes() { numa.Pretend(func() uint32 { return uint32(model.Goroutine() % 2) }) }

func osqNUMAQueue(r *model.Run, section *model.Section) subject {
	pretendNodes()
	q := new(osq.NUMAQueue)
	r.Name(unsafe.Pointer(q), unsafe.Sizeof(*q), "queue")
	return spinning(section, q)
}

// sleepingMutex is a mutex that can be waited for with a context.
type sleepingMutex interface {
	contextLocker
	TryLock() bool
	IsContended() bool
}

func cancellableMutex(section *model.Section, m sleepingMutex) subject {
	makeNodes()
	s := mutex(section, m.Lock, m.Unlock, m.TryLock)
	cancellable(s, section, m)
	s[atEnd] = func() int {
		model.Assert(!m.IsContended(), "nobody is left, and somebody is said to wait")
		return 0
	}
	return s
}

func osqMutex(r *model.Run, section *model.Section) subject {
	m := new(osq.Mutex)
	r.Name(unsafe.Pointer(m), 4, "mutex")
	r.Name(unsafe.Add(unsafe.Pointer(m), 4), 4, "spins")
	return cancellableMutex(section, m)
}

func osqNUMAMutex(r *model.Run, section *model.Section) subject {
	pretendNodes()
	m := new(osq.NUMAMutex)
	r.Name(unsafe.Pointer(m), 4, "mutex")
	r.Name(unsafe.Add(unsafe.Pointer(m), 4), 4, "spins")
	return cancellableMutex(section, m)
}

// nodes is the slab of waitq: nobody may get a node that another has.
func nodes(*model.Run, *model.Section) subject {
	makeNodes()
	hold := func(n int) int {
		all := make([]*waitq.Node, n)
		for i := range all {
			all[i] = waitq.Get(waitq.Writer)
		}
		for _, n := range all {
			waitq.Put(n)
		}
		return 0
	}
	return subject{
		'G': func() int { return hold(1) },
		'H': func() int { return hold(2) },
	}
}

func rwBias(r *model.Run, section *model.Section) subject {
	l := new(baseline.RWBias)
	r.Name(unsafe.Pointer(l), unsafe.Sizeof(*l), "lock")
	return readWrite(section, l)
}

func rwBroadcast(r *model.Run, section *model.Section) subject {
	l := new(baseline.RWBroadcast)
	r.Name(unsafe.Pointer(l), unsafe.Sizeof(*l), "lock")
	return readWrite(section, l)
}

func rwXadd(r *model.Run, section *model.Section) subject {
	l := new(baseline.RWXadd)
	r.Name(unsafe.Pointer(l), unsafe.Sizeof(*l), "lock")
	s := readWrite(section, l)
	s['U'] = func() int {
		l.RLockUnfair()
		section.Read()
		l.RUnlock()
		return 0
	}
	return s
}

func qrw2013(r *model.Run, section *model.Section) subject {
	l := baseline.NewQRW2013()
	return queued(r, section, unsafe.Pointer(l), l)
}

func qrw2013Stealing(r *model.Run, section *model.Section) subject {
	l := baseline.NewQRW2013Stealing()
	return queued(r, section, unsafe.Pointer(l), l)
}

func qrw2015(r *model.Run, section *model.Section) subject {
	l := new(baseline.QRW2015)
	return queued(r, section, unsafe.Pointer(l), l)
}

func qrw2015Word(r *model.Run, section *model.Section) subject {
	l := new(baseline.QRW2015Word)
	return queued(r, section, unsafe.Pointer(l), l)
}

// queued is the subject of a baseline with a queue, whose word comes second in it.
func queued(r *model.Run, section *model.Section, at unsafe.Pointer, l readWriteLock) subject {
	makeNodes()
	r.Name(at, 4, "lock")
	r.Name(unsafe.Add(at, 4), 4, "queue")
	return readWrite(section, l)
}

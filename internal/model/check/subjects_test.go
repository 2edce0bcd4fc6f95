//go:build klock_model

package check

import (
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/bitlock"
	"github.com/klock-go/klock/internal/model"
	"github.com/klock-go/klock/internal/waitq"
	"github.com/klock-go/klock/qrwlock"
	"github.com/klock-go/klock/ticket"
)

func locks() []lockUnderTest {
	return []lockUnderTest{
		{"qrwlock.RWMutex", rwMutex, []client{
			{programs: "W|W"},
			{programs: "W|R", quick: 3},
			{programs: "WW|W", quick: 2},
			{programs: "D|R", quick: 2},
			{programs: "Wt|RT", quick: 2},
			{programs: "W|W|R", quick: 1},
			{programs: "W|R|R", quick: 1},
		}},
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
	}
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

func rwMutex(r *model.Run, section *model.Section) subject {
	makeNodes()
	rw := new(qrwlock.RWMutex)
	r.Name(unsafe.Pointer(rw), 4, "cnts")
	r.Name(unsafe.Add(unsafe.Pointer(rw), 4), 4, "queue")
	s := mutex(section, rw.Lock, rw.Unlock, rw.TryLock)
	s['R'] = func() int {
		rw.RLock()
		section.Read()
		rw.RUnlock()
		return 0
	}
	s['t'] = func() int {
		if rw.TryRLock() {
			section.Read()
			rw.RUnlock()
		}
		return 0
	}
	s['D'] = func() int {
		rw.Lock()
		section.Write()
		rw.Downgrade()
		section.Read()
		rw.RUnlock()
		return 1
	}
	return s
}

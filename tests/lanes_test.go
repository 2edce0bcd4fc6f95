package tests

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/testenv"
)

// TestLanes gives every lane of a word to a goroutine of its own, all at work at once: one of them uses operations of
// the whole word, each of the others the operations of its lane's width. Nobody else changes a lane, so each owner
// knows what every operation must return, and at the end the word is what its owners' models add up to. A lane that
// loses or gains a bit by a neighbour's work, in either direction, is found.
func TestLanes(t *testing.T) {
	testLanes[uint32, uint8](t, "Uint32", "Uint8")
	testLanes[uint32, uint16](t, "Uint32", "Uint16")
	if strings.HasPrefix(runtime.GOARCH, "mips") && !strings.HasPrefix(runtime.GOARCH, "mips64") {
		return // 64-bit operations hold a lock of the runtime's there, and are atomic only against one another
	}
	testLanes[uint64, uint8](t, "Uint64", "Uint8")
	testLanes[uint64, uint16](t, "Uint64", "Uint16")
}

func testLanes[W, L word](t *testing.T, wordWidth, laneWidth string) {
	lanes := int(unsafe.Sizeof(W(0)) / unsafe.Sizeof(L(0)))
	for whole := range lanes {
		t.Run(fmt.Sprintf("%s of %s/word operations on lane %d", laneWidth, wordWidth, whole), func(t *testing.T) {
			steps := 40_000
			if testing.Short() {
				steps = 4000
			}
			if testenv.Emulated() {
				steps /= 4
			}
			word := new([2]W) // the second element is a neighbour that nobody touches
			parts := unsafe.Slice((*L)(unsafe.Pointer(word)), lanes)
			models := make([]L, lanes)
			var owners sync.WaitGroup
			for lane := range lanes {
				owners.Go(func() {
					random := rand.New(rand.NewPCG(uint64(whole), uint64(lane)))
					var err error
					if lane == whole {
						models[lane], err = ownByWord[W, L](random, functionsOf(wordWidth), &word[0], shiftOf[W, L](lane), steps)
					} else {
						models[lane], err = ownLane(random, functionsOf(laneWidth), &parts[lane], steps)
					}
					if err != nil {
						t.Errorf("lane %d: %v", lane, err)
					}
				})
			}
			owners.Wait()
			var want W
			for lane, model := range models {
				want |= W(model) << shiftOf[W, L](lane)
			}
			if word[0] != want || word[1] != 0 {
				t.Errorf("the word is %#x beside %#x, its owners' models make %#x beside 0", word[0], word[1], want)
			}
		})
	}
}

// shiftOf is the place, by value, of the lane at the given place in memory of a word.
func shiftOf[W, L word](lane int) uint {
	lanes := int(unsafe.Sizeof(W(0)) / unsafe.Sizeof(L(0)))
	if bigEndian := binary.NativeEndian.Uint16([]byte{0, 1}) == 1; bigEndian {
		lane = lanes - 1 - lane
	}
	return uint(8*unsafe.Sizeof(L(0))) * uint(lane)
}

// mix lets another owner run now and then, so that every pair of them is at work at once for a while.
func mix(step int) {
	if step%64 == 0 {
		runtime.Gosched()
	}
}

// ownLane applies random operations of the lane's own width to *p and returns what it must hold.
func ownLane[L word](random *rand.Rand, all []function, p *L, steps int) (now L, err error) {
	for step := range steps {
		mix(step)
		f := all[random.IntN(len(all))]
		a, b := L(random.Uint64()), L(random.Uint64())
		if random.IntN(2) == 0 {
			a = now // a comparison that holds
		}
		if now, err = check(f, p, now, a, b); err != nil {
			return now, err
		}
	}
	return now, nil
}

// ownByWord applies random operations of the whole word that change nothing but the lane at shift, and returns what the
// lane must hold.
func ownByWord[W, L word](random *rand.Rand, all []function, p *W, shift uint, steps int) (now L, err error) {
	usable := slices.DeleteFunc(slices.Clone(all), func(f function) bool {
		return slices.Contains([]string{"Store", "Swap", "CmpWait", "CondLoad"}, f.op) // these need all lanes
	})
	for step := range steps {
		mix(step)
		f := usable[random.IntN(len(usable))]
		if now, err = stepByWord(f, p, shift, now, L(random.Uint64())); err != nil {
			return now, err
		}
	}
	return now, nil
}

// stepByWord applies f with the argument arg to the lane at shift of *p, which holds now.
func stepByWord[W, L word](f function, p *W, shift uint, now, arg L) (next L, err error) {
	lane, wide := W(^L(0))<<shift, W(arg)<<shift
	next, _ = updated(f.op, now, arg)
	got, want := W(now)<<shift, W(now)<<shift
	switch call := f.call.(type) {
	case func(*W) W:
		got = call(p)
	case func(*W, W):
		call(p, wide)
	case func(*W, W) W:
		switch f.op {
		case "And":
			wide |= ^lane
		case "Add":
			want = W(next) << shift
			wide = want - W(now)<<shift // no carry leaves the lane
		}
		got = call(p, wide)
	case func(*W, W, W) bool:
		next = arg
		got = load(p)
		for !call(p, got, got&^lane|wide) {
			got = load(p)
		}
	case func(*W, W, W) W:
		next = arg
		for old := load(p); ; old = got {
			if got = call(p, old, old&^lane|wide); got == old {
				break
			}
		}
	}
	if got&lane != want {
		return next, fmt.Errorf("%s of a lane %#x with %#x: saw the lane as %#x, want %#x",
			f.name, now, arg, got&lane>>shift, want>>shift)
	}
	return next, nil
}

// load reads a word that others update.
func load[W word](p *W) W {
	switch p := any(p).(type) {
	case *uint32:
		return W(klock.LoadUint32(p))
	case *uint64:
		return W(klock.LoadUint64(p))
	}
	panic("not the width of a word")
}

//go:build klock_model

package model_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
	"github.com/klock-go/klock/internal/model"
)

// shared is the memory of a litmus test.
type shared struct {
	x, y, z uint32
	_       [13]uint32 // a line of its own for w, whose parts are used
	w, v    uint32
	r       [4]uint32 // what goroutines saw, each written by one
}

// litmus is one row: goroutines, what they and the final state may show, and what they must never show.
type litmus struct {
	name       string
	goroutines []func(*shared)
	show       func(*shared) string // the outcome
	outcomes   string               // all that the model allows, separated by commas
	why        string
}

func r1(s *shared) string { return digits(s.r[0]) }
func r2(s *shared) string { return digits(s.r[0], s.r[1]) }
func r3(s *shared) string { return digits(s.r[0], s.r[1], s.r[2]) }
func r4(s *shared) string { return digits(s.r[0], s.r[1], s.r[2], s.r[3]) }

func digits(all ...uint32) string {
	var b strings.Builder
	for _, n := range all {
		fmt.Fprintf(&b, "%d", n)
	}
	return b.String()
}

// final appends the last values of the locations.
func final(s *shared, p ...*uint32) string {
	var b strings.Builder
	for _, q := range p {
		fmt.Fprintf(&b, "%d", klock.LoadUint32Relaxed(q))
	}
	return b.String()
}

// product is all combinations of n digits below base but the forbidden ones.
func product(n, base int, forbidden ...string) string {
	all := []string{""}
	for range n {
		var longer []string
		for _, s := range all {
			for d := range base {
				longer = append(longer, fmt.Sprintf("%s%d", s, d))
			}
		}
		all = longer
	}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return slices.Contains(forbidden, s) }), ",")
}

var (
	load     = klock.LoadUint32Relaxed
	loadAcq  = klock.LoadUint32Acquire
	loadSC   = klock.LoadUint32
	store    = klock.StoreUint32Relaxed
	storeRel = klock.StoreUint32Release
	storeSC  = klock.StoreUint32
	fence    = klock.FenceSeqCst
)

var litmusTests = []litmus{
	{"SB", []func(*shared){
		func(s *shared) { store(&s.x, 1); s.r[0] = load(&s.y) },
		func(s *shared) { store(&s.y, 1); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "stores are buffered"},
	{"SB+rel+acq", []func(*shared){
		func(s *shared) { storeRel(&s.x, 1); s.r[0] = loadAcq(&s.y) },
		func(s *shared) { storeRel(&s.y, 1); s.r[1] = loadAcq(&s.x) },
	}, r2, product(2, 2), "release and acquire do not order a store before a load"},
	{"SB+sc", []func(*shared){
		func(s *shared) { storeSC(&s.x, 1); s.r[0] = loadSC(&s.y) },
		func(s *shared) { storeSC(&s.y, 1); s.r[1] = loadSC(&s.x) },
	}, r2, product(2, 2, "00"), "one of the stores comes first"},
	{"SB+fences", []func(*shared){
		func(s *shared) { store(&s.x, 1); fence(); s.r[0] = load(&s.y) },
		func(s *shared) { store(&s.y, 1); fence(); s.r[1] = load(&s.x) },
	}, r2, product(2, 2, "00"), "one of the fences comes first"},
	{"SB+fence+sc", []func(*shared){
		func(s *shared) { store(&s.x, 1); fence(); s.r[0] = load(&s.y) },
		func(s *shared) { storeSC(&s.y, 1); s.r[1] = loadSC(&s.x) },
	}, r2, product(2, 2, "00"), "fences and operations are in one order"},
	{"SB+one fence", []func(*shared){
		func(s *shared) { store(&s.x, 1); fence(); s.r[0] = load(&s.y) },
		func(s *shared) { store(&s.y, 1); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "a fence on one side orders nothing"},
	{"SB+membarrier", []func(*shared){
		func(s *shared) { klock.OrUint32(&s.y, 1); klock.FenceOthers(); s.r[0] = load(&s.v) },
		func(s *shared) { s.r[1] = klock.StoreThenLoadUint8(endian.Byte(&s.v, 0), 1, &s.y, 2) },
	}, r2, product(2, 2, "00"), "the fence of others falls before the store or after it"},
	{"SB+membarrier-", []func(*shared){
		func(s *shared) { klock.OrUint32(&s.y, 1); s.r[0] = load(&s.v) },
		func(s *shared) { s.r[1] = klock.StoreThenLoadUint8(endian.Byte(&s.v, 0), 1, &s.y, 2) },
	}, r2, product(2, 2), "without it the plain store passes the load"},
	{"SB+exchange", []func(*shared){
		func(s *shared) { klock.OrUint32(&s.y, 1); fence(); s.r[0] = load(&s.v) },
		func(s *shared) {
			klock.CondLoadUint32Acquire(&s.y, func(y uint32) bool { return y&2 != 0 })
			s.r[1] = klock.StoreThenLoadUint8(endian.Byte(&s.v, 0), 1, &s.y, 2) & 1
		},
		func(s *shared) { klock.OrUint32(&s.y, 2) },
	}, r2, product(2, 2, "00"), "when the bit is seen the store is an exchange"},
	{"SB+rmw", []func(*shared){
		func(s *shared) { klock.SwapUint32(&s.x, 1); s.r[0] = loadSC(&s.y) },
		func(s *shared) { klock.SwapUint32(&s.y, 1); s.r[1] = loadSC(&s.x) },
	}, r2, product(2, 2, "00"), "sequentially consistent exchanges"},
	{"SB+rmw acquire", []func(*shared){
		func(s *shared) { klock.SwapUint32Acquire(&s.x, 1); s.r[0] = loadAcq(&s.y) },
		func(s *shared) { klock.SwapUint32Acquire(&s.y, 1); s.r[1] = loadAcq(&s.x) },
	}, r2, product(2, 2), "the store of an exchange can pass a later load"},

	{"MP", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.y, 1) },
		func(s *shared) { s.r[0] = load(&s.y); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "relaxed accesses publish nothing"},
	{"MP+rel+acq", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = loadAcq(&s.y); s.r[1] = load(&s.x) },
	}, r2, product(2, 2, "10"), "release and acquire do"},
	{"MP+rel+rlx", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = load(&s.y); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "both are needed"},
	{"MP+rlx+acq", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.y, 1) },
		func(s *shared) { s.r[0] = loadAcq(&s.y); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "both are needed"},
	{"MP+fences", []func(*shared){
		func(s *shared) { store(&s.x, 1); klock.FenceRelease(); store(&s.y, 1) },
		func(s *shared) { s.r[0] = load(&s.y); klock.FenceAcquire(); s.r[1] = load(&s.x) },
	}, r2, product(2, 2, "10"), "a release and an acquire fence"},
	{"MP+fence after", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.y, 1); klock.FenceRelease() },
		func(s *shared) { s.r[0] = load(&s.y); klock.FenceAcquire(); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "a fence after the store releases nothing"},
	{"MP+wait", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) {
			s.r[0] = klock.CondLoadUint32Acquire(&s.y, func(y uint32) bool { return y == 1 })
			s.r[1] = load(&s.x)
		},
	}, r2, "11", "a conditional wait that acquires"},
	{"MP+wait relaxed", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) {
			s.r[0] = klock.CondLoadUint32(&s.y, func(y uint32) bool { return y == 1 })
			s.r[1] = load(&s.x)
		},
	}, r2, "10,11", "a relaxed wait does not"},
	{"MP+timed wait", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) {
			s.r[0], _ = klock.CondLoadUint32Timeout(&s.y, func(y uint32) bool { return y == 1 }, 1)
			klock.FenceAcquire()
			s.r[1] = load(&s.x)
		},
	}, r2, product(2, 2, "10"), "a timed wait ends with or without"},
	{"MP+release sequence", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { klock.CompareAndSwapUint32Relaxed(&s.y, 1, 2) },
		func(s *shared) { s.r[0] = loadAcq(&s.y); s.r[1] = load(&s.x) },
	}, r2, product(2, 3, "10", "20", "02", "12", "22"), "a read-modify-write continues a release sequence"},
	{"MP+no release sequence", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1); store(&s.y, 2) },
		func(s *shared) { s.r[0] = loadAcq(&s.y); s.r[1] = load(&s.x) },
	}, r2, "00,01,11,20,21", "a plain store, even by the same goroutine, does not (C++20)"},
	{"MP+rmw acquire", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = klock.AddUint32Acquire(&s.y, 2) - 2; s.r[1] = load(&s.x) },
	}, r2, product(2, 2, "10"), "a read-modify-write acquires what it reads"},
	{"MP+failed cas release", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = klock.CompareExchangeUint32Release(&s.y, 7, 8); s.r[1] = load(&s.x) },
	}, r2, product(2, 2), "a failed comparison is a relaxed load"},
	{"MP+failed cas acquire", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = klock.CompareExchangeUint32Acquire(&s.y, 7, 8); s.r[1] = load(&s.x) },
	}, r2, product(2, 2, "10"), "or an acquire load"},

	{"LB", []func(*shared){
		func(s *shared) { s.r[0] = load(&s.x); store(&s.y, 1) },
		func(s *shared) { s.r[1] = load(&s.y); store(&s.x, 1) },
	}, r2, product(2, 2, "11"), "RC11: no cycle of program order and reads-from (C11 proper allows it)"},
	{"LB+data", []func(*shared){
		func(s *shared) { s.r[0] = load(&s.x); store(&s.y, s.r[0]) },
		func(s *shared) { s.r[1] = load(&s.y); store(&s.x, s.r[1]) },
	}, r2, "00", "no value out of thin air"},

	{"WRC", []func(*shared){
		func(s *shared) { store(&s.x, 1) },
		func(s *shared) { s.r[0] = load(&s.x); store(&s.y, 1) },
		func(s *shared) { s.r[1] = load(&s.y); s.r[2] = load(&s.x) },
	}, r3, product(3, 2), "relaxed"},
	{"WRC+rel+acq", []func(*shared){
		func(s *shared) { store(&s.x, 1) },
		func(s *shared) { s.r[0] = loadAcq(&s.x); storeRel(&s.y, 1) },
		func(s *shared) { s.r[1] = loadAcq(&s.y); s.r[2] = load(&s.x) },
	}, r3, product(3, 2, "110"), "coherence carries what was read along happens-before"},
	{"ISA2", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.y, 1) },
		func(s *shared) { s.r[0] = load(&s.y); store(&s.z, 1) },
		func(s *shared) { s.r[1] = load(&s.z); s.r[2] = load(&s.x) },
	}, r3, product(3, 2), "relaxed"},
	{"ISA2+rel+acq", []func(*shared){
		func(s *shared) { store(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = loadAcq(&s.y); storeRel(&s.z, 1) },
		func(s *shared) { s.r[1] = loadAcq(&s.z); s.r[2] = load(&s.x) },
	}, r3, product(3, 2, "110"), "happens-before is transitive"},
	{"IRIW", iriw(load, store, func() {}), r4, product(4, 2), "relaxed"},
	{"IRIW+rel+acq", iriw(loadAcq, storeRel, func() {}), r4, product(4, 2), "stores need not reach all at once"},
	{"IRIW+sc", iriw(loadSC, storeSC, func() {}), r4, product(4, 2, "1010"), "readers agree on one order"},
	{"IRIW+fences", iriw(load, store, fence), r4, product(4, 2, "1010"), "and with fences between relaxed loads"},

	{"2+2W", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.y, 2) },
		func(s *shared) { store(&s.y, 1); store(&s.x, 2) },
	}, func(s *shared) string { return final(s, &s.x, &s.y) }, "11,12,21,22", "relaxed"},
	{"2+2W+rel", []func(*shared){
		func(s *shared) { storeRel(&s.x, 1); storeRel(&s.y, 2) },
		func(s *shared) { storeRel(&s.y, 1); storeRel(&s.x, 2) },
	}, func(s *shared) string { return final(s, &s.x, &s.y) }, "11,12,21,22", "releases order no modification orders"},
	{"2+2W+sc", []func(*shared){
		func(s *shared) { storeSC(&s.x, 1); storeSC(&s.y, 2) },
		func(s *shared) { storeSC(&s.y, 1); storeSC(&s.x, 2) },
	}, func(s *shared) string { return final(s, &s.x, &s.y) }, "12,21,22", "one order"},
	{"2+2W+fences", []func(*shared){
		func(s *shared) { store(&s.x, 1); fence(); store(&s.y, 2) },
		func(s *shared) { store(&s.y, 1); fence(); store(&s.x, 2) },
	}, func(s *shared) string { return final(s, &s.x, &s.y) }, "12,21,22", "one order"},
	{"R", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.y, 1) },
		func(s *shared) { store(&s.y, 2); s.r[0] = load(&s.x) },
	}, func(s *shared) string { return r1(s) + final(s, &s.y) }, "01,02,11,12", "relaxed"},
	{"R+fences", []func(*shared){
		func(s *shared) { store(&s.x, 1); fence(); store(&s.y, 1) },
		func(s *shared) { store(&s.y, 2); fence(); s.r[0] = load(&s.x) },
	}, func(s *shared) string { return r1(s) + final(s, &s.y) }, "01,11,12", "one order"},
	{"S", []func(*shared){
		func(s *shared) { store(&s.x, 2); store(&s.y, 1) },
		func(s *shared) { s.r[0] = load(&s.y); store(&s.x, 1) },
	}, func(s *shared) string { return r1(s) + final(s, &s.x) }, "01,02,11,12", "relaxed"},
	{"S+rel+acq", []func(*shared){
		func(s *shared) { store(&s.x, 2); storeRel(&s.y, 1) },
		func(s *shared) { s.r[0] = loadAcq(&s.y); store(&s.x, 1) },
	}, func(s *shared) string { return r1(s) + final(s, &s.x) }, "01,02,11", "a store that happens before is before in modification order"},

	{"CoRR", []func(*shared){
		func(s *shared) { store(&s.x, 1); store(&s.x, 2) },
		func(s *shared) { s.r[0] = load(&s.x); s.r[1] = load(&s.x) },
	}, r2, product(2, 3, "10", "20", "21"), "reads do not go back"},
	{"CoWR", []func(*shared){
		func(s *shared) { store(&s.x, 1); s.r[0] = load(&s.x) },
		func(s *shared) { store(&s.x, 2) },
	}, r1, "1,2", "a read does not miss one's own write"},
	{"CoRW", []func(*shared){
		func(s *shared) { s.r[0] = load(&s.x); store(&s.x, 1) },
		func(s *shared) { store(&s.x, 2) },
	}, func(s *shared) string { return r1(s) + final(s, &s.x) }, "01,02,21", "a write does not go before what one has read"},
	{"CoRR2", []func(*shared){
		func(s *shared) { store(&s.x, 1) },
		func(s *shared) { store(&s.x, 2) },
		func(s *shared) { s.r[0] = load(&s.x); s.r[1] = load(&s.x) },
		func(s *shared) { s.r[2] = load(&s.x); s.r[3] = load(&s.x) },
	}, func(s *shared) string {
		if got := r4(s); got == "1221" || got == "2112" {
			return "disagree"
		}
		return "agree"
	}, "agree", "all see one modification order"},

	{"RMW+RMW", []func(*shared){
		func(s *shared) { s.r[0] = klock.AddUint32Relaxed(&s.x, 1) },
		func(s *shared) { s.r[1] = klock.AddUint32Relaxed(&s.x, 1) },
	}, func(s *shared) string { return r2(s) + final(s, &s.x) }, "122,212", "no update is lost"},
	{"RMW+W", []func(*shared){
		func(s *shared) { s.r[0] = klock.AddUint32Relaxed(&s.x, 1) },
		func(s *shared) { store(&s.x, 5) },
	}, func(s *shared) string { return r1(s) + final(s, &s.x) }, "15,66", "nothing comes between the read and the write"},
	{"CAS+CAS", []func(*shared){
		func(s *shared) { s.r[0] = klock.CompareExchangeUint32Relaxed(&s.x, 0, 1) },
		func(s *shared) { s.r[1] = klock.CompareExchangeUint32Relaxed(&s.x, 0, 2) },
	}, func(s *shared) string { return r2(s) + final(s, &s.x) }, "011,202", "one wins"},
	{"Z6.U", []func(*shared){
		func(s *shared) { storeSC(&s.x, 1); storeRel(&s.y, 1) },
		func(s *shared) { klock.AddUint32(&s.y, 1); s.r[0] = load(&s.y) },
		func(s *shared) { storeSC(&s.y, 3); s.r[1] = loadSC(&s.x) },
	}, func(s *shared) string {
		if s.r[0] == 3 && s.r[1] == 0 {
			return "weak"
		}
		return "other"
	}, "other,weak", "allowed by RC11 and by Power, forbidden by C11 before it was repaired"},

	{"bytes", []func(*shared){
		func(s *shared) { klock.StoreUint8Relaxed(endian.Byte(&s.w, 0), 1) },
		func(s *shared) { klock.StoreUint8Relaxed(endian.Byte(&s.w, 1), 1) },
		func(s *shared) { s.r[0] = load(&s.w); s.r[1] = load(&s.w) },
	}, func(s *shared) string { return fmt.Sprintf("%x-%x", s.r[0], s.r[1]) },
		"0-0,0-1,0-100,0-101,1-1,1-101,100-100,100-101,101-101", "a word shows its bytes, each coherent"},
	{"byte store+word rmw", []func(*shared){
		func(s *shared) { klock.StoreUint8Relaxed(endian.Byte(&s.w, 0), 1) },
		func(s *shared) { s.r[0] = klock.AddUint32Relaxed(&s.w, 0x100) },
	}, func(s *shared) string {
		return fmt.Sprintf("%x-%x", s.r[0], klock.LoadUint32Relaxed(&s.w))
	}, "100-101,101-101", "neither loses the other"},
	{"byte rmw+word rmw", []func(*shared){
		func(s *shared) { klock.OrUint8Relaxed(endian.Byte(&s.w, 1), 0x80) },
		func(s *shared) { s.r[0] = klock.AddUint32Relaxed(&s.w, 1) },
	}, func(s *shared) string {
		return fmt.Sprintf("%x-%x", s.r[0], klock.LoadUint32Relaxed(&s.w))
	}, "1-8001,8001-8001", "neither loses the other"},
	{"MP+byte release", []func(*shared){
		func(s *shared) { store(&s.x, 1); klock.StoreUint8Release(endian.Byte(&s.w, 0), 1) },
		func(s *shared) { klock.AddUint32Relaxed(&s.w, 0x100) },
		func(s *shared) { s.r[0] = klock.AddUint32Acquire(&s.w, 0) & 0xff; s.r[1] = load(&s.x) },
	}, r2, product(2, 2, "10"), "a word read-modify-write acquires from the byte it reads"},
	{"SB+bytes of one word", []func(*shared){
		func(s *shared) {
			klock.StoreUint8Relaxed(endian.Byte(&s.w, 0), 1)
			s.r[0] = uint32(klock.LoadUint8Relaxed(endian.Byte(&s.w, 1)))
		},
		func(s *shared) {
			klock.StoreUint8Relaxed(endian.Byte(&s.w, 1), 1)
			s.r[1] = uint32(klock.LoadUint8Relaxed(endian.Byte(&s.w, 0)))
		},
	}, r2, product(2, 2), "two bytes are two locations"},
	{"halves", []func(*shared){
		func(s *shared) { klock.StoreUint16Relaxed(endian.Half(&s.w, 0), 0x102) },
		func(s *shared) { s.r[0] = uint32(klock.LoadUint16Relaxed(endian.Half(&s.w, 0))) },
	}, func(s *shared) string { return fmt.Sprintf("%x", s.r[0]) }, "0,102", "an access is atomic at its width"},
}

func iriw(load func(*uint32) uint32, store func(*uint32, uint32), between func()) []func(*shared) {
	return []func(*shared){
		func(s *shared) { store(&s.x, 1) },
		func(s *shared) { store(&s.y, 1) },
		func(s *shared) { s.r[0] = load(&s.x); between(); s.r[1] = load(&s.y) },
		func(s *shared) { s.r[2] = load(&s.y); between(); s.r[3] = load(&s.x) },
	}
}

func (l litmus) client(r *model.Run) {
	s := new(shared)
	r.Name(unsafe.Pointer(&s.x), 4, "x")
	r.Name(unsafe.Pointer(&s.y), 4, "y")
	r.Name(unsafe.Pointer(&s.z), 4, "z")
	r.Name(unsafe.Pointer(&s.w), 4, "w")
	r.Name(unsafe.Pointer(&s.v), 4, "v")
	for i, body := range l.goroutines {
		r.Go(fmt.Sprintf("P%d", i), func() { body(s) })
	}
	r.After(func() { r.Outcome("%s", l.show(s)) })
}

func outcomes(result model.Result) string {
	return strings.Join(slices.Sorted(maps.Keys(result.Outcomes)), ",")
}

// subset says whether every outcome in got is wanted.
func subset(got string, want []string) bool {
	return !slices.ContainsFunc(strings.Split(got, ","), func(s string) bool { return !slices.Contains(want, s) })
}

// mostInterleavings ends the search of all interleavings of the largest tests.
const mostInterleavings = 150_000

// TestLitmus checks that the engine reaches every outcome that the memory model allows and no other, by the reduced
// search and by the search of all interleavings.
func TestLitmus(t *testing.T) {
	t.Logf("%-24s %10s %14s  %s", "test", "graphs", "interleavings", "allowed outcomes")
	for _, l := range litmusTests {
		want := strings.Split(l.outcomes, ",")
		slices.Sort(want)
		reduced := model.Explore(model.Config{Preemptions: -1, Timeouts: 1}, l.client)
		if reduced.Failure != nil {
			t.Fatalf("%s: %v\n%s", l.name, reduced.Failure, model.Story(reduced.Failure.Story))
		}
		if got := outcomes(reduced); got != strings.Join(want, ",") {
			t.Errorf("%s (%s): reduced search reached %s, want %s", l.name, l.why, got, strings.Join(want, ","))
		}
		all := model.Explore(model.Config{Timeouts: 1, Interleave: true, MaxExecutions: mostInterleavings}, l.client)
		if got := outcomes(all); all.Bounded && subset(got, want) {
			t.Logf("%-24s %10d  more than %9d  %s: %s", l.name, reduced.Executions, mostInterleavings, strings.Join(want, " "), l.why)
			continue
		}
		if got := outcomes(all); got != strings.Join(want, ",") {
			t.Errorf("%s (%s): all interleavings reached %s, want %s", l.name, l.why, got, strings.Join(want, ","))
		}
		t.Logf("%-24s %10d %14d  %s: %s", l.name, reduced.Executions, all.Executions, strings.Join(want, " "), l.why)
	}
}

//go:build !klock_model

package klock

import "sync/atomic"

// The 32- and 64-bit sequentially consistent operations are the compiler's intrinsics on every target, and inline.

func loadUint32(p *uint32) uint32             { return atomic.LoadUint32(p) }
func storeUint32(p *uint32, val uint32)       { atomic.StoreUint32(p, val) }
func swapUint32(p *uint32, val uint32) uint32 { return atomic.SwapUint32(p, val) }
func compareAndSwapUint32(p *uint32, old, new uint32) bool {
	return atomic.CompareAndSwapUint32(p, old, new)
}
func addUint32(p *uint32, delta uint32) uint32 { return atomic.AddUint32(p, delta) }
func andUint32(p *uint32, mask uint32) uint32  { return atomic.AndUint32(p, mask) }
func orUint32(p *uint32, mask uint32) uint32   { return atomic.OrUint32(p, mask) }

func loadUint64(p *uint64) uint64             { return atomic.LoadUint64(p) }
func storeUint64(p *uint64, val uint64)       { atomic.StoreUint64(p, val) }
func swapUint64(p *uint64, val uint64) uint64 { return atomic.SwapUint64(p, val) }
func compareAndSwapUint64(p *uint64, old, new uint64) bool {
	return atomic.CompareAndSwapUint64(p, old, new)
}
func addUint64(p *uint64, delta uint64) uint64 { return atomic.AddUint64(p, delta) }
func andUint64(p *uint64, mask uint64) uint64  { return atomic.AndUint64(p, mask) }
func orUint64(p *uint64, mask uint64) uint64   { return atomic.OrUint64(p, mask) }

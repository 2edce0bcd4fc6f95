package klock_test

import (
	"fmt"
	"testing"

	"github.com/klock-go/klock"
)

// operand is an operand alone in its cache lines.
type operand[T any] struct {
	_   [128]byte
	val T
	_   [128]byte
}

// backendOperation is an operation that BenchmarkBackend measures, as a loop of n turns of four. A loop around a call keeps
// its counter in memory; with four operations to a turn that is not counted as a cost of the operation.
type backendOperation[T any] struct {
	name string
	run  func(p *T, n int)
}

// BenchmarkBackend measures operations of the backend without contention. Operations that the compiler inlines run in the
// same kind of loop as the assembly ones, so the rows compare as a caller meets them.
func BenchmarkBackend(b *testing.B) {
	benchmarkWidth(b, 8, []backendOperation[uint8]{
		{"Load", func(p *uint8, n int) {
			for range n {
				klock.LoadUint8(p)
				klock.LoadUint8(p)
				klock.LoadUint8(p)
				klock.LoadUint8(p)
			}
		}},
		{"Store", func(p *uint8, n int) {
			for range n {
				klock.StoreUint8(p, 1)
				klock.StoreUint8(p, 1)
				klock.StoreUint8(p, 1)
				klock.StoreUint8(p, 1)
			}
		}},
		{"StoreRelease", func(p *uint8, n int) {
			for range n {
				klock.StoreUint8Release(p, 1)
				klock.StoreUint8Release(p, 1)
				klock.StoreUint8Release(p, 1)
				klock.StoreUint8Release(p, 1)
			}
		}},
		{"Swap", func(p *uint8, n int) {
			for range n {
				klock.SwapUint8(p, 1)
				klock.SwapUint8(p, 1)
				klock.SwapUint8(p, 1)
				klock.SwapUint8(p, 1)
			}
		}},
		{"CompareAndSwap", func(p *uint8, n int) {
			for range n {
				klock.CompareAndSwapUint8(p, 0, 0)
				klock.CompareAndSwapUint8(p, 0, 0)
				klock.CompareAndSwapUint8(p, 0, 0)
				klock.CompareAndSwapUint8(p, 0, 0)
			}
		}},
		{"Add", func(p *uint8, n int) {
			for range n {
				klock.AddUint8(p, 1)
				klock.AddUint8(p, 1)
				klock.AddUint8(p, 1)
				klock.AddUint8(p, 1)
			}
		}},
		{"Or", func(p *uint8, n int) {
			for range n {
				klock.OrUint8(p, 1)
				klock.OrUint8(p, 1)
				klock.OrUint8(p, 1)
				klock.OrUint8(p, 1)
			}
		}},
		{"SetBits", func(p *uint8, n int) {
			for range n {
				klock.SetBitsUint8(p, 1)
				klock.SetBitsUint8(p, 1)
				klock.SetBitsUint8(p, 1)
				klock.SetBitsUint8(p, 1)
			}
		}},
		{"StoreThenLoad", func(p *uint8, n int) {
			var queue operand[uint32]
			for range n {
				klock.StoreThenLoadUint8(p, 0, &queue.val, 1)
				klock.StoreThenLoadUint8(p, 0, &queue.val, 1)
				klock.StoreThenLoadUint8(p, 0, &queue.val, 1)
				klock.StoreThenLoadUint8(p, 0, &queue.val, 1)
			}
		}},
	})
	benchmarkWidth(b, 16, []backendOperation[uint16]{
		{"Load", func(p *uint16, n int) {
			for range n {
				klock.LoadUint16(p)
				klock.LoadUint16(p)
				klock.LoadUint16(p)
				klock.LoadUint16(p)
			}
		}},
		{"Store", func(p *uint16, n int) {
			for range n {
				klock.StoreUint16(p, 1)
				klock.StoreUint16(p, 1)
				klock.StoreUint16(p, 1)
				klock.StoreUint16(p, 1)
			}
		}},
		{"StoreRelease", func(p *uint16, n int) {
			for range n {
				klock.StoreUint16Release(p, 1)
				klock.StoreUint16Release(p, 1)
				klock.StoreUint16Release(p, 1)
				klock.StoreUint16Release(p, 1)
			}
		}},
		{"Swap", func(p *uint16, n int) {
			for range n {
				klock.SwapUint16(p, 1)
				klock.SwapUint16(p, 1)
				klock.SwapUint16(p, 1)
				klock.SwapUint16(p, 1)
			}
		}},
		{"CompareAndSwap", func(p *uint16, n int) {
			for range n {
				klock.CompareAndSwapUint16(p, 0, 0)
				klock.CompareAndSwapUint16(p, 0, 0)
				klock.CompareAndSwapUint16(p, 0, 0)
				klock.CompareAndSwapUint16(p, 0, 0)
			}
		}},
		{"Add", func(p *uint16, n int) {
			for range n {
				klock.AddUint16(p, 1)
				klock.AddUint16(p, 1)
				klock.AddUint16(p, 1)
				klock.AddUint16(p, 1)
			}
		}},
		{"Or", func(p *uint16, n int) {
			for range n {
				klock.OrUint16(p, 1)
				klock.OrUint16(p, 1)
				klock.OrUint16(p, 1)
				klock.OrUint16(p, 1)
			}
		}},
		{"SetBits", func(p *uint16, n int) {
			for range n {
				klock.SetBitsUint16(p, 1)
				klock.SetBitsUint16(p, 1)
				klock.SetBitsUint16(p, 1)
				klock.SetBitsUint16(p, 1)
			}
		}},
	})
	benchmarkWidth(b, 32, []backendOperation[uint32]{
		{"Load", func(p *uint32, n int) {
			for range n {
				klock.LoadUint32(p)
				klock.LoadUint32(p)
				klock.LoadUint32(p)
				klock.LoadUint32(p)
			}
		}},
		{"Store", func(p *uint32, n int) {
			for range n {
				klock.StoreUint32(p, 1)
				klock.StoreUint32(p, 1)
				klock.StoreUint32(p, 1)
				klock.StoreUint32(p, 1)
			}
		}},
		{"StoreRelease", func(p *uint32, n int) {
			for range n {
				klock.StoreUint32Release(p, 1)
				klock.StoreUint32Release(p, 1)
				klock.StoreUint32Release(p, 1)
				klock.StoreUint32Release(p, 1)
			}
		}},
		{"Swap", func(p *uint32, n int) {
			for range n {
				klock.SwapUint32(p, 1)
				klock.SwapUint32(p, 1)
				klock.SwapUint32(p, 1)
				klock.SwapUint32(p, 1)
			}
		}},
		{"CompareAndSwap", func(p *uint32, n int) {
			for range n {
				klock.CompareAndSwapUint32(p, 0, 0)
				klock.CompareAndSwapUint32(p, 0, 0)
				klock.CompareAndSwapUint32(p, 0, 0)
				klock.CompareAndSwapUint32(p, 0, 0)
			}
		}},
		{"Add", func(p *uint32, n int) {
			for range n {
				klock.AddUint32(p, 1)
				klock.AddUint32(p, 1)
				klock.AddUint32(p, 1)
				klock.AddUint32(p, 1)
			}
		}},
		{"Or", func(p *uint32, n int) {
			for range n {
				klock.OrUint32(p, 1)
				klock.OrUint32(p, 1)
				klock.OrUint32(p, 1)
				klock.OrUint32(p, 1)
			}
		}},
		{"SetBits", func(p *uint32, n int) {
			for range n {
				klock.SetBitsUint32(p, 1)
				klock.SetBitsUint32(p, 1)
				klock.SetBitsUint32(p, 1)
				klock.SetBitsUint32(p, 1)
			}
		}},
	})
	benchmarkWidth(b, 64, []backendOperation[uint64]{
		{"Load", func(p *uint64, n int) {
			for range n {
				klock.LoadUint64(p)
				klock.LoadUint64(p)
				klock.LoadUint64(p)
				klock.LoadUint64(p)
			}
		}},
		{"Store", func(p *uint64, n int) {
			for range n {
				klock.StoreUint64(p, 1)
				klock.StoreUint64(p, 1)
				klock.StoreUint64(p, 1)
				klock.StoreUint64(p, 1)
			}
		}},
		{"StoreRelease", func(p *uint64, n int) {
			for range n {
				klock.StoreUint64Release(p, 1)
				klock.StoreUint64Release(p, 1)
				klock.StoreUint64Release(p, 1)
				klock.StoreUint64Release(p, 1)
			}
		}},
		{"Swap", func(p *uint64, n int) {
			for range n {
				klock.SwapUint64(p, 1)
				klock.SwapUint64(p, 1)
				klock.SwapUint64(p, 1)
				klock.SwapUint64(p, 1)
			}
		}},
		{"CompareAndSwap", func(p *uint64, n int) {
			for range n {
				klock.CompareAndSwapUint64(p, 0, 0)
				klock.CompareAndSwapUint64(p, 0, 0)
				klock.CompareAndSwapUint64(p, 0, 0)
				klock.CompareAndSwapUint64(p, 0, 0)
			}
		}},
		{"Add", func(p *uint64, n int) {
			for range n {
				klock.AddUint64(p, 1)
				klock.AddUint64(p, 1)
				klock.AddUint64(p, 1)
				klock.AddUint64(p, 1)
			}
		}},
		{"Or", func(p *uint64, n int) {
			for range n {
				klock.OrUint64(p, 1)
				klock.OrUint64(p, 1)
				klock.OrUint64(p, 1)
				klock.OrUint64(p, 1)
			}
		}},
		{"SetBits", func(p *uint64, n int) {
			for range n {
				klock.SetBitsUint64(p, 1)
				klock.SetBitsUint64(p, 1)
				klock.SetBitsUint64(p, 1)
				klock.SetBitsUint64(p, 1)
			}
		}},
	})
}

func benchmarkWidth[T any](b *testing.B, bits int, operations []backendOperation[T]) {
	for _, op := range operations {
		b.Run(fmt.Sprintf("op=%s/width=%d", op.name, bits), func(b *testing.B) {
			alone := new(operand[T])
			op.run(&alone.val, (b.N+3)/4)
		})
	}
}

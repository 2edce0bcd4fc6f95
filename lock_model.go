//go:build klock_model

package klock

import (
	"unsafe"

	"github.com/klock-go/klock/internal/model"
)

// The backend of the model checker: every operation is a step of internal/model. Outside of an exploration operations
// are carried out at once and are not atomic, so a program must not be built with it.
const backendName = "model checker"

func fenceAcquire() { model.Fence(model.Acquire) }
func fenceRelease() { model.Fence(model.Release) }

// fenceStore is modelled as a release fence, which orders more.
func fenceStore()  { model.Fence(model.Release) }
func fenceSeqCst() { model.Fence(model.SeqCst) }

// pauses takes no time.
func pauses(uint32) {}

func storeThenLoadUint8(p *uint8, val uint8, q *uint32, exchange uint32) uint32 {
	return model.StoreThenLoad(unsafe.Pointer(p), 1, uint64(val), unsafe.Pointer(q), exchange)
}

func storeThenLoadUint32(p *uint32, val uint32, q *uint32, exchange uint32) uint32 {
	return model.StoreThenLoad(unsafe.Pointer(p), 4, uint64(val), unsafe.Pointer(q), exchange)
}

// AddThenLoad is documented in addthenload.go.
func AddThenLoad(p *uint32, delta uint32, q *uint32) uint32 {
	return AddUint32(p, delta) | LoadUint32(q)
}

func fenceOthers() bool { return model.FenceOthers() }

// describe has nothing to add: a model has no processor.
func describe(*BackendInfo) {}

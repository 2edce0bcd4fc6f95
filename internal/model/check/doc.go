// Package check runs the locks of this module in the model checker. Everything is in its tests, which need the build tag
// klock_model:
//
//	go test -tags klock_model ./internal/model/...
//
// TestLocks explores small clients of every lock; package mutants shows that it notices faults. See docs/model.md.
package check

// Package mutants breaks the locks one line at a time and expects the model checker to notice. Everything is in its test,
// which needs the build tag klock_model and runs the tests of package check:
//
//	go test -tags klock_model -v ./internal/model/mutants
//
// See docs/model.md.
package mutants

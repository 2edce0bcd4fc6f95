//go:build klock_model

// Package fatal reports to the model checker when a lock is misused.
package fatal

import "github.com/klock-go/klock/internal/model"

// Exit ends the execution with a violation.
func Exit(message string) {
	if !model.Misused(message) {
		panic("klock: fatal: " + message)
	}
}

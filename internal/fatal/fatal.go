//go:build !klock_model

// Package fatal ends the process when a lock is misused, in a way that no deferred function can recover from.
package fatal

import "runtime/debug"

// Exit ends the process with exit code 2, the message and the caller's stack. It does not return. The panic is raised on
// a goroutine of its own, where no recover of the program's can catch it: a lock whose count is wrong must not be used
// again.
func Exit(message string) {
	stack := debug.Stack()
	go panic("klock: fatal: " + message + "\n\n" + string(stack))
	select {}
}

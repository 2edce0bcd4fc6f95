//go:build race || klock_debug

package klock

// checked says that every operation checks its pointer.
const checked = true

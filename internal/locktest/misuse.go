package locktest

import (
	"os"
	"strings"
	"testing"
)

// fatalExit is the exit code of a process that the runtime ends because of a panic nobody recovered.
const fatalExit = 2

// Misuse runs misuse in a process of its own and tests that it ends that process, although the program tries to recover,
// with a message that contains want. Call it once in a test or subtest.
func Misuse(t *testing.T, want string, misuse func()) {
	t.Helper()
	if inChild(t) {
		func() {
			defer func() { _ = recover() }()
			misuse()
		}()
		os.Exit(0)
	}
	output, exitCode := child(t)
	message, _, _ := strings.Cut(output, "goroutine ")
	if exitCode != fatalExit || !strings.Contains(message, "klock: fatal: ") || !strings.Contains(message, want) {
		t.Errorf("misuse ended with exit code %d and\n%s\nwant exit code %d and a fatal message with %q",
			exitCode, output, fatalExit, want)
	}
}

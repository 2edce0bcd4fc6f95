// Package testenv says how the running test binary was started, for tests that start it again and tests that measure
// time.
package testenv

import (
	"os"
	"os/exec"
	"strings"
)

// Emulator is the environment variable that holds the command line of the emulator under which the test binary runs,
// and is empty or unset when it runs natively. The cross-target command (tests/cross) sets it.
const Emulator = "QEMU"

// Emulated reports whether the test binary runs under an emulator: times then mean little, and every operation costs
// ten to a hundred times as much.
func Emulated() bool { return os.Getenv(Emulator) != "" }

// Command returns a command that starts the test binary again with args, under the same emulator if there is one. The
// kernel cannot start a foreign binary by itself.
func Command(args ...string) *exec.Cmd {
	argv := append(strings.Fields(os.Getenv(Emulator)), os.Args[0])
	argv = append(argv, args...)
	return exec.Command(argv[0], argv[1:]...)
}

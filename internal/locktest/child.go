package locktest

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/klock-go/klock/internal/testenv"
)

// childVariable names, in the environment of a process that a test started, that test.
const childVariable = "KLOCK_TEST_CHILD"

// inChild reports whether this process was started by the test that is running.
func inChild(t *testing.T) bool { return os.Getenv(childVariable) == t.Name() }

// child runs the test that is running again, in a process of its own in which inChild holds, and returns what it printed
// and its exit code. A test or subtest can do so once.
func child(t *testing.T, environment ...string) (output string, exitCode int) {
	t.Helper()
	process := testenv.Command("-test.run="+pattern(t.Name()), "-test.count=1", "-test.timeout=60s")
	process.Env = append(append(os.Environ(), childVariable+"="+t.Name()), environment...)
	printed, err := process.CombinedOutput()
	if process.ProcessState == nil {
		t.Fatalf("cannot start the test binary again: %v", err)
	}
	return string(printed), process.ProcessState.ExitCode()
}

// pattern is the argument of -test.run that selects only the test of that name.
func pattern(name string) string {
	levels := strings.Split(name, "/")
	for i, level := range levels {
		levels[i] = "^" + regexp.QuoteMeta(level) + "$"
	}
	return strings.Join(levels, "/")
}

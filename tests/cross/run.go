//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/klock-go/klock/internal/testenv"
)

const (
	success = "ok"
	failure = "FAILED"
	never   = "unsupported"
)

// result is the outcome of one target.
type result struct {
	verdict string
	why     string // in a few words
	output  string // what the tests printed
}

// A lane taken from the wrong end makes a lock wait for ever, so both the test binary and the whole target have a
// limit.
const (
	binaryLimit = 5 * time.Minute
	targetLimit = 15 * time.Minute
)

// run builds and runs the tests of the module for t.
func (t target) run(ctx context.Context, opts options, slot int) result {
	if why := t.unsupported(); why != "" {
		return result{verdict: never, why: why}
	}
	if ctx.Err() != nil {
		return result{verdict: failure, why: "not run"}
	}
	words, err := t.command(slot)
	if err != nil {
		return result{verdict: failure, why: err.Error()}
	}
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/klock-go/klock").Output()
	if err != nil {
		return result{verdict: failure, why: "run it in the repository: " + err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, targetLimit)
	defer cancel()
	args := []string{"test", "-count=1", "-p=1", "-vet=off", "-timeout=" + binaryLimit.String(), "-tags=" + opts.tags}
	if len(words) > 0 {
		args = append(args, "-exec="+strings.Join(words, " "))
	}
	if opts.short {
		args = append(args, "-short")
	}
	test := exec.CommandContext(ctx, "go", append(args, "./...")...)
	test.Dir = strings.TrimSpace(string(root))
	test.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+t.goarch, "CGO_ENABLED=0", "GOARM=7",
		testenv.Emulator+"="+strings.Join(words, " "))
	if t.pinned {
		test.Env = append(test.Env, "GOMAXPROCS=2") // not 1, the number of processors it sees: that is another path
	}
	// Killing go test alone would leave the emulator running.
	test.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	test.Cancel = func() error { return syscall.Kill(-test.Process.Pid, syscall.SIGKILL) }
	test.WaitDelay = 10 * time.Second
	output, err := test.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return result{failure, "stopped: " + context.Cause(ctx).Error(), string(output)}
	case err != nil:
		return result{failure, fmt.Sprintf("%v: %s", err, firstFailure(string(output))), string(output)}
	}
	return result{verdict: success, why: fmt.Sprintf("%d packages", strings.Count("\n"+string(output), "\nok "))}
}

// firstFailure is the first line of go test's output that names what failed.
func firstFailure(output string) string {
	for _, line := range strings.Split(output, "\n") {
		line = strings.TrimSpace(line)
		for _, prefix := range []string{"--- FAIL", "panic:", "FAIL\t", "fatal error:"} {
			if strings.HasPrefix(line, prefix) {
				return line
			}
		}
	}
	return ""
}

// Command klock measures the locks of this module beside their peers, puts them under stress, and says what the
// backend found on the machine.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit codes of the command.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

const usage = `usage: klock <command> [flags]

  bench    measure the locks side by side with their peers
  torture  put the locks under stress and look for violations
  info     say what the backend found on this machine and chose

klock <command> -h lists the flags of a command.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run carries out one command line and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	switch name, rest := args[0], args[1:]; name {
	case "bench":
		return bench(ctx, rest, stdout, stderr)
	case "torture":
		return runTorture(ctx, rest, stdout, stderr)
	case "info":
		return info(rest, stdout, stderr)
	case "-h", "-help", "--help", "help":
		fmt.Fprint(stdout, usage)
		return exitOK
	default:
		fmt.Fprintf(stderr, "klock: unknown command %q; allowed: bench, torture, info\n", name)
		return exitUsage
	}
}

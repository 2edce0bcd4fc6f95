//go:build unix

// Command cross runs the module's tests on every target that the host can emulate with qemu-user:
//
//	go run ./tests/cross [-run target,…] [-p 1|2] [-short=false] [-tags tag,…]
//
// It prints a row for each target and, below, what the tests of a failed target printed. It installs nothing; a target
// that cannot run says what is missing and counts as failed, unless the list of targets says that this host never can.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

const usage = "usage: cross [-run target,…] [-p 1|2] [-short=true|false] [-tags tag,…]"

// options are what the flags ask for.
type options struct {
	targets  []target
	parallel int
	short    bool
	tags     string
}

func main() {
	opts, err := parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Printf("%s\ntargets: %s\n", usage, names())
		return
	case err != nil:
		fmt.Fprintf(os.Stderr, "cross: %v (%s)\n", err, usage)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if failed := runAll(ctx, opts); failed > 0 {
		fmt.Printf("\n%d of %d targets failed\n", failed, len(opts.targets))
		stop()
		os.Exit(1)
	}
}

// parse reads the flags.
func parse(args []string) (opts options, err error) {
	flags := flag.NewFlagSet("cross", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	run := flags.String("run", "", "")
	flags.IntVar(&opts.parallel, "p", 2, "")
	flags.BoolVar(&opts.short, "short", true, "")
	flags.StringVar(&opts.tags, "tags", "", "")
	if err := flags.Parse(args); err != nil {
		return opts, err
	}
	if flags.NArg() > 0 {
		return opts, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if opts.parallel != 1 && opts.parallel != 2 {
		return opts, fmt.Errorf("-p %d: 1 or 2 targets run at a time", opts.parallel)
	}
	opts.targets, err = selected(*run)
	return opts, err
}

// runAll runs all targets, prints the table, and returns how many failed.
func runAll(ctx context.Context, opts options) (failed int) {
	const row = "%-18s %-12s %8s  %s\n"
	fmt.Printf(row, "target", "result", "seconds", "")
	var (
		printing sync.Mutex
		outputs  []string
		runners  sync.WaitGroup
		queue    = make(chan target)
	)
	for slot := range opts.parallel {
		runners.Go(func() {
			for t := range queue {
				start := time.Now()
				r := t.run(ctx, opts, slot)
				printing.Lock()
				fmt.Printf(row, t.name, r.verdict, fmt.Sprintf("%.1f", time.Since(start).Seconds()), r.why)
				if r.verdict == failure {
					failed++
				}
				if r.output != "" {
					outputs = append(outputs, fmt.Sprintf("\n=== %s\n%s", t.name, r.output))
				}
				printing.Unlock()
			}
		})
	}
	for _, t := range opts.targets {
		queue <- t
	}
	close(queue)
	runners.Wait()
	for _, output := range outputs {
		fmt.Print(output)
	}
	return failed
}

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// newFlags returns a flag set that prints nothing by itself: parse says what is wrong, in one line.
func newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// parse parses args and reports whether the command goes on; if not, code is the exit code.
func parse(flags *flag.FlagSet, args []string, stdout, stderr io.Writer) (code int, ok bool) {
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(stdout, "usage: klock %s [flags]\n\n", flags.Name())
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return exitOK, false
	case err != nil && strings.HasPrefix(err.Error(), "flag provided but not defined"):
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
		err = fmt.Errorf("%w; allowed: %s", err, strings.Join(names, ", "))
	case err != nil:
		err = sayAllowed(flags, err)
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q; only flags are allowed", flags.Arg(0))
	}
	if err != nil {
		return complain(stderr, flags.Name(), err), false
	}
	return exitOK, true
}

// sayAllowed adds what a flag takes to the complaint of package flag about its value. The flags of this package say it
// themselves.
func sayAllowed(flags *flag.FlagSet, err error) error {
	allowed := ""
	flags.VisitAll(func(f *flag.Flag) {
		getter, ok := f.Value.(flag.Getter)
		if !ok || !strings.Contains(err.Error(), " -"+f.Name+":") {
			return
		}
		switch getter.Get().(type) {
		case bool:
			allowed = "; allowed: true, false"
		case time.Duration:
			allowed = "; allowed: a number and a unit, as in 900ms or 2s"
		case int, int64, uint64:
			allowed = "; allowed: whole numbers"
		}
	})
	return fmt.Errorf("%w%s", err, allowed)
}

// complain prints what is wrong with a command line and returns the exit code for it.
func complain(stderr io.Writer, name string, err error) int {
	fmt.Fprintf(stderr, "klock %s: %v\n", name, err)
	return exitUsage
}

// numbers is a flag: whole numbers from low on, separated by commas.
type numbers struct {
	list []int
	low  int
}

func (n *numbers) String() string { return join(n.list, ",") }

func (n *numbers) Set(text string) error {
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		x, err := strconv.Atoi(part)
		if err != nil || x < n.low {
			return fmt.Errorf("allowed: whole numbers from %d on, separated by commas", n.low)
		}
		list = append(list, x)
	}
	n.list = list
	return nil
}

// share is a share of writes: n stands for one in n, 0 for none.
type share int

func (s share) String() string {
	if s == 0 {
		return "0"
	}
	return "1/" + strconv.Itoa(int(s))
}

// shares is a flag: shares of writes, separated by commas.
type shares []share

func (s *shares) String() string { return join(*s, ",") }

func (s *shares) Set(text string) error {
	var list shares
	for part := range strings.SplitSeq(text, ",") {
		if part == "0" {
			list = append(list, 0)
			continue
		}
		denominator, ok := strings.CutPrefix(part, "1/")
		n, err := strconv.Atoi(denominator)
		if !ok || err != nil || n < 1 {
			return errors.New("allowed: 0 or fractions with numerator 1, separated by commas, as in 1/1,1/6,1/100")
		}
		list = append(list, share(n))
	}
	*s = list
	return nil
}

// choices is a flag: one or more of a set of names, separated by commas.
type choices struct {
	allowed []string
	chosen  []string
}

func (c *choices) String() string { return strings.Join(c.chosen, ",") }

func (c *choices) Set(text string) error {
	var chosen []string
	for part := range strings.SplitSeq(text, ",") {
		i := slices.IndexFunc(c.allowed, func(s string) bool { return strings.EqualFold(s, part) })
		if i < 0 {
			return fmt.Errorf("allowed: %s, separated by commas", strings.Join(c.allowed, ", "))
		}
		if !slices.Contains(chosen, c.allowed[i]) {
			chosen = append(chosen, c.allowed[i])
		}
	}
	c.chosen = chosen
	return nil
}

func (c *choices) has(name string) bool { return slices.Contains(c.chosen, name) }

// join is strings.Join for anything that can be printed.
func join[T any](list []T, separator string) string {
	var parts []string
	for _, x := range list {
		parts = append(parts, fmt.Sprint(x))
	}
	return strings.Join(parts, separator)
}

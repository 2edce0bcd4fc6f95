package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
)

// options is what the flags of bench say.
type options struct {
	suites     choices
	locks      choices
	goroutines numbers
	writes     shares
	units      numbers
	outside    int
	placement  string
	length     time.Duration
	ops        int64
	rounds     int
	starve     time.Duration
	seedRound  time.Duration
	seed       uint64
	quick      bool
	json       bool
	// contenders are the chosen locks, and pairs those of the uncontended suite, which has room for all.
	contenders, pairs []contender.Contender
}

func defaultOptions() options {
	return options{
		suites:     choices{allowed: suiteNames(), chosen: []string{"uncontended", "starvation", "matrix"}},
		locks:      choices{allowed: contender.Names(contender.All()), chosen: contender.Names(contender.Default())},
		goroutines: numbers{[]int{1, 2, 8, 64, 1000}, 1},
		writes:     shares{1, 6, 100, 10000},
		units:      numbers{[]int{5, 100, 2000}, 0},
		placement:  "own",
		length:     900 * time.Millisecond,
		rounds:     3,
		starve:     3 * time.Second,
		seedRound:  60 * time.Millisecond,
		seed:       1,
	}
}

func parseBench(args []string, stdout, stderr io.Writer) (o options, code int, ok bool) {
	o = defaultOptions()
	flags := newFlags("bench")
	flags.Var(&o.suites, "suite", "`suites` to measure, separated by commas: "+strings.Join(o.suites.allowed, ", "))
	flags.Var(&o.locks, "locks", "`locks` to measure, separated by commas: "+strings.Join(o.locks.allowed, ", ")+
		"; uncontended, without this flag, measures all that are not of the past")
	flags.Var(&o.goroutines, "goroutines", "`numbers` of goroutines, separated by commas")
	flags.Var(&o.writes, "writes", "`shares` of writes, separated by commas; 0 is none")
	flags.Var(&o.units, "units", "section lengths in `units` of work of about a nanosecond, separated by commas")
	flags.IntVar(&o.outside, "outside", o.outside, "units of work between two operations of a goroutine")
	flags.StringVar(&o.placement, "placement", o.placement,
		"where the data of the sections lies: in the lock's own cache line (own) or in another (other)")
	flags.DurationVar(&o.length, "for", o.length, "time for each lock in each cell, shared out among the rounds")
	flags.Int64Var(&o.ops, "ops", o.ops, "operations for each lock in each cell, instead of a time")
	flags.IntVar(&o.rounds, "rounds", o.rounds, "rounds in which the locks take turns")
	flags.Uint64Var(&o.seed, "seed", o.seed, "seed of the order of reads and writes")
	flags.BoolVar(&o.quick, "quick", false, "a smaller matrix, in under a minute")
	flags.BoolVar(&o.json, "json", false, "print JSON when all is measured")
	if code, ok = parse(flags, args, stdout, stderr); !ok {
		return o, code, false
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if o.quick {
		o.shrink(given)
	}
	if err := o.check(); err != nil {
		return o, complain(stderr, "bench", err), false
	}
	for _, name := range o.locks.chosen {
		c, _ := contender.Find(name)
		o.contenders = append(o.contenders, c)
	}
	o.pairs = o.contenders
	if !given["locks"] {
		o.pairs = contender.Current()
	}
	return o, exitOK, true
}

// shrink makes the measurement quick, but for what the command line asked for.
func (o *options) shrink(given map[string]bool) {
	if !given["goroutines"] {
		o.goroutines.list = []int{2, 64, 1000}
	}
	if !given["writes"] {
		o.writes = shares{1, 6, 100}
	}
	if !given["units"] {
		o.units.list = []int{5, 2000}
	}
	if !given["for"] {
		o.length = 240 * time.Millisecond
	}
	o.starve = 900 * time.Millisecond
	o.seedRound = 20 * time.Millisecond
}

func (o *options) check() error {
	switch {
	case !slices.Contains([]string{"own", "other"}, o.placement):
		return fmt.Errorf("invalid value %q for flag -placement: allowed: own, other", o.placement)
	case o.outside < 0:
		return fmt.Errorf("invalid value %d for flag -outside: allowed: whole numbers from 0 on", o.outside)
	case o.rounds < 1:
		return fmt.Errorf("invalid value %d for flag -rounds: allowed: whole numbers from 1 on", o.rounds)
	case o.length < time.Millisecond*time.Duration(o.rounds):
		return fmt.Errorf("invalid value %v for flag -for: allowed: at least 1ms for each of %d rounds",
			o.length, o.rounds)
	case o.ops < 0:
		return fmt.Errorf("invalid value %d for flag -ops: allowed: whole numbers from 0 on", o.ops)
	}
	return nil
}

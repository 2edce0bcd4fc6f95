package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/klock-go/klock"
)

// environment is what a reader needs to know to judge a measurement.
type environment struct {
	Go                 string            `json:"go"`
	CPUs               int               `json:"cpus"`
	GOMAXPROCS         int               `json:"gomaxprocs"`
	NanosecondsPerUnit float64           `json:"ns_per_unit,omitempty"`
	Backend            klock.BackendInfo `json:"backend"`
}

func currentEnvironment() environment {
	return environment{
		Go:         runtime.Version(),
		CPUs:       runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Backend:    klock.Info(),
	}
}

func info(args []string, stdout, stderr io.Writer) int {
	flags := newFlags("info")
	asJSON := flags.Bool("json", false, "print JSON")
	if code, ok := parse(flags, args, stdout, stderr); !ok {
		return code
	}
	env := currentEnvironment()
	if *asJSON {
		return printJSON(stdout, stderr, env)
	}
	fmt.Fprintf(stdout, "%-22s %s\n%-22s %d\n%-22s %d\n%v", "go", env.Go, "CPUs", env.CPUs,
		"GOMAXPROCS", env.GOMAXPROCS, env.Backend)
	return exitOK
}

// printJSON prints v and returns the exit code.
func printJSON(stdout, stderr io.Writer, v any) int {
	encoder := json.NewEncoder(stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		fmt.Fprintf(stderr, "klock: %v\n", err)
		return exitFailed
	}
	return exitOK
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
)

// environment is what a reader needs to know to judge a measurement.
type environment struct {
	Go                 string  `json:"go"`
	Target             string  `json:"target"`
	CPUs               int     `json:"cpus"`
	GOMAXPROCS         int     `json:"gomaxprocs"`
	NanosecondsPerUnit float64 `json:"ns_per_unit,omitempty"`
}

func currentEnvironment() environment {
	return environment{
		Go:         runtime.Version(),
		Target:     runtime.GOOS + "/" + runtime.GOARCH,
		CPUs:       runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
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
	fmt.Fprintf(stdout, "go          %s\ntarget      %s\ncpus        %d\nGOMAXPROCS  %d\n",
		env.Go, env.Target, env.CPUs, env.GOMAXPROCS)
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

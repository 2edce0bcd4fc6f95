//go:build unix

package main

import (
	"slices"
	"strings"
	"testing"
)

func TestWrongFlagsAreRefusedInOneLine(t *testing.T) {
	for _, args := range []string{"-p 0", "-p 3", "-p x", "-run vax", "-run arm64,", "-what", "./..."} {
		_, err := parse(strings.Fields(args))
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("cross %s: error %v, want one line", args, err)
		}
	}
}

func TestSelection(t *testing.T) {
	for list, want := range map[string][]string{
		"arm64":           {"arm64/cortex-a57", "arm64/max"},
		"arm64/max,s390x": {"arm64/max", "s390x"},
	} {
		opts, err := parse([]string{"-run", list})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, target := range opts.targets {
			got = append(got, target.name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("-run %s selects %v, want %v", list, got, want)
		}
	}
	if opts, err := parse(nil); err != nil || len(opts.targets) != 13 {
		t.Errorf("no flags select %d targets, %v; want 13", len(opts.targets), err)
	}
}

func TestMissingProgramNamesItsPackage(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, target := range targets {
		if target.emulator == "" {
			continue
		}
		_, err := target.command(0)
		if err == nil || !strings.Contains(err.Error(), "Debian package") {
			t.Errorf("%s without any program: %v, want the name of a Debian package", target.name, err)
		}
	}
}

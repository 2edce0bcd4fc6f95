//go:build unix

package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
)

// target is one processor on which the test suite runs.
type target struct {
	name     string
	goarch   string
	emulator string // qemu-user's program and its arguments; empty: the host runs the target itself
	// pinned keeps all threads of a run on one processor. On an x86 host qemu lets a load-acquire pass an earlier
	// store-release, which Arm forbids and on which Go's own atomics rely; on one processor nobody can see it.
	pinned bool
	hosts  []string // the hosts that run a target without an emulator
}

// targets are all targets of klock but amd64, where the plain go test runs.
var targets = []target{
	{name: "arm64/cortex-a57", goarch: "arm64", emulator: "qemu-aarch64 -cpu cortex-a57", pinned: true}, // LL/SC
	{name: "arm64/max", goarch: "arm64", emulator: "qemu-aarch64 -cpu max", pinned: true},               // LSE
	{name: "386", goarch: "386", hosts: []string{"amd64", "386"}},
	{name: "arm", goarch: "arm", emulator: "qemu-arm"},
	{name: "loong64", goarch: "loong64", emulator: "qemu-loongarch64"},
	{name: "mips", goarch: "mips", emulator: "qemu-mips"},
	{name: "mips64", goarch: "mips64", emulator: "qemu-mips64"},
	{name: "mips64le", goarch: "mips64le", emulator: "qemu-mips64el"},
	{name: "mipsle", goarch: "mipsle", emulator: "qemu-mipsel"},
	{name: "ppc64", goarch: "ppc64", emulator: "qemu-ppc64"},
	{name: "ppc64le", goarch: "ppc64le", emulator: "qemu-ppc64le"},
	{name: "riscv64", goarch: "riscv64", emulator: "qemu-riscv64"},
	{name: "s390x", goarch: "s390x", emulator: "qemu-s390x"},
}

// packages are the Debian packages of the programs that a target needs.
var packages = map[string]string{"qemu": "qemu-user", "taskset": "util-linux"}

// unsupported says why this host can never run the target, or nothing.
func (t target) unsupported() string {
	switch {
	case runtime.GOOS != "linux":
		return "qemu-user needs a Linux host"
	case len(t.hosts) > 0 && !strings.Contains(strings.Join(t.hosts, " "), runtime.GOARCH):
		return fmt.Sprintf("runs natively on %s only: qemu-i386 crashes on Go programs", strings.Join(t.hosts, " and "))
	}
	return ""
}

// command returns the words to put before the test binary. slot is the number of the runner, each of which pins to a
// processor of its own if there are enough.
func (t target) command(slot int) ([]string, error) {
	words := strings.Fields(t.emulator)
	if t.pinned {
		words = append([]string{"taskset", "-c", fmt.Sprint(allowedProcessor(slot))}, words...)
	}
	for _, program := range words {
		kind, _, _ := strings.Cut(program, "-")
		if missing := packages[kind]; missing != "" {
			if _, err := exec.LookPath(program); err != nil {
				return nil, fmt.Errorf("%s is not installed (Debian package %s)", program, missing)
			}
		}
	}
	return words, nil
}

// selected returns the targets that a comma-separated list of names or architectures asks for, or all for an empty
// list.
func selected(list string) ([]target, error) {
	if list == "" {
		return targets, nil
	}
	var chosen []target
	for _, name := range strings.Split(list, ",") {
		before := len(chosen)
		for _, t := range targets {
			if name == t.name || name == t.goarch {
				chosen = append(chosen, t)
			}
		}
		if len(chosen) == before {
			return nil, fmt.Errorf("-run %s: no target %q; targets are %s", list, name, names())
		}
	}
	return chosen, nil
}

func names() string {
	list := make([]string, len(targets))
	for i, t := range targets {
		list[i] = t.name
	}
	return strings.Join(list, " ")
}

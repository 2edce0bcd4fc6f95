//go:build unix

package main

import (
	"fmt"
	"os"
	"strings"
)

// allowedProcessor is the number of a processor that this process may use, a different one for each slot while there
// are enough.
func allowedProcessor(slot int) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, list, _ := strings.Cut(string(status), "Cpus_allowed_list:")
	list, _, _ = strings.Cut(list, "\n")
	var allowed []int
	for _, part := range strings.Split(strings.TrimSpace(list), ",") {
		var first, last int
		if n, _ := fmt.Sscanf(part, "%d-%d", &first, &last); n == 1 {
			last = first
		}
		for cpu := first; cpu <= last; cpu++ {
			allowed = append(allowed, cpu)
		}
	}
	return allowed[slot%len(allowed)]
}

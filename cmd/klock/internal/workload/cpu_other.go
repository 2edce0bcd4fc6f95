//go:build !unix

package workload

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }

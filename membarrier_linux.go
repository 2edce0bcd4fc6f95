//go:build amd64 && !purego && !race && !klock_model

package klock

import "golang.org/x/sys/unix"

// Commands of membarrier(2), from linux/membarrier.h.
const (
	membarrierQuery                    = 0
	membarrierPrivateExpedited         = 1 << 3
	membarrierRegisterPrivateExpedited = 1 << 4
)

// membarrierSupported asks the kernel whether it can fence the running threads of this process.
func membarrierSupported() bool {
	commands, _, errno := unix.RawSyscall(unix.SYS_MEMBARRIER, membarrierQuery, 0, 0)
	const needed = membarrierPrivateExpedited | membarrierRegisterPrivateExpedited
	return errno == 0 && commands&needed == needed
}

// registerMembarrier announces the use of membarrier. It takes 8 to 75 milliseconds while other threads run.
func registerMembarrier() bool {
	_, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, membarrierRegisterPrivateExpedited, 0, 0)
	return errno == 0
}

// membarrier is a sequentially consistent fence here and on every running thread of the process. It reports false if the
// kernel refused.
func membarrier() bool {
	_, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, membarrierPrivateExpedited, 0, 0)
	return errno == 0
}

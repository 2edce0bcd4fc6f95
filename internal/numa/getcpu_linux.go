package numa

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// getcpu asks the kernel for the number of the processor. It returns 0 if the kernel refuses.
func getcpu() uint32 {
	var number uint32
	if _, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&number)), 0, 0); errno != 0 {
		return 0
	}
	return number
}

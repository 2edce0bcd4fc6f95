package numa

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/klock-go/klock/internal/testenv"
)

// TestProcessor binds the thread to each processor that it may use and asks where it runs, and on which of
// two nodes that is.
func TestProcessor(t *testing.T) {
	if testenv.Emulated() {
		t.Skip("the emulator does not bind threads")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Skip(err)
	}
	defer unix.SchedSetaffinity(0, &before)
	defer PretendNodes(2)()
	for want := range 64 {
		if !before.IsSet(want) {
			continue
		}
		var one unix.CPUSet
		one.Set(want)
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			t.Skip(err)
		}
		if got := processor(); got != uint32(want) {
			t.Errorf("processor is %d on processor %d", got, want)
		}
		if got := getcpu(); got != uint32(want) {
			t.Errorf("getcpu is %d on processor %d", got, want)
		}
		if got := Node(); got != uint32(want%2) {
			t.Errorf("processor %d is on node %d of two in turn", want, got)
		}
	}
}

package contender

import (
	"os/exec"
	"regexp"
	"testing"
)

// The uncontended loops must measure what a user's code does: calls that inline for a user are not calls here.
func TestCallsInline(t *testing.T) {
	listing, err := exec.Command("go", "build", "-gcflags=-S", ".").CombinedOutput()
	if err != nil {
		t.Skipf("go build: %v\n%s", err, listing)
	}
	for _, tc := range []struct {
		loop    string
		inlines string
	}{
		{"syncMutexLock", `sync\.\(\*Mutex\)\.(Lock|Unlock)`},
		{"syncRWMutexRLock", `sync\.\(\*RWMutex\)\.(RLock|RUnlock)`},
		{"qrwlockRWMutexLock", `qrwlock\.\(\*RWMutex\)\.Lock`},
		{"qrwlockRWMutexRLock", `qrwlock\.\(\*RWMutex\)\.(RLock|RUnlock)`},
		{"qrwlockRWMutexTryLock", `qrwlock\.\(\*RWMutex\)\.TryLock`},
		{"qspinlockMutexLock", `qspinlock\.\(\*Mutex\)\.Lock`},
	} {
		function := regexp.MustCompile(`(?m)^\S+\.` + tc.loop + ` STEXT(.*\n\t)*`).Find(listing)
		if function == nil {
			t.Errorf("%s is not in the compiler's listing", tc.loop)
			continue
		}
		if call := regexp.MustCompile(`CALL\s+\S*` + tc.inlines + `\(SB\)`).Find(function); call != nil {
			t.Errorf("%s has a %s", tc.loop, call)
		}
	}
}

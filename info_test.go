package klock_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/klock-go/klock"
)

func TestInfo(t *testing.T) {
	info := klock.Info()
	if want := runtime.GOOS + "/" + runtime.GOARCH; info.Target != want {
		t.Errorf("Target is %q, want %q", info.Target, want)
	}
	if info.NanosecondsPerPause <= 0 {
		t.Errorf("NanosecondsPerPause is %v, want a length", info.NanosecondsPerPause)
	}
	native := strings.HasSuffix(info.Backend, "assembly")
	if native && !strings.HasPrefix(info.Backend, runtime.GOARCH) {
		t.Errorf("Backend is %q on %s", info.Backend, runtime.GOARCH)
	}
	if got, want := info.LSE != "", native && runtime.GOARCH == "arm64"; got != want {
		t.Errorf("LSE is %q with backend %q", info.LSE, info.Backend)
	}
	if got, want := info.Membarrier != "", native && runtime.GOARCH == "amd64"; got != want {
		t.Errorf("Membarrier is %q with backend %q", info.Membarrier, info.Backend)
	}
	if info.WFEParks && !info.EventStream {
		t.Error("WFE is used without an event stream")
	}
	for _, line := range []string{info.Target, info.Backend, info.ByteOrder} {
		if !strings.Contains(info.String(), line) {
			t.Errorf("String does not say %q:\n%s", line, info)
		}
	}
}

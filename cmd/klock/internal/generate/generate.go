// Package generate is what this module's generators share.
package generate

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"testing"
)

// Write formats the source that a generator made and writes it to a file. It ends the process if that fails.
func Write(path string, source []byte) {
	text, err := format.Source(source)
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// Check fails a generator's test if the file is not what Write would write.
func Check(t *testing.T, path string, source []byte) {
	t.Helper()
	want, err := format.Source(source)
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is stale; go generate ./... in cmd/klock writes it anew", path)
	}
}

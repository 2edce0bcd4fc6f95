package main

import (
	"bytes"
	"os"
	"testing"
)

func TestLoopsAreUpToDate(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../pairs_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("pairs_generated.go is stale; go generate in internal/contender writes it anew")
	}
}

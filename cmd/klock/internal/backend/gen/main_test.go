package main

import (
	"bytes"
	"os"
	"testing"
)

func TestOperationsAreUpToDate(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../operations.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("operations.go is stale; go generate in internal/backend writes it anew")
	}
}

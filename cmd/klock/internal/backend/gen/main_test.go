package main

import (
	"testing"

	"github.com/klock-go/klock/cmd/klock/internal/generate"
)

func TestOperationsAreUpToDate(t *testing.T) { generate.Check(t, "../operations.go", source()) }

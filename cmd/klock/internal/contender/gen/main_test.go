package main

import (
	"testing"

	"github.com/klock-go/klock/cmd/klock/internal/generate"
)

func TestLoopsAreUpToDate(t *testing.T) { generate.Check(t, "../pairs_generated.go", source()) }

module github.com/klock-go/klock/tests/golden

go 1.26.0

require golang.org/x/arch v0.33.0

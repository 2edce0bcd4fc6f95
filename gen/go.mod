module github.com/klock-go/klock/gen

go 1.25

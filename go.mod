module github.com/klock-go/klock

go 1.25

// The command is a module of its own so that importers of the locks do not get its dependencies. Its locks are those of
// the checkout it lies in: in the workspace by go.work, elsewhere (GOWORK=off) by the replacement. The version is what
// go mod tidy writes for a replaced module, and names nothing.
module github.com/klock-go/klock/cmd/klock

go 1.26.0

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794
	github.com/klock-go/klock v0.0.0-00010101000000-000000000000
	github.com/puzpuzpuz/xsync/v4 v4.5.0
	github.com/schollz/progressbar/v3 v3.19.1
	golang.org/x/term v0.48.0
)

require (
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace github.com/klock-go/klock => ../..

package main

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far a suite has come: a bar on a terminal, otherwise a line per stage.
type progress struct {
	w           io.Writer
	bar         *progressbar.ProgressBar
	stage, last int
}

// newProgress expects so many stages of so many steps each.
func newProgress(w io.Writer, stages, steps int) *progress {
	p := &progress{w: w, last: stages}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(stages*steps,
			progressbar.OptionSetWriter(w),
			progressbar.OptionFullWidth(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish())
	}
	return p
}

func (p *progress) begin(name string) {
	p.stage++
	if p.bar != nil {
		p.bar.Describe(name)
		return
	}
	fmt.Fprintf(p.w, "[%d/%d] %s\n", p.stage, p.last, name)
}

func (p *progress) step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// clear takes the bar off the screen, so that a result can be printed there.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

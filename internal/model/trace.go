package model

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

// Step is one step in the story of an execution.
type Step struct {
	Goroutine string
	Function  string
	Place     string // file:line
	What      string // operation, operand, values
}

func (s Step) String() string {
	return fmt.Sprintf("%-8s %-34s %-22s %s", s.Goroutine, s.Function, s.Place, s.What)
}

// Story prints the steps one a line.
func Story(steps []Step) string {
	var b strings.Builder
	for i, s := range steps {
		fmt.Fprintf(&b, "%4d %s\n", i+1, s)
	}
	return b.String()
}

// site is where in the client or the lock an operation was called.
type site struct{ function, place string }

func (s site) at() string {
	if s.place == "" {
		return ""
	}
	return " (" + s.place + ")"
}

// modulePath is what the engine and the seam have in front of their functions' names.
const modulePath = "github.com/klock-go/klock"

// caller returns the first caller outside of the engine and the seam.
func caller() site {
	var pcs [24]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		inner, seam := strings.CutPrefix(f.Function, modulePath+".")
		seam = seam && !strings.HasSuffix(f.File, "_test.go") && inner != ""
		if !seam && !strings.HasPrefix(f.Function, modulePath+"/internal/model.") || !more {
			function := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
			return site{function, f.File[strings.LastIndexByte(f.File, '/')+1:] + ":" + strconv.Itoa(f.Line)}
		}
	}
}

// namedRange is a name for some memory.
type namedRange struct {
	start, size uintptr
	name        string
}

// nameOf names an operand.
func (e *engine) nameOf(location int16, mask uint64) string {
	l := &e.locations[location]
	name := fmt.Sprintf("word%d", location)
	for g := range e.barriers {
		if l.word == unsafe.Pointer(&e.barriers[g]) {
			return "barrier of " + e.goroutines[g-1].name
		}
	}
	for _, n := range e.names {
		if offset := uintptr(l.word) - n.start; offset < n.size {
			name = n.name
			if offset > 0 {
				name += fmt.Sprintf("+%d", offset)
			}
		}
	}
	if whole := ^uint64(0) >> (64 - 8*l.size); mask&whole != whole {
		name += fmt.Sprintf("[mask %#x]", mask)
	}
	return name
}

// describeEvent says who wrote what an event wrote.
func (e *engine) describeEvent(id int32) string {
	w := &e.events[id]
	if w.goroutine == 0 {
		return "its initial value"
	}
	return fmt.Sprintf("step %d of %s", w.index, e.goroutines[w.goroutine-1].name)
}

// tell adds a step to the story.
func (e *engine) tell(g *goroutine, ev *event, way int32) {
	if !e.verbose {
		return
	}
	op := &g.op
	what := op.String()
	switch {
	case ev == nil:
		what += fmt.Sprintf(": %d", way)
	case !ev.fence:
		what += " " + e.nameOf(ev.location, ev.mask)
		l := &e.locations[ev.location]
		if ev.reads {
			place := int(way &^ timesOut)
			var from []string
			e.sources(l, place, ev.mask, func(id int32, _ *event) { from = append(from, e.describeEvent(id)) })
			what += fmt.Sprintf(": read %#x from %s", ev.got>>op.shift, strings.Join(from, " and "))
			if place < len(l.order)-1 {
				what += " (stale)"
			}
		}
		if ev.writes {
			what += fmt.Sprintf(": wrote %#x", ev.val>>op.shift)
			if int(ev.place) < len(l.order) {
				what += fmt.Sprintf(" before %s in modification order", e.describeEvent(l.order[ev.place]))
			}
		}
		if way&timesOut != 0 && op.cond != nil {
			what += ", timed out"
		}
		what = fmt.Sprintf("%d: ", ev.index) + what
	default:
		what = fmt.Sprintf("%d: ", ev.index) + what
	}
	e.story = append(e.story, Step{g.name, op.site.function, op.site.place, what})
}

func (e *engine) tellData(g *goroutine, d *Data, what string, at site) {
	e.story = append(e.story, Step{g.name, at.function, at.place, what + " of " + d.name})
}

// describeBlocked says what each goroutine that has not finished waits for.
func (e *engine) describeBlocked() string {
	var all []string
	for _, g := range e.goroutines {
		if !g.finished {
			l := &e.locations[g.op.location]
			val := e.valueAt(l, len(l.order)-1, g.op.mask) >> g.op.shift
			all = append(all, fmt.Sprintf("%s waits%s for %s, which stays %#x", g.name, g.op.site.at(),
				e.nameOf(g.op.location, g.op.mask), val))
		}
	}
	return strings.Join(all, "; ")
}

// A trace is the list of choices: a letter for the goroutine and the way, in base 32; "-" defers.
func encodeTrace(path []choice) string {
	var b strings.Builder
	for _, c := range path {
		b.WriteByte('A' + byte(c.goroutine-1))
		switch {
		case c.value == deferral:
			b.WriteByte('-')
		case c.value&timesOut != 0:
			b.WriteString("~" + strconv.FormatInt(int64(c.value&^timesOut), 32))
		default:
			b.WriteString(strconv.FormatInt(int64(c.value), 32))
		}
	}
	return b.String()
}

func decodeTrace(trace string) []choice {
	var path []choice
	for len(trace) > 0 {
		c := choice{goroutine: int8(trace[0]-'A') + 1}
		end := 1 + strings.IndexAny(trace[1:], "ABCDEFGH")
		if end == 0 {
			end = len(trace)
		}
		way := trace[1:end]
		trace = trace[end:]
		if way == "-" {
			c.value = deferral
		} else {
			digits, timed := strings.CutPrefix(way, "~")
			n, err := strconv.ParseInt(digits, 32, 32)
			if err != nil {
				panic(fmt.Sprintf("model: %q is not a step of a trace", way))
			}
			c.value = int32(n)
			if timed {
				c.value += timesOut
			}
		}
		path = append(path, c)
	}
	return path
}

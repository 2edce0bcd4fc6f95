package model

import "fmt"

// Data is plain data that the locks protect: its accesses are not atomic, and two of them, one a write, that neither
// happens before the other are a data race.
type Data struct {
	name    string
	val     uint64
	writer  access
	readers [maxGoroutines]access
}

// access is the last access of a goroutine: it is known to those who know the goroutine's event number index.
type access struct {
	goroutine int8
	index     uint16
	site      site
}

// NewData returns data with the value 0.
func NewData(name string) *Data { return &Data{name: name} }

// Load reads the data.
func (d *Data) Load() uint64 {
	d.check("read", false)
	return d.val
}

// Store writes the data.
func (d *Data) Store(val uint64) {
	d.check("write", true)
	d.val = val
}

// check reports a race of an access with an earlier one, and records it.
func (d *Data) check(what string, writes bool) {
	if conflict, _ := d.touch(what, writes); conflict != "" {
		active.violate("data race", "%s", conflict)
	}
}

// touch records an access and returns how it races with an earlier one, or "", and whether the two could even happen at
// the same time: neither depends on the other in program order and reads-from.
func (d *Data) touch(what string, writes bool) (conflict string, simultaneous bool) {
	e := active
	if e == nil || e.current == nil {
		return "", false
	}
	g := e.current
	now := access{goroutine: g.id, index: g.view.happened[g.id] + 1}
	if e.verbose {
		now.site = caller()
		e.tellData(g, d, what, now.site)
	}
	against := func(other access, how string) {
		if other.index != 0 && other.goroutine != g.id && !g.view.happened.knows(other.goroutine, other.index) {
			conflict = fmt.Sprintf("%s of %s by %s%s is not ordered with the %s by %s%s", what, d.name, g.name, now.site.at(),
				how, e.goroutines[other.goroutine-1].name, other.site.at())
			simultaneous = simultaneous || !g.view.caused.knows(other.goroutine, other.index)
		}
	}
	against(d.writer, "write")
	if writes {
		for _, r := range d.readers {
			against(r, "read")
		}
		d.writer = now
	} else {
		d.readers[g.id] = now
	}
	return conflict, simultaneous
}

// Section is a critical section, with the data in it.
type Section struct{ data *Data }

// NewSection returns a section that nobody has been in.
func NewSection(name string) *Section { return &Section{NewData(name)} }

// Write goes through the section as one who must be alone in it.
func (s *Section) Write() {
	s.enter("write", true)
	s.data.val++
}

// Read goes through the section as one who may share it with readers.
func (s *Section) Read() { s.enter("read", false) }

// Written returns how often Write has been called.
func (s *Section) Written() int { return int(s.data.val) }

func (s *Section) enter(what string, writes bool) {
	switch conflict, simultaneous := s.data.touch(what, writes); {
	case simultaneous:
		active.violate("exclusion", "mutual exclusion violated: %s, nor does one depend on the other", conflict)
	case conflict != "":
		active.violate("data race", "%s", conflict)
	}
}

// Assert reports a violation if held is false; bounds of fairness are checked with it.
func Assert(held bool, format string, args ...any) {
	if !held {
		if active == nil {
			panic(fmt.Sprintf(format, args...))
		}
		active.violate("assertion", format, args...)
	}
}

// Misused reports that a lock found itself misused. It returns false outside of an exploration.
func Misused(message string) bool {
	if active == nil {
		return false
	}
	active.violate("misuse", "%s", message)
	return true
}

// NodeAllocated, NodeFreed and NodeUsed tell of the life of a queue node: whoever uses it must do so after its
// allocation and before it is freed.
func NodeAllocated(node any) { touchNode(node, "allocation", true) }

// NodeFreed is described at NodeAllocated.
func NodeFreed(node any) { touchNode(node, "release", true) }

// NodeUsed is described at NodeAllocated.
func NodeUsed(node any) { touchNode(node, "use", false) }

func touchNode(node any, what string, writes bool) {
	e := active
	if e == nil || e.current == nil {
		return
	}
	if e.nodes == nil {
		e.nodes = map[any]*Data{}
	}
	d := e.nodes[node]
	if d == nil {
		d = NewData(fmt.Sprintf("node %d", len(e.nodes)+1))
		e.nodes[node] = d
	}
	allocated := d.val == 1
	conflict, _ := d.touch(what, writes)
	if conflict == "" && allocated != (what != "allocation") {
		conflict = fmt.Sprintf("%s of %s by %s, which is %s", what, d.name, e.current.name, map[bool]string{true: "in use", false: "free"}[allocated])
	}
	if conflict != "" {
		e.violate("recycled node", "%s", conflict)
	}
	if writes {
		d.val = map[bool]uint64{true: 0, false: 1}[allocated]
	}
}

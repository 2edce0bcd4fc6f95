package model

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// goroutine is one goroutine of the client. It is a coroutine: exactly one runs, and passes the baton at an operation.
type goroutine struct {
	id       int8
	name     string
	body     func()
	resume   func() (struct{}, bool)
	stop     func()
	pass     func(struct{}) bool
	finished bool
	started  bool
	op       operation // the next operation
	result   result    // of the last one
	view     view
	deferred bool  // the operation must read something from event number since on
	since    int32 // see deferred
	paid     clock // for each goroutine it fell behind, the first event of that one it had not seen
	timeouts int   // waits that timed out by choice
	refusals int   // calls of FenceOthers that were refused by choice
}

// view is what a goroutine knows.
type view struct {
	happened clock // happens-before
	caused   clock // program order and reads-from
	fenced   clock // happened, at the last release fence
	seen     clock // what relaxed reads have seen published; an acquire fence adds it to happened
}

// abandoned is the panic that unwinds a goroutine whose run has ended.
type abandoned struct{}

// engine runs executions of one client.
type engine struct {
	graph
	config     Config
	client     func(*Run)
	run        *Run
	strategy   strategy
	goroutines []*goroutine // those of this run
	pool       []*goroutine // coroutines, kept from run to run
	current    *goroutine   // who has the baton, nil outside the client's goroutines
	next       *goroutine
	abandoning bool
	failure    *Failure
	discarded  bool
	evaluating bool // a condition of a wait
	names      []namedRange
	nodes      map[any]*Data         // life cycle of queue nodes
	fences     int                   // calls of FenceOthers
	barriers   [maxGoroutines]uint32 // words that order a goroutine's releases with FenceOthers, by goroutine
	steps      int
	verbose    bool
	story      []Step
}

// strategy makes the choices of an execution.
type strategy interface {
	// choose picks the next step, or none if there is none to take.
	choose() (choice, bool)
	// raced tells of a read that has been performed and of a later, concurrent write it could have read.
	raced(read *event)
	// path returns the choices so far.
	path() []choice
}

// active is the engine that runs; executions are strictly sequential.
var active *engine

// execute runs the client once.
func (e *engine) execute() {
	e.reset()
	e.goroutines = e.goroutines[:0]
	e.failure, e.discarded, e.current, e.next, e.steps = nil, false, nil, nil, 0
	e.names = e.names[:0]
	e.story = e.story[:0]
	e.nodes, e.fences = nil, 0
	e.run = &Run{engine: e}
	e.client(e.run)
	e.dispatch()
	for e.next != nil {
		g := e.next
		e.next = nil
		e.give(g)
	}
	e.abandoning = true
	for _, g := range e.goroutines {
		if g.started && !g.finished {
			e.give(g)
		}
	}
	e.abandoning = false
	if e.failure == nil && !e.discarded && e.run.after != nil {
		e.run.after()
	}
}

func (e *engine) give(g *goroutine) {
	e.current, g.started = g, true
	g.resume()
	e.current = nil
}

// spawn makes a goroutine of this run, on a coroutine of an earlier run if there is one.
func (e *engine) spawn(name string, body func()) {
	n := len(e.goroutines)
	if n == maxGoroutines-1 {
		panic(fmt.Sprintf("model: more than %d goroutines", maxGoroutines-1))
	}
	if n == len(e.pool) {
		g := &goroutine{id: int8(n + 1)}
		g.resume, g.stop = iter.Pull(func(pass func(struct{}) bool) {
			g.pass = pass
			for {
				e.runBody(g)
				if !pass(struct{}{}) {
					return
				}
			}
		})
		e.pool = append(e.pool, g)
	}
	g := e.pool[n]
	*g = goroutine{id: g.id, resume: g.resume, stop: g.stop, pass: g.pass, name: name, body: body}
	g.op = operation{kind: opStart, location: -1}
	e.goroutines = append(e.goroutines, g)
}

func (e *engine) runBody(g *goroutine) {
	defer func() {
		g.finished = true
		switch r := recover(); r.(type) {
		case nil:
		case abandoned:
			return
		default:
			e.fail("panic", "panic: %v\n%s", r, debug.Stack())
			return
		}
		e.dispatch()
	}()
	g.body()
}

// close ends the coroutines.
func (e *engine) close() {
	for _, g := range e.pool {
		g.stop()
	}
}

// do carries out an operation of the goroutine that has the baton: it waits until the strategy chooses it.
func (e *engine) do(op operation) result {
	g := e.current
	if e.evaluating {
		panic("model: the condition of a wait must not touch shared memory")
	}
	if e.abandoning || e.failure != nil {
		panic(abandoned{})
	}
	if e.verbose {
		op.site = caller()
	}
	g.op = op
	e.dispatch()
	if e.next != g {
		g.pass(struct{}{})
		if e.abandoning {
			panic(abandoned{})
		}
	}
	e.next = nil
	return g.result
}

// dispatch performs the next step and names in e.next who goes on, or nobody when the execution has ended.
func (e *engine) dispatch() {
	e.next = nil
	if e.failure != nil {
		return
	}
	c, ok := e.strategy.choose()
	if !ok {
		return
	}
	if e.steps++; e.steps > e.config.MaxSteps {
		e.fail("livelock", "no end after %d steps", e.config.MaxSteps)
		return
	}
	g := e.goroutines[c.goroutine-1]
	e.perform(g, c.value)
	if e.failure == nil {
		e.next = g
	}
}

// violate ends the execution with a violation by the goroutine that has the baton.
func (e *engine) violate(kind, format string, args ...any) {
	e.fail(kind, format, args...)
	if e.current != nil {
		panic(abandoned{})
	}
}

// fail ends the execution with a violation.
func (e *engine) fail(kind, format string, args ...any) {
	if e.failure != nil {
		return
	}
	e.failure = &Failure{Kind: kind, Message: fmt.Sprintf(format, args...)}
	e.next = nil
}

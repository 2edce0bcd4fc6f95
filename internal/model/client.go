package model

import (
	"fmt"
	"time"
	"unsafe"
)

// Config bounds an exploration. The zero value of a field is its default.
type Config struct {
	// Preemptions is the most times that an execution defers a goroutine that could go on, or lets one fall behind what
	// another has written; or -1 for no bound. See docs/model.md.
	Preemptions int
	// Timeouts is the most timed waits of one goroutine that end by choice before their condition holds. When nothing
	// else can happen a timed wait ends in any case.
	Timeouts int
	// Refusals is the most calls of FenceOthers of one goroutine that report false.
	Refusals int
	// Release is how StoreThenLoad orders.
	Release ReleaseForm
	// MaxSteps is the length at which an execution counts as a livelock; 2,000 by default.
	MaxSteps int
	// MaxExecutions ends the exploration early, and Deadline does; the result says so.
	MaxExecutions int
	Deadline      time.Time
	// Samples, if not 0, takes that many random executions from Seed on instead of all.
	Samples int
	Seed    uint64
	// Interleave explores every interleaving, without reduction.
	Interleave bool
	// Replay is the trace of one execution to run, or empty.
	Replay string

	observe func(*engine) // sees each complete execution
}

// ReleaseForm is one of the forms that StoreThenLoad has on processors.
type ReleaseForm uint8

const (
	// WithMembarrier is the form of amd64: a plain store while no waiter asked for an exchange; FenceOthers is needed.
	WithMembarrier ReleaseForm = iota
	// Ordered is the form of arm64, where the store and the load are ordered by the processor.
	Ordered
	// WithExchange is the form of amd64 where membarrier is refused.
	WithExchange
)

func (f ReleaseForm) String() string { return [...]string{"membarrier", "ordered", "exchange"}[f] }

// Result is what an exploration found.
type Result struct {
	Executions int            // complete executions, each with a graph of its own
	Discarded  int            // executions that were given up because another covers them
	States     int            // choices made for the first time
	Steps      int            // operations run, replayed ones included
	Bounded    bool           // a bound cut something off
	Outcomes   map[string]int // executions by outcome
	Failure    *Failure       // the first violation, which ends the exploration
	Elapsed    time.Duration
}

// Failure is a violation.
type Failure struct {
	Kind    string // exclusion, data race, deadlock, livelock, assertion, recycled node, misuse, panic
	Message string
	Trace   string // for Config.Replay
	Story   []Step // the execution
}

func (f *Failure) Error() string { return f.Kind + ": " + f.Message }

// Run is one execution, as the client sees it while it sets up.
type Run struct {
	engine  *engine
	after   func()
	outcome string
}

// Go adds a goroutine to the client.
func (r *Run) Go(name string, body func()) { r.engine.spawn(name, body) }

// After is called when all goroutines have finished; its reads see the last values.
func (r *Run) After(f func()) { r.after = f }

// Outcome records what the execution led to, for Result.Outcomes.
func (r *Run) Outcome(format string, args ...any) { r.outcome = fmt.Sprintf(format, args...) }

// Name gives the size bytes at p a name in the story of an execution.
func (r *Run) Name(p unsafe.Pointer, size uintptr, name string) {
	r.engine.names = append(r.engine.names, namedRange{uintptr(p), size, name})
}

// Goroutine is the number of the client's goroutine that runs, from 1, or 0.
func Goroutine() int {
	if active == nil || active.current == nil {
		return 0
	}
	return int(active.current.id)
}

// Explore runs the client in every way that config admits, or until a violation is found.
func Explore(config Config, client func(*Run)) Result {
	if active != nil {
		panic("model: an exploration inside an exploration")
	}
	if config.MaxSteps == 0 {
		config.MaxSteps = 2000
	}
	e := &engine{config: config, client: client}
	active = e
	defer func() {
		e.close()
		active = nil
	}()
	start := time.Now()
	result := Result{Outcomes: map[string]int{}}
	switch {
	case config.Replay != "":
		result.replay(e, config.Replay)
	case config.Samples > 0:
		x := &sampler{engine: e}
		e.strategy = x
		for i := range config.Samples {
			x.begin(config.Seed + uint64(i))
			if !result.count(e) {
				break
			}
		}
		result.Bounded = true
	case config.Interleave:
		x := &interleaver{engine: e}
		e.strategy = x
		for more := true; more; more = x.backtrack() {
			x.begin()
			if !result.count(e) {
				break
			}
		}
		result.States = x.created
	default:
		x := &explorer{engine: e}
		e.strategy = x
		for more := true; more; more = x.backtrack() {
			x.begin()
			if !result.count(e) {
				break
			}
		}
		result.States, result.Bounded = x.created, result.Bounded || x.bounded
	}
	if f := result.Failure; f != nil && config.Replay == "" {
		f.Trace = encodeTrace(e.strategy.path())
		var again Result
		again.Outcomes = map[string]int{}
		again.replay(e, f.Trace)
		if again.Failure == nil || again.Failure.Kind != f.Kind {
			panic(fmt.Sprintf("model: the client is not deterministic: %v did not come again", f))
		}
		f.Message, f.Story = again.Failure.Message, again.Failure.Story // the replay knows lines
	}
	result.Elapsed = time.Since(start)
	return result
}

// count runs one execution and says whether to go on.
func (r *Result) count(e *engine) bool {
	e.execute()
	r.Steps += e.steps
	switch {
	case e.failure != nil:
		r.Failure = e.failure
		return false
	case e.discarded:
		r.Discarded++
	default:
		r.Executions++
		r.Outcomes[e.run.outcome]++
		if e.config.observe != nil {
			e.config.observe(e)
		}
	}
	if e.config.MaxExecutions > 0 && r.Executions >= e.config.MaxExecutions ||
		!e.config.Deadline.IsZero() && time.Now().After(e.config.Deadline) {
		r.Bounded = true
		return false
	}
	return true
}

// replay runs the execution of a trace with its story.
func (r *Result) replay(e *engine, trace string) {
	e.strategy = &replayer{engine: e, steps: decodeTrace(trace)}
	e.verbose = true
	r.count(e)
	if r.Failure != nil {
		r.Failure.Trace, r.Failure.Story = trace, e.story
	}
}

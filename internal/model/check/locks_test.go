//go:build klock_model

package check

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/klock-go/klock/internal/model"
)

var (
	long   = flag.Bool("model.long", false, "explore the large bounds, which takes hours")
	replay = flag.String("model.replay", "", "run one execution of the client that -run selects and print its story")
	table  = flag.Bool("model.table", false, "print what was explored as a Markdown table")
)

// subject is one lock in one execution: what its clients can do with it, by letter. An operation that writes the section
// returns how often. What is under atEnd is run when all goroutines have finished.
type subject map[byte]func() (writes int)

const atEnd = 0

// lockUnderTest is a lock and the clients that explore it. A client is a word of letters for each goroutine.
type lockUnderTest struct {
	name    string
	make    func(*model.Run, *model.Section) subject
	clients []client
}

// client is one client of a lock with its bounds.
type client struct {
	programs string // the goroutines' programs, separated by |
	quick    int    // preemption bound of the quick mode: 0 is none, skip leaves the client to the long mode
	long     int    // of the long mode
	config   model.Config
	final    func(writes int) string // what is wrong in the end, or ""
}

const (
	exhaustive = 0
	skip       = -1
)

// letters explains the table.
const letters = "W: Lock and Unlock. R: RLock and RUnlock. T, t: TryLock, TryRLock. V: RLock, then RLockRecursive. D: Lock, " +
	"Downgrade, RUnlock. U: RLockUnfair. C, c: LockContext, RLockContext. X: the end of their context. Y: the same, inside of Lock " +
	"and Unlock. S: Lock, which stops when it is asked. N: unlock without an atomic operation. O: a change of a neighbouring bit. P: Lock, an invitation, Unlock. M: the invitation, RLock, a meeting of two, RUnlock. G: get and put a node. H: two nodes."

func TestLocks(t *testing.T) {
	var rows, sums []string
	for _, l := range locks() {
		t.Run(l.name, func(t *testing.T) {
			sum := sum{lock: l.name}
			for _, c := range l.clients {
				t.Run(c.name(), func(t *testing.T) {
					result := l.explore(t, c)
					rows = append(rows, l.row(c, result))
					sum.add(result)
				})
			}
			sums = append(sums, sum.row())
		})
	}
	if *table {
		fmt.Printf("%s\n\n| lock | client | bound | executions | seconds |\n|---|---|---|---|---|\n%s\n", letters, strings.Join(rows, "\n"))
		fmt.Printf("\n| lock | clients | bounded | exhaustive | executions | seconds |\n|---|---|---|---|---|---|\n%s\n", strings.Join(sums, "\n"))
	}
}

// name is the client's programs and, where it is not the default, its configuration.
func (c client) name() string {
	name := c.programs
	if c.config.Release != model.WithMembarrier {
		name += " " + c.config.Release.String()
	}
	if c.config.Refusals > 0 {
		name += " refusals"
	}
	return name
}

// explore runs one client.
func (l lockUnderTest) explore(t *testing.T, c client) model.Result {
	bound := c.bound()
	if bound == skip {
		t.Skip("left to -model.long")
	}
	config := c.config
	config.Replay, config.Preemptions = *replay, bound
	if bound == exhaustive {
		config.Preemptions = -1
	}
	result := model.Explore(config, func(r *model.Run) { l.client(r, c) })
	if failure := result.Failure; failure != nil {
		t.Fatalf("%v\n%s\nreplay: -run '%s' -model.replay %s", failure, model.Story(failure.Story), only(t), failure.Trace)
	}
	if *replay != "" {
		t.Fatal("the execution violates nothing")
	}
	if result.Executions == 0 {
		t.Fatal("no complete execution")
	}
	t.Logf("%s: %d executions, %d discarded, %d states, %.0f steps/s", c.explored(result), result.Executions, result.Discarded,
		result.States, float64(result.Steps)/result.Elapsed.Seconds())
	return result
}

// bound is the number of preemptions that the mode allows.
func (c client) bound() int {
	if *long {
		return c.long
	}
	return c.quick
}

// explored says how much of the client a result covers.
func (c client) explored(result model.Result) string {
	if result.Bounded {
		return fmt.Sprintf("%d preemptions", c.bound())
	}
	return "exhaustive"
}

// row is the client's row of the table.
func (l lockUnderTest) row(c client, result model.Result) string {
	return fmt.Sprintf("| %s | `%s` | %s | %d | %.1f |", l.name, strings.ReplaceAll(c.name(), "|", `\|`), c.explored(result),
		result.Executions, result.Elapsed.Seconds())
}

// sum is what was explored of a lock.
type sum struct {
	lock                            string
	clients, exhaustive, executions int
	elapsed                         time.Duration
}

func (s *sum) add(result model.Result) {
	s.clients++
	if !result.Bounded {
		s.exhaustive++
	}
	s.executions += result.Executions
	s.elapsed += result.Elapsed
}

func (s *sum) row() string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %.1f |", s.lock, s.clients, s.clients-s.exhaustive, s.exhaustive, s.executions,
		s.elapsed.Seconds())
}

// only is the argument of -run that selects nothing but t.
func only(t *testing.T) string {
	parts := strings.Split(t.Name(), "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// client sets up one execution.
func (l lockUnderTest) client(r *model.Run, c client) {
	section := model.NewSection("the data")
	s := l.make(r, section)
	writes := 0
	for i, program := range strings.Split(c.programs, "|") {
		r.Go(fmt.Sprintf("%c:%s", 'a'+i, program), func() {
			for _, letter := range []byte(program) {
				writes += s[letter]()
			}
		})
	}
	r.After(func() {
		model.Assert(section.Written() == writes, "%d writes were made and %d are left", writes, section.Written())
		if check := s[atEnd]; check != nil {
			check()
		}
		if c.final != nil {
			if wrong := c.final(writes); wrong != "" {
				model.Assert(false, "%s", wrong)
			}
		}
	})
}

// someWrite is the end of a client in which all goroutines try once: one must have succeeded.
func someWrite(writes int) string {
	if writes == 0 {
		return "every try failed"
	}
	return ""
}

func TestMain(m *testing.M) {
	flag.Parse()
	start := time.Now()
	code := m.Run()
	if testing.Verbose() {
		fmt.Printf("in all %.1f s\n", time.Since(start).Seconds())
	}
	os.Exit(code)
}

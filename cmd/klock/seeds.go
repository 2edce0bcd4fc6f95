package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/aclements/go-moremath/stats"

	"github.com/klock-go/klock/cmd/klock/internal/contender"
	"github.com/klock-go/klock/cmd/klock/internal/workload"
	"github.com/klock-go/klock/internal/numa"
)

// The seeds suite repeats, in kind, the tables of the discussions in which the kernel's queued locks came about, and
// puts what they published beside what this machine shows. Their machines had 4 to 80 processors.

// seedTable is one of the tables.
type seedTable struct {
	Title string    `json:"title"`
	Unit  string    `json:"unit"`
	Note  string    `json:"note,omitempty"`
	Rows  []seedRow `json:"rows"`
}

// seedRow is a case: what was published, empty where nobody did, how many processors the effect needs to show, and the
// median of the rounds with its quartiles.
type seedRow struct {
	Case       string  `json:"case"`
	Published  string  `json:"published,omitempty"`
	Processors int     `json:"processors_needed"`
	Measured   float64 `json:"measured"`
	Low        float64 `json:"lower_quartile"`
	High       float64 `json:"upper_quartile"`
}

// multiple makes a row of ratios, percent one of what they are more or less than 1.
func multiple(name, published string, processors int, s stats.Sample) seedRow {
	return seedRow{name, published, processors, s.Quantile(0.5), s.Quantile(0.25), s.Quantile(0.75)}
}

func percent(name, published string, processors int, s stats.Sample) seedRow {
	row := multiple(name, published, processors, s)
	row.Measured, row.Low, row.High = 100*(row.Measured-1), 100*(row.Low-1), 100*(row.High-1)
	return row
}

var seedMeasurements = []struct {
	name    string
	measure func(context.Context, *options) (seedTable, error)
}{
	{"uncontended", seedUncontended},
	{"byte compare-and-swap", seedByteSwap},
	{"reader-heavy load", seedReaderHeavy},
	{"conditional load", seedConditionalLoad},
	{"memory nodes", seedNodes},
}

func measureSeeds(ctx context.Context, o *options, show *progress) ([]seedTable, error) {
	var tables []seedTable
	for _, m := range seedMeasurements {
		show.begin("seeds: " + m.name)
		table, err := m.measure(ctx, o)
		if err != nil {
			return tables, err
		}
		tables = append(tables, table)
		show.step()
	}
	return tables, nil
}

// seedUncontended repeats the table of lock and unlock without contention (2013, 2.4 GHz Westmere: 15.7, 17.0, 17.2,
// 31.1 and 13.6 ns).
func seedUncontended(ctx context.Context, _ *options) (seedTable, error) {
	rows := []struct {
		name, published, lock string
		pair                  pair
	}{
		{"ticket lock", "1.00", "ticket.Mutex", pairs[0]},
		{"classic lock, read", "1.08", "baseline.RWBias", pairs[1]},
		{"classic lock, write", "1.10", "baseline.RWBias", pairs[0]},
		{"queue lock of 2013, read", "1.98", "baseline.QRW2013", pairs[1]},
		{"queue lock of 2013, write", "0.87", "baseline.QRW2013", pairs[0]},
		{"qrwlock.RWMutex, read", "", "qrwlock.RWMutex", pairs[1]},
		{"qrwlock.RWMutex, write", "", "qrwlock.RWMutex", pairs[0]},
	}
	var all []*series
	for _, r := range rows {
		c, _ := contender.Find(r.lock)
		loop := r.pair.loop(c.Pairs)
		all = append(all, &series{lock: r.name, loop: loop, n: batchSize(loop)})
	}
	for turn := range uncontendedRounds {
		if err := ctx.Err(); err != nil {
			return seedTable{}, err
		}
		takeTurns(all, turn)
	}
	table := seedTable{Title: "lock and unlock without contention", Unit: "times the ticket lock's"}
	for i, s := range all {
		table.Rows = append(table.Rows, multiple(rows[i].name, rows[i].published, 1, ratios(s.times, all[0].times)))
	}
	return table, nil
}

// seedByteSwap repeats the table of the waiting writer's compare-and-swap of a byte instead of the word (2015).
func seedByteSwap(ctx context.Context, o *options) (seedTable, error) {
	table := seedTable{
		Title: "time with the byte compare-and-swap instead of the word's, five reads to a write",
		Unit:  "% more or less",
	}
	published := []string{"-9.6", "-10.5", "-10.6", "-8.2", "-4.8", "-2.8", "-1.0", "-0.2", "0.0", "+0.1", "+0.4"}
	for i, goroutines := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20} {
		times, err := o.compareSeeds(ctx, goroutines, 6, 5, "baseline.QRW2015Word", "baseline.QRW2015")
		if err != nil {
			return table, err
		}
		name := fmt.Sprintf("%d goroutines", goroutines)
		table.Rows = append(table.Rows, percent(name, published[i], goroutines, ratios(times[1], times[0])))
	}
	return table, nil
}

// seedReaderHeavy repeats the comparison under a load of readers (2013, a file server with 200 to 1000 users on a
// disk workload).
func seedReaderHeavy(ctx context.Context, o *options) (seedTable, error) {
	table := seedTable{
		Title: "throughput against the classic lock, 64 goroutines, 99 reads to a write (published: a file server)",
		Unit:  "% more or less",
	}
	locks := []string{
		"baseline.RWBias", "baseline.RWBroadcast", "baseline.QRW2013", "baseline.QRW2013Stealing", "qrwlock.RWMutex",
		"qrwlock.ReaderBiased",
	}
	published := []string{"0", "+11.8", "+64.2", "+67.7", "", ""}
	times, err := o.compareSeeds(ctx, 64, 100, 100, locks...)
	if err != nil {
		return table, err
	}
	for i, lock := range locks {
		table.Rows = append(table.Rows, percent(lock, published[i], 40, ratios(times[0], times[i])))
	}
	return table, nil
}

// seedConditionalLoad repeats the comparison of waiting by a conditional load with a busy loop in a bit lock.
func seedConditionalLoad(ctx context.Context, o *options) (seedTable, error) {
	table := seedTable{
		Title: "bit lock, 8 goroutines, writes only: time with a busy loop against a conditional load " +
			"(published: 4 arm64 processors)",
		Unit: "times",
	}
	times, err := o.compareSeeds(ctx, 8, 1, 5, "bitlock.Bit32", "busy bit")
	if err != nil {
		return table, err
	}
	table.Rows = []seedRow{multiple("busy loop", "2 to 7", 4, ratios(times[1], times[0]))}
	return table, nil
}

// seedNodes repeats the comparison of the spin queue with and without preference for the holder's memory node (2024, a
// file copy on machines of 4 and 8 nodes), here of the locks alone.
func seedNodes(ctx context.Context, o *options) (seedTable, error) {
	table := seedTable{
		Title: "throughput with NUMA preference against without, 16 goroutines, writes only (published: a file copy " +
			"on 4 and 8 nodes)",
		Unit: "% more or less",
	}
	topology := fmt.Sprintf("%d nodes", numa.Machine().Nodes())
	if numa.Machine().Nodes() == 1 {
		topology = "fake topology"
		table.Note = "the topology is fake, each processor plays a node: the waiters are ordered as on a machine of that " +
			"kind, but nothing is further away than on this one, so the published effect cannot show"
		defer numa.PretendNodes(uint32(runtime.NumCPU()))()
	}
	for _, row := range []struct{ plain, near, published string }{
		{"osq.Queue", "osq.NUMAQueue", ""},
		{"osq.Mutex", "osq.NUMAMutex", "+48 to +124"},
		{"qspinlock.Mutex", "qspinlock.NUMAMutex", ""},
	} {
		times, err := o.compareSeeds(ctx, 16, 1, 100, row.plain, row.near)
		if err != nil {
			return table, err
		}
		table.Rows = append(table.Rows, percent(row.near+", "+topology, row.published, 16, ratios(times[0], times[1])))
	}
	return table, nil
}

const (
	roundsOfSeeds = 9
	// seedRounds is how many rounds the tables take together: two locks in eleven cases, six in one, two in four.
	seedRounds = roundsOfSeeds * (2*11 + 6 + 2*4)
)

// compareSeeds returns the nanoseconds that an operation of each lock takes, round by round, the locks taking turns.
func (o *options) compareSeeds(
	ctx context.Context, goroutines, writeEvery, units int, locks ...string,
) ([][]float64, error) {
	times := make([][]float64, len(locks))
	var runner workload.Runner
	for turn := range roundsOfSeeds {
		for i := range locks {
			who := (i + turn) % len(locks)
			c, _ := contender.Find(locks[who])
			round, err := runner.Run(ctx, c, workload.Config{
				Goroutines: goroutines, WriteEvery: writeEvery, Inside: units,
				For: o.seedRound, Seed: o.seed + uint64(turn),
			})
			if err != nil {
				return nil, err
			}
			times[who] = append(times[who], float64(round.Elapsed.Nanoseconds())/float64(max(1, round.Ops)))
		}
	}
	return times, nil
}

func printSeeds(w io.Writer, tables []seedTable) {
	processors := min(runtime.NumCPU(), runtime.GOMAXPROCS(0))
	for _, t := range tables {
		fmt.Fprintf(w, "\n%s, in %s\n", t.Title, t.Unit)
		table := newTable(w)
		fmt.Fprintln(table, "case\tpublished\tmeasured\tquartiles\t\t")
		tooFew := false
		for _, r := range t.Rows {
			name, published := r.Case, r.Published
			if r.Processors > processors {
				name, tooFew = name+"*", true
			}
			if published == "" {
				published = "-"
			}
			fmt.Fprintf(table, "%s\t%s\t%.2f\t%.2f\t%.2f\t\n", name, published, r.Measured, r.Low, r.High)
		}
		table.Flush()
		if tooFew {
			fmt.Fprintf(w, "*with %d processors the goroutines beyond them wait for a processor, not for the lock's cache "+
				"line, so the published effect cannot show in full\n", processors)
		}
		if t.Note != "" {
			fmt.Fprintln(w, t.Note)
		}
	}
}

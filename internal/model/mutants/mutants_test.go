//go:build klock_model

package mutants

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mutant is a fault in a lock: old, which must be in file once, becomes new.
type mutant struct {
	name, file, old, new string
	tests                string // the part of TestLocks that must notice, for -run
}

// TestMutants breaks the locks, one fault at a time, and expects TestLocks to fail. The faults are laid over the sources
// for the compiler alone; no file of the module changes.
func TestMutants(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		t.Run(strings.ReplaceAll(m.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			output, failed := runMutant(t, root, m)
			by := caught.FindStringSubmatch(output)
			switch {
			case strings.Contains(output, "[build failed]"):
				t.Fatalf("the mutant does not compile:\n%s", output)
			case !failed:
				t.Fatalf("not caught by %s", m.tests)
			case by == nil:
				t.Fatalf("not caught by an exploration:\n%s", output)
			}
			t.Logf("%s: caught by %s: %s", m.name, name.FindStringSubmatch(output)[1], by[1])
		})
	}
}

var (
	caught = regexp.MustCompile(`locks_test\.go:\d+: (.*)`)
	name   = regexp.MustCompile(`--- FAIL: (\S+/\S+/\S+) `)
)

// runMutant runs the tests that must notice m, and returns what they print and whether they failed.
func runMutant(t *testing.T, root string, m mutant) (output string, failed bool) {
	file := filepath.Join(root, filepath.FromSlash(m.file))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		t.Fatalf("%q is %d times in %s and must be there once", m.old, n, m.file)
	}
	dir := t.TempDir()
	mutated := filepath.Join(dir, "mutated.go")
	if err := os.WriteFile(mutated, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: mutated}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", "test", "-tags", "klock_model", "-vet=off", "-failfast", "-overlay", overlayFile,
		"-run", fmt.Sprintf("^TestLocks$/^(%s)$", m.tests), "../check")
	text, err = command.CombinedOutput()
	return string(text), err != nil
}

var mutants = []mutant{
	{"ticket: Lock does not acquire", "ticket/mutex.go",
		"klock.AddUint32Acquire(&m.word", "klock.AddUint32Relaxed(&m.word", "ticket.Mutex"},
	{"ticket: the wait does not acquire", "ticket/mutex.go",
		"klock.CondLoadUint16Acquire(", "klock.CondLoadUint16(", "ticket.Mutex"},
	{"ticket: Unlock does not release", "ticket/mutex.go",
		"klock.AddUint32Release(&m.word, served", "klock.AddUint32Relaxed(&m.word, served", "ticket.Mutex"},
	{"ticket: TryLock does not acquire", "ticket/mutex.go",
		"klock.CompareAndSwapUint32Acquire(", "klock.CompareAndSwapUint32Relaxed(", "ticket.Mutex"},
	{"ticket: waits for the ticket behind its own", "ticket/mutex.go",
		"uint16(drawn>>nextShift) - 1", "uint16(drawn>>nextShift)", "ticket.Mutex"},
	{"ticket: Unlock stores the whole word", "ticket/mutex.go",
		"klock.AddUint32Release(&m.word, served)", "klock.StoreUint32Release(&m.word, word+served)", "ticket.Mutex"},
	{"ticket: TryLock takes a lock that is held", "ticket/mutex.go",
		"if outside(word) != 0 {\n\t\t\treturn false", "if outside(word) > 1 {\n\t\t\treturn false", "ticket.Mutex"},

	{"bitlock: Unlock does not release", "bitlock/bit32.go",
		"klock.AndUint32(word", "klock.AndUint32Relaxed(word", "bitlock_32"},
	{"bitlock: Lock does not acquire", "bitlock/bit32.go",
		"klock.OrUint32(word", "klock.OrUint32Relaxed(word", "bitlock_32"},
	{"bitlock: the slow path does not acquire", "bitlock/bit32.go",
		"if klock.OrUint32Acquire(word, uint32(bit))&uint32(bit) == 0 {", "if klock.OrUint32Relaxed(word, uint32(bit))&uint32(bit) == 0 {", "bitlock_32"},
	{"bitlock: the slow path takes what the wait saw", "bitlock/bit32.go",
		"if klock.OrUint32Acquire(word, uint32(bit))&uint32(bit) == 0 {", "if klock.OrUint32Acquire(word, uint32(bit)); true {", "bitlock_32"},
	{"bitlock: TryLock trusts its look", "bitlock/bit32.go",
		"klock.OrUint32Acquire(word, uint32(bit))&uint32(bit) == 0\n\tif race", "klock.OrUint32Acquire(word, uint32(bit)) != 0xffff\n\tif race", "bitlock_32"},
	{"bitlock: UnlockNonAtomic does not release", "bitlock/bit32.go",
		"klock.StoreUint32Release(word", "klock.StoreUint32Relaxed(word", "bitlock_32"},
	{"bitlock: Unlock clears the neighbours", "bitlock/bit64.go",
		"klock.AndUint64(word, ^uint64(bit))", "klock.AndUint64(word, 0)", "bitlock_64"},
	{"bitlock: Unlock by a load and a store", "bitlock/bit64.go",
		"if klock.AndUint64(word, ^uint64(bit))&uint64(bit) == 0 {", "old := klock.LoadUint64Relaxed(word)\nklock.StoreUint64Release(word, old&^uint64(bit))\nif old&uint64(bit) == 0 {", "bitlock_64"},

	{"RWBias: a reader that waits keeps what it took", "baseline/rwbias.go",
		"addSlow(&l.word, +1)", "", "baseline.RWBias"},
	{"RWBias: a writer that waited enters beside a reader", "baseline/rwbias.go",
		"if addSlow(word, -bias) == 0 {", "if addSlow(word, -bias) >= -1 {", "baseline.RWBias"},
	{"RWBroadcast: the wait does not acquire", "baseline/rwbroadcast.go",
		"klock.CondLoadUint32Acquire(", "klock.CondLoadUint32(", "baseline.RWBroadcast"},
	{"RWBroadcast: readers wait for a free lock", "baseline/rwbroadcast.go",
		"isNatural", "isFree", "baseline.RWBroadcast"},
	{"RWXadd: the first writer takes no half bias", "baseline/rwxadd.go",
		"countOf(old)-bias-halfBias", "countOf(old)-bias", "baseline.RWXadd"},
	{"RWXadd: a fair reader passes the first writer", "baseline/rwxadd.go",
		"return countOf(word) >= 0 || countOf(word) <= -halfBias }", "return countOf(word) >= -halfBias }", "baseline.RWXadd"},
	{"RWXadd: unfair readers pass a holder", "baseline/rwxadd.go",
		"-bias < count && count < -halfBias", "-2*bias < count && count < -halfBias", "baseline.RWXadd"},
	{"QRW2013: the writer in the slot ignores readers", "baseline/qrw2013.go",
		"	klock.CondLoadUint32Acquire(&l.word, noReaders2013)\n", "", "baseline.QRW2013"},
	{"QRW2013: the writer in the slot does not acquire", "baseline/qrw2013.go",
		"klock.CondLoadUint32Acquire(&l.word, noReaders2013)", "klock.CondLoadUint32(&l.word, noReaders2013)", "baseline.QRW2013"},
	{"QRW2013: readers do not release", "baseline/qrw2013.go",
		"klock.AddUint32Release(", "klock.AddUint32Relaxed(", "baseline.QRW2013"},
	{"QRW2013: a writer that steals ignores readers", "baseline/qrw2013.go",
		"		if !idle2013(old) {", "		if !noWriter2013(old) {", "baseline.QRW2013_stealing"},
	{"QRW2015: waiting is stored over locked", "baseline/qrw2015.go",
		"klock.CompareAndSwapUint8Relaxed(l.modeByte(), 0, waiting2015)", "klock.SwapUint8Relaxed(l.modeByte(), waiting2015) != 7", "baseline.QRW2015"},
	{"QRW2015: a reader at the head does not wait", "baseline/qrw2015.go",
		"klock.CondLoadUint32Acquire(&l.word, notLocked2015)", "klock.FenceAcquire()", "baseline.QRW2015"},
	{"QRW2015: the claim does not acquire", "baseline/qrw2015.go",
		"klock.CompareAndSwapUint32Acquire(&l.word, waiting2015, locked2015)", "klock.CompareAndSwapUint32Relaxed(&l.word, waiting2015, locked2015)", "baseline.QRW2015"},

	{"waitq: a polled queue's waiter does not wait", "internal/waitq/polled.go",
		"		klock.CondLoadUint32Acquire(&n.state, IsHead)\n", "		klock.LoadUint32Acquire(&n.state)\n", "baseline.QRW2013"},
	{"waitq: a polled queue's waiter does not acquire", "internal/waitq/polled.go",
		"klock.CondLoadUint32Acquire(", "klock.CondLoadUint32(", "baseline.QRW2013"},
	{"waitq: a polled queue is handed over without release", "internal/waitq/polled.go",
		"klock.StoreUint32Release(&next.state, head)", "klock.StoreUint32Relaxed(&next.state, head)", "baseline.QRW2013"},
	{"waitq: a polled queue is not handed over", "internal/waitq/polled.go",
		"		klock.StoreUint32Release(&next.state, head)\n", "", "baseline.QRW2015"},
	{"waitq: a head that parks does not look again", "internal/waitq/head.go",
		"if available() {", "if false && available() {", "qrwlock.RWMutex"},
	{"waitq: a head that parks forgets membarrier", "internal/waitq/head.go",
		"before&Contended != 0 || klock.FenceOthers()", "true || before != 0", "qrwlock.RWMutex"},
	{"waitq: Contended stays after a refused fence", "internal/waitq/head.go",
		"		klock.AndUint32(q, ^uint32(Contended))\n", "", "qrwlock.RWMutex"},
	{"waitq: the wake-up comes before the state", "internal/waitq/head.go",
		"	klock.StoreUint32Release(&n.state, woken)\n	n.unpark()", "	n.unpark()\n	klock.StoreUint32Release(&n.state, woken)", "qrwlock.RWMutex"},
	{"waitq: who joins an empty queue is not in the table", "internal/waitq/queue.go",
		"	n.enter(q)\n	return true", "	return true", "qrwlock.RWMutex"},
	{"waitq: a head that sleeps shows as woken", "internal/waitq/head.go",
		"old&^Woken|Asleep|Contended", "old|Asleep|Contended", "qrwlock.RWMutex"},
	{"waitq: a head takes itself back although it was woken", "internal/waitq/head.go",
		"if old&Woken != 0 {", "if false {", "qrwlock.RWMutex"},
	{"waitq: a head that wakes by itself ignores a release", "internal/waitq/head.go",
		"	if !klock.CompareAndSwapUint32Acquire(&n.state, head, recalled) {\n		if klock.CondLoadUint32Acquire(&n.state, isSettled) == granted {\n			return Granted\n		}\n		n.rise(q)\n		return Head\n	}\n", "", "qrwlock.RWMutex"},
	{"waitq: a head that wakes by itself does not notice that it was admitted", "internal/waitq/head.go",
		"		if klock.CondLoadUint32Acquire(&n.state, isSettled) == granted {\n			return Granted\n		}\n", "		klock.CondLoadUint32Acquire(&n.state, isSettled)\n", "qrwlock.RWMutex"},
	{"waitq: a head that wakes by itself waits to be woken", "internal/waitq/head.go",
		"return state == woken || state == granted", "return state == woken", "qrwlock.RWMutex"},
	{"waitq: a head that wakes by itself does not acquire", "internal/waitq/head.go",
		"if klock.CondLoadUint32Acquire(&n.state, isSettled) == granted {", "if klock.CondLoadUint32(&n.state, isSettled) == granted {", "qrwlock.RWMutex"},
	{"waitq: a release takes a head that wakes by itself", "internal/waitq/head.go",
		"	return klock.CompareAndSwapUint32Acquire(&n.state, head, claimed)\n", "	klock.StoreUint32Release(&n.state, claimed)\n	return true\n", "qrwlock.RWMutex"},
	{"waitq: a head that has left still shows as asleep", "internal/waitq/queue.go",
		"klock.AndUint32(q, ^uint32(HasHead))", "klock.AndUint32(q, ^uint32(Woken))", "qrwlock.RWMutex"},
	{"waitq: a head that has left still shows as awake", "internal/waitq/queue.go",
		"klock.AndUint32(q, ^uint32(HasHead))", "klock.AndUint32(q, ^uint32(Asleep))", "qrwlock.RWMutex"},
	{"waitq: a head that has left stays in the table", "internal/waitq/queue.go",
		"	n.withdraw()\n}", "}", "qrwlock.RWMutex"},
	{"waitq: a grant does not release", "internal/waitq/head.go",
		"klock.StoreUint32Release(&n.state, granted)", "klock.StoreUint32Relaxed(&n.state, granted)", "qrwlock.RWMutex"},
	{"waitq: a grant wakes nobody", "internal/waitq/head.go",
		"	klock.StoreUint32Release(&n.state, granted)\n	n.unpark()", "	klock.StoreUint32Release(&n.state, granted)", "qrwlock.RWMutex"},
	{"waitq: a new head is not visible", "internal/waitq/head.go",
		"klock.OrUint32(q, Asleep|Contended) // from here", "klock.OrUint32(q, Contended) // from here", "qrwlock.RWMutex"},
	{"waitq: an abandoned node is claimed", "internal/waitq/queue.go",
		"return klock.CompareAndSwapUint32Acquire(&n.state, waiting, claimed)", "klock.StoreUint32Release(&n.state, claimed)\n	return true", "qrwlock.RWMutex"},
	{"waitq: the first waiter leaves before the next is linked", "internal/waitq/queue.go",
		"next := klock.CondLoadUint32Acquire(&n.next, notZero)", "next := klock.LoadUint32Acquire(&n.next)", "qrwlock.RWMutex"},
	{"waitq: a node is recycled before its successor is known", "internal/waitq/queue.go",
		"	next := n.claimNext(q)\n	Put(n)", "	Put(n)\n	next := n.claimNext(q)", "qrwlock.RWMutex"},
	{"waitq: the last waiter empties the queue by a store", "internal/waitq/queue.go",
		"if klock.CompareAndSwapUint32(q, old, left) {", "if klock.StoreUint32(q, left); true {", "qrwlock.RWMutex"},
	{"waitq: a woken parker overwrites a permit", "internal/waitq/parker.go",
		"klock.SwapUint32(&p.state, noPermit)", "klock.StoreUint32(&p.state, noPermit)", "qrwlock.RWMutex"},
	{"waitq: a permit that comes before the sleep is missed", "internal/waitq/parker.go",
		"		g.cond.Signal() // the permit is there: end our own sleep before it begins\n", "", "qrwlock.RWMutex"},
	{"waitq: a free node's link is not published", "internal/waitq/slab.go",
		"if klock.CompareAndSwapUint64(&s.top, top, (top>>32+1)<<32|uint64(n.index)) {", "if klock.CompareAndSwapUint64Relaxed(&s.top, top, (top>>32+1)<<32|uint64(n.index)) {", "waitq_nodes"},
	{"qrwlock: a release never exchanges", "qrwlock/release.go",
		"&rw.queue, waitq.Contended)", "&rw.queue, 0)", "qrwlock.RWMutex"},
	{"qrwlock: the last reader wakes only without Waiting", "qrwlock/release.go",
		"case cnts&^waiting == 0:\n		rw.released(", "case cnts == 0:\n		rw.released(", "qrwlock.RWMutex"},
	{"qrwlock: the last reader wakes nobody", "qrwlock/release.go",
		"rw.released(queue, true)", "rw.passedOver(queue, true)", "qrwlock.RWMutex"},
	{"qrwlock: readers do not release", "qrwlock/rwmutex.go",
		"klock.AddThenLoad(&rw.cnts, unbias, &rw.queue) >=", "klock.AddUint32Acquire(&rw.cnts, unbias)|klock.LoadUint32(&rw.queue) >=", "qrwlock.RWMutex"},
	{"qrwlock: a reader that leaves looks at the head first", "qrwlock/rwmutex.go",
		"if klock.AddThenLoad(&rw.cnts, unbias, &rw.queue) >= attention {", "if klock.LoadUint32(&rw.queue)|klock.AddUint32(&rw.cnts, unbias) >= attention {", "qrwlock.RWMutex"},
	{"qrwlock: a reader does not acquire", "qrwlock/rwmutex.go",
		"cnts := klock.AddUint32(&rw.cnts, bias); cnts&refused", "cnts := klock.AddUint32Release(&rw.cnts, bias); cnts&refused", "qrwlock.RWMutex"},
	{"qrwlock: a reader keeps a share that it added beside a writer", "qrwlock/read.go",
		"case cnts&endian.WriterMask != 0:\n		return false\n	case cnts&endian.Overflow", "case cnts&endian.WriterMask != 0:\n		return true\n	case cnts&endian.Overflow", "qrwlock.RWMutex"},
	{"qrwlock: a reader takes back a share that the writer erases", "qrwlock/read.go",
		"case cnts&endian.WriterMask != 0:\n		return false\n	case cnts&endian.Overflow", "case cnts&endian.Overflow", "qrwlock.RWMutex"},
	{"qrwlock: a reader that finds Waiting leaves its share", "qrwlock/read.go",
		"	rw.rUnlock()\n	return false", "	return false", "qrwlock.RWMutex"},
	{"qrwlock: a share is taken back without a look at the head", "qrwlock/read.go",
		"	rw.rUnlock()\n	return false", "	klock.AddUint32(&rw.cnts, unbias)\n	return false", "qrwlock.RWMutex"},
	{"qrwlock: a reader at the head is recycled before it has left", "qrwlock/read.go",
		"				rw.leaveRLocked(n)\n				waitq.Put(n)", "				waitq.Put(n)\n				rw.leaveRLocked(n)", "qrwlock.RWMutex"},
	{"qrwlock: readers run before they are counted", "qrwlock/read.go",
		"	if batch.Len() > 0 && klock.AddUint32(", "	batch.Grant()\n	batch = waitq.Batch{}\n	if batch.Len() > 0 && klock.AddUint32(", "qrwlock.RWMutex"},
	{"qrwlock: the readers behind the head are forgotten", "qrwlock/read.go",
		"	batch.Grant()\n", "", "qrwlock.RWMutex"},
	{"qrwlock: the writer behind the readers is forgotten", "qrwlock/read.go",
		"		next.PublishBehind(&rw.queue, 1+batch.Len())\n", "", "qrwlock.RWMutex"},
	{"qrwlock: the head does not notice that it was admitted", "qrwlock/read.go",
		"noWriter(klock.LoadUint32(&rw.cnts)) }) == waitq.Granted {", "noWriter(klock.LoadUint32(&rw.cnts)) }) == waitq.Abandoned {", "qrwlock.RWMutex"},
	{"qrwlock: a waiter does not notice that it was admitted", "qrwlock/read.go",
		"		case waitq.Granted:\n			waitq.Put(n)\n			return true\n", "", "qrwlock.RWMutex"},
	{"qrwlock: a release admits a writer", "qrwlock/release.go",
		"n.Kind() != waitq.Reader || !rw.tryRLock(first)", "!rw.tryRLock(first)", "qrwlock.RWMutex"},
	{"qrwlock: a release admits a reader without a share", "qrwlock/release.go",
		"n.Kind() != waitq.Reader || !rw.tryRLock(first)", "n.Kind() != waitq.Reader", "qrwlock.RWMutex"},
	{"qrwlock: a release admits the head before it has left the queue", "qrwlock/release.go",
		"	rw.leaveRLocked(n)\n	n.Grant()", "	n.Grant()\n	rw.leaveRLocked(n)", "qrwlock.RWMutex"},
	{"qrwlock: a release admits the head and forgets those behind", "qrwlock/release.go",
		"	rw.leaveRLocked(n)\n	n.Grant()", "	n.LeaveWithReaders(&rw.queue)\n	n.Grant()", "qrwlock.RWMutex"},
	{"qrwlock: a release wakes the head that it admitted", "qrwlock/release.go",
		"	case long && rw.admit(n):\n", "	case long && rw.admit(n):\n		n.Wake()\n", "qrwlock.RWMutex"},
	{"qrwlock: a head that wakes by itself is not told", "qrwlock/release.go",
		"// n looks for itself\n		return false", "// n looks for itself\n		return true", "qrwlock.RWMutex"},
	{"qrwlock: a release keeps the share of a head that wakes by itself", "qrwlock/release.go",
		"		klock.AddUint32(&rw.cnts, unbias) // n looks for itself\n", "", "qrwlock.RWMutex"},
	{"qrwlock: a reader that spun wakes no reader at the head", "qrwlock/release.go",
		"if cnts&^waiting == 0 || cnts&barred == 0 && !waitq.WriterIsHead(&rw.queue) {", "if cnts&^waiting == 0 {", "qrwlock.RWMutex"},
	{"qrwlock: Waiting stays behind when the head has left", "qrwlock/release.go",
		"	if waitq.Empty(klock.LoadUint32(&rw.queue)) {\n		rw.clearWaiting()\n	}\n", "", "qrwlock.RWMutex"},
	{"qrwlock: Waiting stays behind when a head gives up", "qrwlock/write.go",
		"	rw.clearWaiting() // now, because until now a release may have set it for n\n", "", "qrwlock.RWMutex"},
	{"qrwlock: a head that gives up forgets the next", "qrwlock/write.go",
		"		next.Rouse(&rw.queue)\n", "", "qrwlock.RWMutex"},
	{"qrwlock: a head that gives up leaves the next asleep", "qrwlock/write.go",
		"next.Rouse(&rw.queue)", "next.Publish(&rw.queue)", "qrwlock.RWMutex"},
	{"qrwlock: a writer at the head sleeps beside a free lock", "qrwlock/write.go",
		"rw.barReaders(n)&^waiting == 0 })", "crowded(rw.barReaders(n)) })", "qrwlock.RWMutex"},
	{"qrwlock: admitted readers are not counted", "qrwlock/read.go",
		"klock.AddUint32(&rw.cnts, batch.Len()*bias)&endian.Overflow != 0", "klock.LoadUint32(&rw.cnts)&endian.Overflow != 0", "qrwlock.RWMutex"},
	{"qrwlock: a writer ignores readers", "qrwlock/write.go",
		"			if cnts&^waiting == 0 {", "			if cnts&endian.WriterMask == 0 {", "qrwlock.RWMutex"},
	{"qrwlock: Downgrade leaves the lock free", "qrwlock/downgrade.go",
		"	rw.unlock(bias)\n}", "	rw.unlock(0)\n	rw.rLockFirst()\n}", "qrwlock.RWMutex"},
	{"qrwlock: a release does not look at the head", "qrwlock/release.go",
		"if queue&waitq.HasHead == 0 {", "if queue != misused {", "qrwlock.RWMutex"},
	{"qrwlock: the head that is overdue when it is called is not woken", "internal/waitq/release.go",
		"	if n != nil {\n		n.Wake()\n	}\n	Yield()", "	Yield()", "qrwlock.RWMutex"},
	{"qspinlock: the head that is overdue when it is called is not woken", "internal/waitq/release.go",
		"	if n != nil {\n		n.Wake()\n	}\n	Yield()", "	Yield()", "qspinlock.Mutex"},
	{"qspinlock: the head that is called in its turn is not woken", "internal/mutex/mutex.go",
		"		n.Wake()\n		return\n", "		return\n", "qspinlock.Mutex"},
	{"qspinlock: the second contender ignores the holder", "internal/mutex/pend.go",
		"claim(w) && spin(w, LockedMask", "claim(w) && spin(w, 0", "qspinlock.Mutex"},
	{"qspinlock: pending stays when its owner gives up", "internal/mutex/pend.go",
		"klock.AndUint32(w, ^uint32(waitq.Spinning|Pending))", "klock.AndUint32(w, ^uint32(waitq.Spinning))", "qspinlock.Mutex"},
	{"qspinlock: the head sleeps without looking at the lock", "internal/waitq/oneword.go",
		"		if old&busy == 0 {\n			klock.StoreUint32Relaxed(&n.state, woken)\n			return\n		}\n", "", "qspinlock.Mutex"},

	{"osq: Unlock does not release", "osq/queue.go",
		"klock.AddUint32(&q.word, mutex.Release)", "klock.AddUint32Relaxed(&q.word, mutex.Release)", "osq.Queue"},
	{"osq: a head that gives up keeps being the head", "osq/queue.go",
		"\t\t}\n\t\tn.LeaveLinked(&q.word, near)\n", "\t\t}\n", "osq.Queue"},
	{"osq: a waiter that gives up does not see that it has become the head", "internal/waitq/linked.go",
		"	beginLinking(q)\n	unlinked := klock.LoadUint32Acquire(&n.state) != head\n", "	unlinked := klock.LoadUint32Acquire(&n.state) != head\n	beginLinking(q)\n", "osq.Queue"},
	{"osq: the last waiter gives up and stays linked", "internal/waitq/linked.go",
		"			klock.StoreUint32Relaxed(&before.next, 0) // whoever joins once before is the last links itself there\n", "", "osq.Queue"},
	{"osq: the last waiter is unlinked after it left the tail", "internal/waitq/linked.go",
		"		if n.retreat(q, left) {\n			return nil", "		if n.retreat(q, left) {\n			if before != nil {\n				klock.StoreUint32Relaxed(&before.next, 0)\n			}\n			return nil", "osq.Queue"},
	{"osq: the next waiter is not told who stands before it", "internal/waitq/linked.go",
		"		klock.StoreUint32Relaxed(next.prev(), before.index)\n", "", "osq.Queue"},
	{"osq: a release of the mutex does not look at the head", "osq/mutex.go",
		"&mutex.ReleaseSlow != 0", "&mutex.LockedMask != 0", "osq.Mutex"},
}

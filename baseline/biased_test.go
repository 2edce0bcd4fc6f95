package baseline

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/internal/locktest"
)

// wantCount waits for a count: a writer that fails lowers it for a moment.
func wantCount(t *testing.T, word *uint32, state string, want int32) {
	t.Helper()
	locktest.Eventually(t, state, func() bool { return countOf(klock.LoadUint32(word)) == want })
}

// visit locks and unlocks lock on a goroutine of its own; the channel closes at the end.
func visit(lock sync.Locker) (done chan struct{}) {
	done = make(chan struct{})
	go func() {
		defer close(done)
		lock.Lock()
		//lint:ignore SA2001 only the wait matters
		lock.Unlock()
	}()
	return done
}

// countingModifications counts the read-modify-writes of the slow paths until the test ends.
func countingModifications(t *testing.T) *atomic.Int64 {
	n := new(atomic.Int64)
	countModification = func() { n.Add(1) }
	t.Cleanup(func() { countModification = nil })
	return n
}

// Readers pass writers that wait: that is what RWBias and RWBroadcast promise.
func TestWaitingWritersAreInvisible(t *testing.T) {
	bias, broadcast := new(RWBias), new(RWBroadcast)
	t.Run("RWBias", func(t *testing.T) { testReadersFirst(t, bias, &bias.word) })
	t.Run("RWBroadcast", func(t *testing.T) { testReadersFirst(t, broadcast, &broadcast.word) })
}

func testReadersFirst(t *testing.T, lock locktest.TryRWLocker, word *uint32) {
	modifications := countingModifications(t)
	lock.RLock()
	done := visit(lock)
	locktest.Eventually(t, "the writer's first failure", func() bool { return modifications.Load() > 0 })
	wantCount(t, word, "a count that shows one reader and no writer", bias-1)
	for range 100 {
		lock.RLock() // a lock in which the waiting writer counts would wait here for ever
		//lint:ignore SA2001 only the wait matters
		lock.RUnlock()
		if !lock.TryRLock() {
			t.Fatal("TryRLock failed beside a writer that waits")
		}
		lock.RUnlock()
	}
	select {
	case <-done:
		t.Fatal("the writer came in beside a reader")
	default:
	}
	lock.RUnlock()
	<-done
	wantCount(t, word, "free", bias)
}

func TestFreeCountIsTheClassicBias(t *testing.T) {
	if free := countOf(new(RWBias).word); free != 0x00100000 {
		t.Errorf("the count of a free lock is %#x", free)
	}
}

// k readers that wait cost k read-modify-writes: each one's own decrement, and nothing on the slow path.
func TestBroadcastAdmitsWithOneModificationEach(t *testing.T) {
	const waiters = 20
	modifications := countingModifications(t)
	admit := func(lock locktest.TryRWLocker, allWait func()) (slow int64) {
		modifications.Store(0)
		lock.Lock()
		var in, done sync.WaitGroup
		in.Add(waiters)
		for range waiters {
			done.Go(func() {
				lock.RLock()
				in.Done()
				in.Wait() // all hold at once
				lock.RUnlock()
			})
		}
		allWait()
		lock.Unlock()
		done.Wait()
		return modifications.Load()
	}
	broadcast := new(RWBroadcast)
	slow := admit(broadcast, func() { wantCount(t, &broadcast.word, "all readers in the count", -waiters) })
	if slow != 0 {
		t.Errorf("RWBroadcast made %d read-modify-writes beside one for each reader", slow)
	}
	classic := new(RWBias)
	slow = admit(classic, func() {
		locktest.Eventually(t, "all readers' first failure", func() bool { return modifications.Load() >= waiters })
		wantCount(t, &classic.word, "a count without readers", 0)
	})
	if slow < 2*waiters {
		t.Errorf("RWBias made %d read-modify-writes beside one for each reader, want at least %d", slow, 2*waiters)
	}
}

// The ranges of the count that the proposal gives: bias - r, 0, and -bias/2 - r with a first writer.
func TestXaddRanges(t *testing.T) {
	l := new(RWXadd)
	wantCount(t, &l.word, "free", bias)
	for r := range int32(3) {
		l.RLock()
		wantCount(t, &l.word, "readers hold", bias-r-1)
	}
	first := visit(l)
	wantCount(t, &l.word, "the first writer behind three readers", -bias/2-3)
	second := visit(l)
	if l.TryRLock() {
		t.Error("a fair reader passed the first writer")
	}
	for range 100 {
		l.RLockUnfair() // would wait for ever if it were held back
		wantCount(t, &l.word, "an unfair reader beside three readers and the first writer", -bias/2-4)
		l.RUnlock()
	}
	fair := visit(readers{l})
	wantCount(t, &l.word, "the fair reader and the second writer backed off", -bias/2-3)
	for range 3 {
		l.RUnlock()
	}
	<-first
	<-second
	<-fair
	wantCount(t, &l.word, "free again", bias)

	l.Lock()
	wantCount(t, &l.word, "a writer holds", 0)
	first = visit(l)
	wantCount(t, &l.word, "the first writer behind a writer", -bias/2-bias)
	l.Unlock()
	<-first
	wantCount(t, &l.word, "free at the end", bias)
}

// A reader that came in before the first writer, and waits with it for a holder, backs off for it.
func TestXaddReaderBacksOff(t *testing.T) {
	l := new(RWXadd)
	l.Lock()
	reader := visit(readers{l})
	wantCount(t, &l.word, "a writer holds, a reader waits", -1)
	writer := visit(l)
	wantCount(t, &l.word, "the reader backed off for the first writer", -bias/2-bias)
	l.Unlock()
	<-writer
	<-reader
	wantCount(t, &l.word, "free", bias)
}

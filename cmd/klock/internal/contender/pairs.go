package contender

//go:generate go run ./gen

// Pairs holds loops of n uncontended pairs of calls; nil where the lock lacks the operation.
type Pairs struct {
	Lock, RLock, TryLock func(n int)
}

// pairs binds the generated loops to a lock. The loops are functions that cannot be inlined themselves, because the
// compiler inlines no calls in the copies that it makes of a closure.
func pairs[L any](lock *L, lockLoop, rlockLoop, tryLockLoop func(*L, int)) Pairs {
	bind := func(loop func(*L, int)) func(int) {
		if loop == nil {
			return nil
		}
		return func(n int) { loop(lock, n) }
	}
	return Pairs{bind(lockLoop), bind(rlockLoop), bind(tryLockLoop)}
}

package qrwlock

import "github.com/klock-go/klock/internal/fatal"

func unlockOfUnlocked()    { fatal.Exit("qrwlock: Unlock of unlocked RWMutex") }
func rUnlockOfUnlocked()   { fatal.Exit("qrwlock: RUnlock of unlocked RWMutex") }
func downgradeOfUnlocked() { fatal.Exit("qrwlock: Downgrade of unlocked RWMutex") }
func tooManyReaders()      { fatal.Exit("qrwlock: overflow of the count of readers of an RWMutex") }

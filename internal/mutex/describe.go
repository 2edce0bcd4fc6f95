package mutex

import (
	"strings"

	"github.com/klock-go/klock/internal/waitq"
)

// Describe names what a lock with that word is.
func Describe(word uint32) string {
	state := []string{"unlocked"}
	if word&LockedMask != 0 {
		state[0] = "locked"
	}
	for _, flag := range []struct {
		mask uint32
		name string
	}{
		{Pending, "pending"}, {waitq.Spinning, "spinning"}, {Reserved, "reserved"},
		{waitq.Asleep, "head asleep"}, {waitq.Woken, "head woken"},
	} {
		if word&flag.mask != 0 {
			state = append(state, flag.name)
		}
	}
	if !waitq.Empty(word) {
		state = append(state, "queued")
	}
	return strings.Join(state, ", ")
}

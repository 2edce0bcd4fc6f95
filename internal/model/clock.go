package model

// maxGoroutines is the most goroutines of one client, and index 0, which owns the initial values.
const maxGoroutines = 8

// clock is a vector clock: for each goroutine the number of its events that are known.
type clock [maxGoroutines]uint16

// join adds what other knows.
func (c *clock) join(other *clock) {
	for i, n := range other {
		c[i] = max(c[i], n)
	}
}

// knows says whether the event number index of goroutine g is known.
func (c *clock) knows(g int8, index uint16) bool { return c[g] >= index }

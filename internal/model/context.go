package model

import (
	"context"
	"time"
	"unsafe"
)

// Context is a context whose end is a step of the model. One waiter at a time may ask to be told of it.
type Context struct {
	done  uint32
	state uint32 // of the one who asked
	f     func()
}

// The states of a request to be told.
const (
	nobody uint32 = iota
	asked
	told
)

var _ context.Context = (*Context)(nil)

// Cancel ends the context, and tells the one who asked.
func (c *Context) Cancel() {
	Store(unsafe.Pointer(&c.done), 4, 1, SeqCst)
	c.tell()
}

func (c *Context) tell() {
	if CompareExchange(unsafe.Pointer(&c.state), 4, uint64(asked), uint64(told), SeqCst, SeqCst) == uint64(asked) {
		c.f()
	}
}

// AfterFunc has f called once the context is done, by the goroutine that ends it or at once. stop is that of
// context.AfterFunc.
func (c *Context) AfterFunc(f func()) (stop func() bool) {
	c.f = f
	Store(unsafe.Pointer(&c.state), 4, uint64(asked), SeqCst)
	if Load(unsafe.Pointer(&c.done), 4, SeqCst) != 0 {
		c.tell()
	}
	return func() bool {
		return CompareExchange(unsafe.Pointer(&c.state), 4, uint64(asked), uint64(nobody), SeqCst, SeqCst) == uint64(asked)
	}
}

// Err returns context.Canceled once the context is done.
func (c *Context) Err() error {
	if Load(unsafe.Pointer(&c.done), 4, Acquire) != 0 {
		return context.Canceled
	}
	return nil
}

// Done returns nil: nothing in the model waits on a channel.
func (c *Context) Done() <-chan struct{} { return nil }

// Deadline and Value are those of context.Background.
func (c *Context) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
func (c *Context) Value(any) any                           { return nil }

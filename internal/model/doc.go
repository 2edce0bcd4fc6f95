// Package model explores what concurrent code can do under a C11-style memory model, exhaustively.
//
// A client is a few goroutines that touch shared memory only through the functions of this package (the build tag
// klock_model routes the root package's operations here). They are run one at a time; wherever the memory model leaves
// a choice (which write a load reads, where a store falls in modification order, whether a timed wait times out) the
// engine takes one, and runs the client again for each of the others.
//
// # Memory
//
// The model is RC11 with the release sequences of C++20: program order and reads-from have no cycle, so values do not
// come out of thin air; happens-before is coherent with one modification order per location; sequentially consistent
// operations and fences obey the acyclicity of psc. An execution is a graph of events:
//
//	graph.go        events, happens-before, modification order, which writes a load may read, where a store may go
//	sequential.go   sequential consistency, the acyclicity of psc
//
// # Exploration
//
// Two executions with the same graph differ in nothing a goroutine could see, so each graph is visited once:
//
//	goroutine.go    goroutines as coroutines, the baton, operations at their scheduling point
//	step.go         the choices of one operation and how each extends the graph
//	explore.go      the search: reads are deferred instead of interleavings enumerated
//	random.go       plain interleavings, all of them (to validate the reduction) or a random sample (PCT)
//	trace.go        replay of one execution, step by step
//
// What a client calls is in client.go, data.go (plain data and its races) and backend.go (the operations).
package model

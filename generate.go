package klock

// The files that say so in their first line are written by gen from one table of operations.
//
//go:generate go -C gen run . -out ..

// Package qrwlock is a fair reader-writer lock of 8 bytes.
package qrwlock

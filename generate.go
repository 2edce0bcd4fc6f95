package klock

//go:generate go -C gen run . -out ..

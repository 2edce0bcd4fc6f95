//go:build !(armbe || arm64be || m68k || mips || mips64 || mips64p32 || ppc || ppc64 || s390 || s390x || shbe || sparc || sparc64)

// Package byteorder says, at compile time, which byte order the target has.
package byteorder

// Big says that the least significant byte of a word is at its highest address.
const Big = false

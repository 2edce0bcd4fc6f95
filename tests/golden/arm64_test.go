package golden

import (
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/arch/arm64/arm64asm"
)

// decodeARM64 decodes a function in the syntax of the architecture's manual. Branches go to offsets in the function.
func decodeARM64(f function) ([]instruction, error) {
	var instructions []instruction
	var page uint64 // what the last ADRP computed
	for offset := 0; offset < len(f.code); offset += 4 {
		word := binary.LittleEndian.Uint32(f.code[offset:])
		if word == 0 { // padding up to the next function
			break
		}
		text, found := decodeLSE(word)
		if !found {
			decoded, err := arm64asm.Decode(f.code[offset:])
			if err != nil {
				return nil, fmt.Errorf("at %#x: %08x: %w", offset, word, err)
			}
			text = arm64asm.GNUSyntax(decoded)
			for _, arg := range decoded.Args {
				if distance, branch := arg.(arm64asm.PCRel); branch {
					text = strings.Replace(text, strings.ToLower(distance.String()), fmt.Sprintf("%x", offset+int(distance)), 1)
				}
			}
			// A variable's address is a page and an offset in it; both depend on the layout of the program.
			switch decoded.Op {
			case arm64asm.ADRP:
				page = (f.address+uint64(offset))&^0xfff + uint64(decoded.Args[1].(arm64asm.PCRel))
				text = "adrp " + strings.ToLower(decoded.Args[0].String()) + ", page of a variable"
			case arm64asm.LDRB:
				if page == 0 {
					break
				}
				variable, known := f.data[page+uint64(word>>10&0xfff)]
				if !known {
					return nil, fmt.Errorf("at %#x: %s is not the address of a variable", offset, text)
				}
				base, _, _ := strings.Cut(text, "#")
				text, page = base+variable+"]", 0
			}
		}
		instructions = append(instructions, instruction{offset, strings.TrimSpace(text)})
	}
	return instructions, nil
}

// The word table: single-instruction atomics, which the disassembler does not know. Encodings are from the Arm
// Architecture Reference Manual, C4 (Loads and Stores).
var lseWords = []struct {
	mask, value      uint32
	name             string
	acquire, release uint32
}{
	{0x3fa07c00, 0x08a07c00, "cas", 1 << 22, 1 << 15},
	{0x3f20fc00, 0x38208000, "swp", 1 << 23, 1 << 22},
	{0x3f20fc00, 0x38200000, "ldadd", 1 << 23, 1 << 22},
	{0x3f20fc00, 0x38201000, "ldclr", 1 << 23, 1 << 22},
	{0x3f20fc00, 0x38202000, "ldeor", 1 << 23, 1 << 22},
	{0x3f20fc00, 0x38203000, "ldset", 1 << 23, 1 << 22},
}

// decodeLSE decodes a word of the table: mnemonic, ordering, size, and the registers compared or added, exchanged or
// returned, and addressed.
func decodeLSE(word uint32) (text string, found bool) {
	for _, entry := range lseWords {
		if word&entry.mask != entry.value {
			continue
		}
		name := entry.name
		if word&entry.acquire != 0 {
			name += "a"
		}
		if word&entry.release != 0 {
			name += "l"
		}
		size := word >> 30
		name += [4]string{"b", "h", "", ""}[size]
		register := func(n uint32) string {
			prefix := [4]string{"w", "w", "w", "x"}[size]
			if n == 31 {
				return prefix + "zr"
			}
			return fmt.Sprint(prefix, n)
		}
		return fmt.Sprintf("%s %s, %s, [x%d]", name, register(word>>16&31), register(word&31), word>>5&31), true
	}
	return "", false
}

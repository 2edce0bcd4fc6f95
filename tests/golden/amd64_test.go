package golden

import (
	"fmt"
	"strings"

	"golang.org/x/arch/x86/x86asm"
)

// decodeAMD64 decodes a function in GNU syntax, which names every prefix. Branches go to offsets in the function.
func decodeAMD64(f function) ([]instruction, error) {
	variable := func(address uint64) (string, uint64) { return f.data[address], address }
	var instructions []instruction
	for offset := 0; offset < len(f.code); {
		decoded, err := x86asm.Decode(f.code[offset:], 64)
		if err != nil {
			return nil, fmt.Errorf("at %#x, % x: %w", offset, f.code[offset:min(offset+15, len(f.code))], err)
		}
		if decoded.Op == 0 {
			return nil, fmt.Errorf("at %#x: % x has no mnemonic", offset, f.code[offset:offset+decoded.Len])
		}
		text := strings.TrimSpace(x86asm.GNUSyntax(decoded, f.address+uint64(offset), variable))
		if distance, branch := decoded.Args[0].(x86asm.Rel); branch {
			mnemonic, _, _ := strings.Cut(text, " ")
			text = fmt.Sprintf("%s %x", mnemonic, offset+decoded.Len+int(distance))
		}
		instructions = append(instructions, instruction{offset, text})
		offset += decoded.Len
	}
	return instructions, nil
}

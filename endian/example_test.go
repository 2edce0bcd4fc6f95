package endian_test

import (
	"fmt"

	"github.com/klock-go/klock"
	"github.com/klock-go/klock/endian"
)

func ExampleByte() {
	word := uint32(0x04030201)
	klock.StoreUint8(endian.Byte(&word, 0), 0xff)
	fmt.Printf("%#x\n", word)
	// Output: 0x40302ff
}

func ExampleHalf() {
	// A ticket lock's word: the ticket being served below, the next ticket above.
	word := uint32(7<<16 | 6)
	owner := endian.Half(&word, 0)
	klock.StoreUint16Release(owner, klock.LoadUint16Relaxed(owner)+1)
	fmt.Println(word>>16, word&0xffff)
	// Output: 7 7
}

func ExampleWMode() {
	var cnts uint32
	readers := uint32(2 * endian.ReaderBias)
	klock.AddUint32Acquire(&cnts, readers)                         // two readers hold the lock
	klock.SetBitsUint8(endian.RCntsLow(&cnts), endian.WaitingByte) // a writer waits behind them
	klock.AddUint32Release(&cnts, -readers)                        // they leave, and it goes in
	fmt.Println(klock.CompareAndSwapUint32Acquire(&cnts, endian.Waiting, endian.Locked))
	klock.StoreUint8Release(endian.WMode(&cnts), 0) // it leaves with one byte store
	fmt.Println(klock.LoadUint32(&cnts))
	// Output:
	// true
	// 0
}

package cache

import (
	"encoding/binary"
	"math/bits"
)

// maxDelta is the most bytes that the varint of a difference takes.
func maxDelta(words int) int { return (64*words + 6) / 7 }

// compareKeys orders keys as numbers, highest word first.
func compareKeys[K Key](a, b *K) int {
	for i := len(*a) - 1; i >= 0; i-- {
		if (*a)[i] != (*b)[i] {
			if (*a)[i] < (*b)[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// appendKey appends a key in full, highest word first.
func appendKey[K Key](dst []byte, k *K) []byte {
	for i := len(*k) - 1; i >= 0; i-- {
		dst = binary.BigEndian.AppendUint64(dst, (*k)[i])
	}
	return dst
}

// parseKey reads what appendKey has written.
func parseKey[K Key](src []byte) (k K) {
	for i := len(k) - 1; i >= 0; i-- {
		k[i] = binary.BigEndian.Uint64(src)
		src = src[8:]
	}
	return k
}

// appendDelta appends the varint of k − prev; ok is false unless k > prev.
func appendDelta[K Key](dst []byte, prev, k *K) (_ []byte, ok bool) {
	var d K
	var borrow, high uint64
	for i := 0; i < len(d); i++ {
		d[i], borrow = bits.Sub64((*k)[i], (*prev)[i], borrow)
		if i > 0 {
			high |= d[i]
		}
	}
	if borrow != 0 || high|d[0] == 0 {
		return dst, false
	}
	for high != 0 {
		dst = append(dst, byte(d[0])|0x80)
		high = 0
		for i := 0; i < len(d)-1; i++ {
			d[i] = d[i]>>7 | d[i+1]<<57
			if i > 0 {
				high |= d[i]
			}
		}
		d[len(d)-1] >>= 7
		if len(d) > 1 {
			high |= d[len(d)-1]
		}
	}
	low := d[0]
	for low >= 0x80 {
		dst = append(dst, byte(low)|0x80)
		low >>= 7
	}
	return append(dst, byte(low)), true
}

// addDelta adds the varint at the start of src to *k and returns its length,
// or 0 if it is none, is cut off, is zero, or leads beyond the greatest key.
func addDelta[K Key](k *K, src []byte) int {
	var low uint64
	for n := 0; n < 9 && n < len(src); n++ { // up to 63 bits: nearly all
		low |= uint64(src[n]&0x7f) << (7 * n)
		if src[n] < 0x80 {
			var carry uint64
			(*k)[0], carry = bits.Add64((*k)[0], low, 0)
			for i := 1; i < len(*k); i++ {
				(*k)[i], carry = bits.Add64((*k)[i], 0, carry)
			}
			if carry != 0 || low == 0 {
				return 0
			}
			return n + 1
		}
	}
	return addLongDelta(k, src)
}

// addLongDelta is addDelta for all lengths.
func addLongDelta[K Key](k *K, src []byte) int {
	var d K
	for n := 0; n < len(src) && n < maxDelta(len(d)); n++ {
		v := uint64(src[n] & 0x7f)
		word, shift := 7*n/64, 7*n%64
		d[word] |= v << shift
		if over := v >> (64 - shift); over != 0 { // v >> 64 is 0
			if word+1 == len(d) {
				return 0
			}
			d[word+1] |= over
		}
		if src[n] < 0x80 {
			var any, carry uint64
			for i := 0; i < len(d); i++ {
				any |= d[i]
				(*k)[i], carry = bits.Add64((*k)[i], d[i], carry)
			}
			if carry != 0 || any == 0 {
				return 0
			}
			return n + 1
		}
	}
	return 0
}

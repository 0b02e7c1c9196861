package certificate

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
)

// codes is a set of positions by their codes, all of one length: a table of slots in
// one piece, found by a hash and compared as wholes (open addressing). A slot of
// zeros is free, for no position is without men. It takes 1.5 to 3 times what the
// codes do.
type codes struct {
	width int
	size  int
	slots []byte
}

func newCodes(width int) *codes { return &codes{width: width, slots: make([]byte, 16*width)} }

// slot returns the slot of a code, or the free one where it belongs.
func (s *codes) slot(code []byte) []byte {
	n := len(s.slots) / s.width // a power of two
	for at := int(hash(code)) & (n - 1); ; at = (at + 1) & (n - 1) {
		slot := s.slots[at*s.width : (at+1)*s.width]
		if isFree(slot) || bytes.Equal(slot, code) {
			return slot
		}
	}
}

func isFree(slot []byte) bool {
	for _, b := range slot {
		if b != 0 {
			return false
		}
	}
	return true
}

// hash mixes all bytes of a code, the same in every run.
func hash(code []byte) uint64 {
	h := uint64(len(code))
	mix := func(w uint64) {
		hi, lo := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo
	}
	for ; len(code) >= 8; code = code[8:] {
		mix(binary.LittleEndian.Uint64(code))
	}
	var rest [8]byte
	copy(rest[:], code)
	mix(binary.LittleEndian.Uint64(rest[:]))
	return h ^ h>>32
}

// has reports whether the set holds a code; no set holds none.
func (s *codes) has(code []byte) bool { return s != nil && !isFree(s.slot(code)) }

// add adds a code.
func (s *codes) add(code []byte) {
	slot := s.slot(code)
	if !isFree(slot) {
		return
	}
	copy(slot, code)
	if s.size++; 3*s.size*s.width > 2*len(s.slots) {
		old := s.slots
		s.slots = make([]byte, 2*len(old))
		for at := 0; at < len(old); at += s.width {
			if code := old[at : at+s.width]; !isFree(code) {
				copy(s.slot(code), code)
			}
		}
	}
}

// all lists the codes, in an order that depends only on what was added. They are
// valid until the next add.
func (s *codes) all() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at := 0; at < len(s.slots); at += s.width {
			if code := s.slots[at : at+s.width]; !isFree(code) && !yield(code) {
				return
			}
		}
	}
}

// filter returns the set of those that keep passes.
func (s *codes) filter(keep func(code []byte) bool) *codes {
	out := newCodes(s.width)
	for code := range s.all() {
		if keep(code) {
			out.add(code)
		}
	}
	return out
}

package certificate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// Sum is a sum of hashes of positions: the digest of a set of them. The zero
// value is the digest of the empty set.
type Sum struct{ hi, lo uint64 }

// Add adds a position by its code.
func (s *Sum) Add(code []byte) {
	h := sha256.Sum256(code)
	s.AddSum(Sum{binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16])})
}

// AddSum adds the digest of a set that is disjoint.
func (s *Sum) AddSum(o Sum) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, o.lo, 0)
	s.hi, _ = bits.Add64(s.hi, o.hi, carry)
}

// String returns 32 hexadecimal digits.
func (s Sum) String() string { return fmt.Sprintf("%016x%016x", s.hi, s.lo) }

// ParseSum reads what String returns.
func ParseSum(text string) (s Sum, ok bool) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != 16 {
		return Sum{}, false
	}
	s = Sum{binary.BigEndian.Uint64(raw[:8]), binary.BigEndian.Uint64(raw[8:])}
	return s, s.String() == text
}

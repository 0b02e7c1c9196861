package layers

import "sync/atomic"

// Bloom is a Bloom filter (1970) with one hash function: a bitmap of keys that
// answers "surely not there" or "maybe". It has at least 32 bits a key, so about
// 3 % of the answers for other keys are a wrong "maybe"; whoever asks confirms
// exactly.
type Bloom struct {
	bits            []atomic.Uint64
	shift           uint
	Lowest, Highest int // gains of the positions behind the keys
}

// Reset empties the filter and makes room for n keys.
func (s *Bloom) Reset(n int) {
	words := 16
	s.shift = 64 - 10
	for words*2 < n {
		words *= 2
		s.shift--
	}
	if len(s.bits) != words {
		s.bits = make([]atomic.Uint64, words)
		return
	}
	for i := range s.bits {
		s.bits[i].Store(0)
	}
}

// place uses bits of the key below those that choose a shard.
func (s *Bloom) place(key uint64) (word, bit uint64) {
	p := key << 8 >> s.shift
	return p >> 6, p & 63
}

func (s *Bloom) Add(key uint64) {
	word, bit := s.place(key)
	s.bits[word].Or(1 << bit)
}

func (s *Bloom) MayHave(key uint64) bool {
	word, bit := s.place(key)
	return s.bits[word].Load()>>bit&1 != 0
}

func (s *Bloom) Bytes() int64 { return int64(len(s.bits)) * 8 }

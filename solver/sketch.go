package solver

import "sync/atomic"

// sketch is a bitmap of keys that answers "surely not there" or "maybe": one
// bit a key among at least 32 times as many bits, so about 3 % of the answers
// for other keys are a wrong "maybe". Whoever asks confirms exactly.
type sketch struct {
	bits            []atomic.Uint64
	shift           uint
	lowest, highest int // gains of the positions behind the keys
}

// reset empties the sketch and makes room for n keys.
func (s *sketch) reset(n int) {
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
func (s *sketch) place(key uint64) (word, bit uint64) {
	p := key << 8 >> s.shift
	return p >> 6, p & 63
}

func (s *sketch) add(key uint64) {
	word, bit := s.place(key)
	s.bits[word].Or(1 << bit)
}

func (s *sketch) mayHave(key uint64) bool {
	word, bit := s.place(key)
	return s.bits[word].Load()>>bit&1 != 0
}

func (s *sketch) bytes() int64 { return int64(len(s.bits)) * 8 }

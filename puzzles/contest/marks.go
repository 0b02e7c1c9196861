package contest

import "math/bits"

// Marks is a set of positions of one level, by their numbers, which gives each of its
// own a rank: 0 for the lowest number, 1 for the next. It takes a bit for each number
// of the level and a sixteenth more.
type Marks struct {
	Words []uint64 // bit code%64 of word code/64
	ranks []uint64 // positions before each block of words
	Count int      // of positions; 0 before Close
}

// BlockWords is how many words share a rank that is kept.
const BlockWords = 8

// MarksWords returns how many words the numbers below codes take.
func MarksWords(codes uint64) int64 { return int64((codes + 63) / 64) }

// CodeOf is the number of the lowest position in what is left of word i.
func CodeOf(i int, word uint64) uint64 {
	return uint64(i)*64 + uint64(bits.TrailingZeros64(word))
}

// Close counts what is marked. Ranks may be asked for from then on.
func (m *Marks) Close() {
	m.Count, m.ranks = 0, make([]uint64, (len(m.Words)+BlockWords-1)/BlockWords)
	for i, w := range m.Words {
		if i%BlockWords == 0 {
			m.ranks[i/BlockWords] = uint64(m.Count)
		}
		m.Count += bits.OnesCount64(w)
	}
}

// RankBytes is the memory that ranks take besides the words.
func (m *Marks) RankBytes() int64 { return int64(8 * len(m.ranks)) }

// Rank returns the number of a marked position among those that are marked, false for
// one that is not.
func (m *Marks) Rank(code uint64) (int, bool) {
	at := code / 64
	if at >= uint64(len(m.Words)) || m.Words[at]>>(code%64)&1 == 0 {
		return 0, false
	}
	n := int(m.ranks[at/BlockWords]) + bits.OnesCount64(m.Words[at]&(1<<(code%64)-1))
	for _, w := range m.Words[at/BlockWords*BlockWords : at] {
		n += bits.OnesCount64(w)
	}
	return n, true
}

// partWords is how many words follow each other in a part.
const partWords = 1024 * BlockWords

// Part calls f for the positions of one of several parts, with their ranks, until it
// returns an error, which it returns.
func (m *Marks) Part(part, parts int, f func(code uint64, rank int) error) (err error) {
	for from := part * partWords; from < len(m.Words) && err == nil; from += parts * partWords {
		m.Each(from, min(from+partWords, len(m.Words)), func(code uint64, rank int) {
			if err == nil {
				err = f(code, rank)
			}
		})
	}
	return err
}

// Each calls f for the positions in the words from a multiple of BlockWords to
// another, with their ranks.
func (m *Marks) Each(from, to int, f func(code uint64, rank int)) { m.EachOf(m.Words, from, to, f) }

// EachOf calls f for the positions that are marked in one more plane as well, with
// their ranks.
func (m *Marks) EachOf(plane []uint64, from, to int, f func(code uint64, rank int)) {
	if from == to {
		return
	}
	rank := int(m.ranks[from/BlockWords])
	for i := from; i < to; i++ {
		all := m.Words[i]
		for word := plane[i] & all; word != 0; word &= word - 1 {
			f(CodeOf(i, word), rank+bits.OnesCount64(all&(word&-word-1)))
		}
		rank += bits.OnesCount64(all)
	}
}

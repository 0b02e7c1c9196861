package positions

import "math/bits"

// MoveRanks tells the ranks of the positions one move away from one position, each in
// a few steps however many men there are.
//
// The man that leaves is the iᵗʰ of the position's, and j men stand below where he comes
// to. Only the men between change their index in the sum of [Ranker], by one: down if he
// passes them upwards, up if downwards. What that adds for the first k men of a position
// is summed once, modulo 2⁶⁴; for the men between it is the difference of two such sums. What
// they have in common cancels out, so it does not matter that entries of choose that no set
// needs are 0.
type MoveRanks struct {
	ranker   *Ranker
	set      Bits
	rank     uint64
	before   [len(Bits{})]int // men in the words before
	down, up []uint64         // by k: what the first k men add, each with another index
}

// NewMoveRanks returns one that knows no position yet.
func (r *Ranker) NewMoveRanks() *MoveRanks {
	return &MoveRanks{ranker: r, down: make([]uint64, r.men+1), up: make([]uint64, r.men+1)}
}

// Load takes a position, a set of the right size.
func (m *MoveRanks) Load(set Bits) {
	m.set, m.rank = set, 0
	var down, up uint64
	k := 0
	for w, word := range set {
		m.before[w] = k
		for ; word != 0; word &= word - 1 {
			k++
			row := m.ranker.choose[w<<6+bits.TrailingZeros64(word)]
			m.rank += row[k]
			down += row[k-1] - row[k]
			if k < m.ranker.men { // nobody comes down past the foremost man
				up += row[k+1] - row[k]
			}
			m.down[k], m.up[k] = down, up
		}
	}
}

// Below returns how many men of the position stand on cells below c.
func (m *MoveRanks) Below(c Cell) int {
	return m.before[c>>6] + bits.OnesCount64(m.set[c>>6]&(1<<(uint(c)&63)-1))
}

// Rank returns the rank of the position after the man on from went to to, which is free.
func (m *MoveRanks) Rank(from, to Cell) uint64 {
	i, j := m.Below(from)+1, m.Below(to)
	n := m.rank - m.ranker.choose[from][i]
	if from < to {
		return n + m.ranker.choose[to][j] + m.down[j] - m.down[i]
	}
	return n + m.ranker.choose[to][j+1] + m.up[i-1] - m.up[j]
}

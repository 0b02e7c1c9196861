package contest

import (
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// maxArmies is how many sets of so many men are listed at the most.
const maxArmies = 4 << 20

// advance numbers the positions of two equal armies that only go forward, by the
// rows that all men together have still to go: the level. Within a level there is a
// block for each share of the first side, in it a number for each pair of armies
// (also those that overlap) and side to move.
type advance struct {
	ranker *positions.Ranker
	rows   [2][]uint8  // rows to go of an army, by its rank
	at     [2][]uint32 // its number among those with as many
	armies [2][][]Set  // the armies by rows to go and number
	first  [][]uint64  // [level][rows of the first side] where its block begins, in pairs
	levels []Level     // with their numbers of codes
}

// newAdvance numbers armies of so many men on a board of h rows. The first side
// goes up, the second down.
func newAdvance(b *positions.Board, men, h int) (*advance, error) {
	r, err := positions.NewRanker(b.Len(), men)
	if err != nil {
		return nil, err
	}
	if r.Len() > maxArmies {
		return nil, fmt.Errorf("%w: there are %d ways to put %d men on the board, more than %d", positions.ErrTooMany, r.Len(), men, maxArmies)
	}
	a := &advance{ranker: r}
	most := men * (h - 1)
	for side := range a.armies {
		a.armies[side] = make([][]Set, most+1)
		for n := range r.Len() {
			army, rows := Set(r.Unrank(n)[0]), 0
			for _, c := range army.Cells() {
				if side == 0 {
					rows += h - 1 - b.Point(c).Y
				} else {
					rows += b.Point(c).Y
				}
			}
			a.rows[side] = append(a.rows[side], uint8(rows))
			a.at[side] = append(a.at[side], uint32(len(a.armies[side][rows])))
			a.armies[side][rows] = append(a.armies[side][rows], army)
		}
	}
	for level := range 2*most + 1 {
		first, pairs := make([]uint64, most+1), uint64(0)
		for rows := range first {
			first[rows] = pairs
			if rest := level - rows; rest >= 0 && rest <= most {
				pairs += uint64(len(a.armies[0][rows])) * uint64(len(a.armies[1][rest]))
			}
		}
		a.first = append(a.first, first)
		a.levels = append(a.levels, Level{Codes: 2 * pairs})
	}
	return a, nil
}

// Levels implements [Rules].
func (a *advance) Levels() []Level { return a.levels }

// Place implements [Rules].
func (a *advance) Place(p Position) (int, uint64) {
	n, m := a.ranker.Rank(p.Men[0].Bits()), a.ranker.Rank(p.Men[1].Bits())
	rows, rest := a.rows[0][n], a.rows[1][m]
	level := int(rows) + int(rest)
	pair := a.first[level][rows] + uint64(a.at[0][n])*uint64(len(a.armies[1][rest])) + uint64(a.at[1][m])
	return level, pair<<1 | uint64(p.Turn)
}

// At implements [Rules].
func (a *advance) At(level int, code uint64) (p Position) {
	p.Turn = uint8(code & 1)
	pair, first := code>>1, a.first[level]
	// The last block that begins at pair or before, and is not empty.
	low, high := 0, len(first)
	for high-low > 1 {
		if middle := int(uint(low+high) >> 1); first[middle] <= pair {
			low = middle
		} else {
			high = middle
		}
	}
	in, theirs := pair-first[low], a.armies[1][level-low]
	i, j := bits.Div64(0, in, uint64(len(theirs)))
	p.Men = [MaxSets]Set{a.armies[0][low][i], theirs[j]}
	return p
}

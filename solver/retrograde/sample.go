package retrograde

import (
	"math/bits"
	"math/rand/v2"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/sample"
)

// sampleRow is how many positions of a sample have one waiting army.
const sampleRow = 64

// sampled returns how long one worker takes here and now to make all turns of a
// position of the game, forwards and backwards: the mean over some thousand positions
// chosen at random.
func sampled(g *duel.Game) (time.Duration, error) {
	k, err := newKernel(g, false)
	if err != nil {
		return 0, err
	}
	s := &space{game: g, cells: g.Board.Len(), men: g.Men, kinds: newKinds(g.Men, g.Marked)}
	s.setChoose()
	random := rand.New(rand.NewPCG(1, 1))
	place := func(taken uint64) army {
		a := army{}
		for bits.OnesCount64(a.set) < s.men {
			a.set |= 1 << random.IntN(s.cells) &^ taken
		}
		a.marks = marked(a.set, s.kinds.marks[random.IntN(s.kinds.ways)])
		return a
	}
	var r ranks
	var room gaps
	cols := 0
	row := sample.Mean(func() (armies [1 + sampleRow]army) {
		armies[0] = place(0)
		for i := range sampleRow {
			armies[1+i] = place(armies[0].set)
		}
		return armies
	}, func(armies [1 + sampleRow]army) {
		theirs := armies[0]
		row := k.row(theirs.set, theirs.marks)
		s.ranks(&r, theirs.set)
		for _, mine := range armies[1:] {
			if _, over := row.ended(mine.set, mine.marks); over {
				continue
			}
			cols += row.countTurns(mine.set, mine.marks)
			for m := mine.set; m != 0; m &= m - 1 {
				rest := army{mine.set &^ (m & -m), mine.marks &^ (m & -m)}
				from := row.sources(bits.TrailingZeros64(m), rest.set, mine.marks)
				r.each(&room, rest, rest.marks != mine.marks, from, func(col int, _ army) bool {
					cols += col
					return true
				})
			}
		}
	})
	if cols < 0 { // never, but now no part of the work can be left out
		return 0, nil
	}
	return row / sampleRow, nil
}

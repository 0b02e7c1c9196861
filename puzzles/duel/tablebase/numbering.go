package tablebase

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// noRow marks sets without a row.
const noRow = ^uint32(0)

// numbering numbers the positions of a game.
type numbering struct {
	game    *duel.Game
	mirror  positions.Permutation // or nil
	ranker  *positions.Ranker     // of all cells
	free    *positions.Ranker     // of the cells one side leaves
	rows    []uint32              // rank of the waiting side's set, by row
	row     []uint32              // row, by rank
	columns uint64
}

// newNumbering returns the numbering of a game.
func newNumbering(g *duel.Game) (*numbering, error) {
	n := &numbering{game: g, mirror: g.Mirror()}
	var err error
	if n.ranker, err = positions.NewRanker(g.Board.Len(), g.Men); err != nil {
		return nil, err
	}
	if n.free, err = positions.NewRanker(g.Board.Len()-g.Men, g.Men); err != nil {
		return nil, err
	}
	if n.ranker.Len() > 1<<25 {
		return nil, positions.ErrTooMany
	}
	n.columns = n.free.Len()
	n.row = make([]uint32, n.ranker.Len())
	for r := range n.row {
		n.row[r] = noRow
		set := n.ranker.Unrank(uint64(r))
		if n.mirror == nil || n.ranker.Rank(n.mirror.Apply(set)) >= uint64(r) {
			n.row[r] = uint32(len(n.rows))
			n.rows = append(n.rows, uint32(r))
		}
	}
	return n, nil
}

// number returns the number of a position, and false if it is none of the game.
func (n *numbering) number(v duel.View) (int64, bool) {
	all := duel.Set(1)<<n.game.Board.Len() - 1
	if v.Mine&v.Theirs != 0 || (v.Mine|v.Theirs)&^all != 0 || v.Mine.Len() != n.game.Men || v.Theirs.Len() != n.game.Men {
		return 0, false
	}
	row := n.row[n.ranker.Rank(n.game.Turned(v.Theirs).Bits())]
	if row == noRow {
		v.Mine, v.Theirs = n.reflect(v.Mine), n.reflect(v.Theirs)
		row = n.row[n.ranker.Rank(n.game.Turned(v.Theirs).Bits())]
	}
	return int64(row)*int64(n.columns) + int64(n.free.Rank(v.Mine.Without(v.Theirs).Bits())), true
}

func (n *numbering) reflect(s duel.Set) duel.Set { return duel.Set(n.mirror.Apply(s.Bits())[0]) }

// each calls f with the positions of numbers from to to−1, in order.
func (n *numbering) each(from, to int64, f func(v duel.View)) {
	for from < to {
		row, column := from/int64(n.columns), from%int64(n.columns)
		theirs := n.game.Turned(duel.Set(n.ranker.Unrank(uint64(n.rows[row]))[0]))
		s := duel.Set(n.free.Unrank(uint64(column))[0])
		for end := min(to, (row+1)*int64(n.columns)); from < end; from++ {
			f(duel.View{Mine: s.Around(theirs), Theirs: theirs})
			s = s.Next()
		}
	}
}

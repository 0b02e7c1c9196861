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
	rows    []uint32              // rank of the waiting side's army, by row
	row     []uint32              // row, by rank
	columns uint64

	patterns []duel.Set // of marked men: one, 0, where all are alike
	way      []uint32   // number of a pattern, by pattern
}

// The rank of an army is that of its set of cells, times the number of patterns, plus
// the number of its own pattern.

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
	n.patterns = g.Patterns()
	ways := uint64(len(n.patterns))
	if n.ranker.Len() > 1<<25/ways {
		return nil, positions.ErrTooMany
	}
	n.way = make([]uint32, 1<<g.Men)
	for i, p := range n.patterns {
		n.way[p] = uint32(i)
	}
	n.columns = n.free.Len() * ways
	n.row = make([]uint32, n.ranker.Len()*ways)
	for r := range n.row {
		n.row[r] = noRow
		if n.mirror != nil {
			set, marked := n.army(uint64(r))
			if n.rank(n.reflect(set), n.reflect(marked)) < uint64(r) {
				continue
			}
		}
		n.row[r] = uint32(len(n.rows))
		n.rows = append(n.rows, uint32(r))
	}
	return n, nil
}

// rank returns the rank of an army in its owner's view.
func (n *numbering) rank(set, marked duel.Set) uint64 {
	return n.ranker.Rank(set.Bits())*uint64(len(n.patterns)) + uint64(n.way[set.Gather(marked)])
}

// army undoes rank.
func (n *numbering) army(rank uint64) (set, marked duel.Set) {
	ways := uint64(len(n.patterns))
	set = duel.Set(n.ranker.Unrank(rank / ways)[0])
	return set, set.Spread(n.patterns[rank%ways])
}

// number returns the number of a position, and false if it is none of the game.
func (n *numbering) number(v duel.View) (int64, bool) {
	all := duel.Set(1)<<n.game.Board.Len() - 1
	if v.Mine&v.Theirs != 0 || (v.Mine|v.Theirs)&^all != 0 || v.Mine.Len() != n.game.Men || v.Theirs.Len() != n.game.Men {
		return 0, false
	}
	if (v.Mine&v.Marked).Len() != n.game.Marked || (v.Theirs&v.Marked).Len() != n.game.Marked || v.Marked&^(v.Mine|v.Theirs) != 0 {
		return 0, false
	}
	row := n.row[n.rank(n.game.Turned(v.Theirs), n.game.Turned(v.Marked))]
	if row == noRow {
		v.Mine, v.Theirs, v.Marked = n.reflect(v.Mine), n.reflect(v.Theirs), n.reflect(v.Marked)
		row = n.row[n.rank(n.game.Turned(v.Theirs), n.game.Turned(v.Marked))]
	}
	column := n.free.Rank(v.Mine.Without(v.Theirs).Bits())*uint64(len(n.patterns)) + uint64(n.way[v.Mine.Gather(v.Marked)])
	return int64(row)*int64(n.columns) + int64(column), true
}

func (n *numbering) reflect(s duel.Set) duel.Set { return duel.Set(n.mirror.Apply(s.Bits())[0]) }

// each calls f with the positions of numbers from to to−1, in order.
func (n *numbering) each(from, to int64, f func(v duel.View)) {
	ways := int64(len(n.patterns))
	for from < to {
		row, column := from/int64(n.columns), from%int64(n.columns)
		theirs, marked := n.army(uint64(n.rows[row]))
		theirs, marked = n.game.Turned(theirs), n.game.Turned(marked)
		s := duel.Set(n.free.Unrank(uint64(column / ways))[0])
		for end := min(to, (row+1)*int64(n.columns)); from < end; from++ {
			mine := s.Around(theirs)
			f(duel.View{Mine: mine, Theirs: theirs, Marked: marked | mine.Spread(n.patterns[from%int64(n.columns)%ways])})
			if (from+1)%int64(n.columns)%ways == 0 {
				s = s.Next()
			}
		}
	}
}

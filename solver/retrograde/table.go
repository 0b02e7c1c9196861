package retrograde

import (
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Table holds the value and the distance of every position of a game.
type Table struct {
	Game    *duel.Game
	Counts  duel.Counts
	Levels  []Level // by the number of turns to the end
	Turns   int64   // legal turns of all positions that are not over, of one side to move
	Elapsed time.Duration
	Bytes   int64 // memory of tables and planes
	state   *state
}

// positionsOf returns 2·C(n,p)·C(n−p,p), times the ways in which men are marked.
func positionsOf(g *duel.Game) int64 {
	n, ways := g.Board.Len(), int64(choose(g.Men, g.Marked))
	return 2 * int64(choose(n, g.Men)) * int64(choose(n-g.Men, g.Men)) * ways * ways
}

func (a *analysis) table() *Table {
	t := &Table{
		Game: a.game, Levels: a.levels, Turns: a.turns, Elapsed: time.Since(a.began),
		Counts: duel.Counts{Positions: positionsOf(a.game), Illegal: 2 * a.illegal},
		Bytes:  int64(len(a.values))*8 + int64(len(a.bytes)) + int64(a.made)*int64(a.rows*a.cols/8) + tablesOf(a.game, a.cols),
		state:  a.state,
	}
	for _, l := range a.levels {
		t.Counts.Lost += 2 * l.Lost
		t.Counts.Won += 2 * l.Won
	}
	t.Counts.Drawn = t.Counts.Positions - t.Counts.Illegal - t.Counts.Lost - t.Counts.Won
	return t
}

// tablesOf is the memory of the tables of a space with so many columns.
func tablesOf(g *duel.Game, cols int) int64 {
	n, ways := g.Board.Len(), int64(choose(g.Men, g.Marked))
	return int64(cols)*int64(16+4*g.Men) + 4*int64(choose(n, g.Men))*ways + (4*64+24)*int64(choose(n, g.Men-1))*ways
}

// Lookup returns the value of a position and the number of turns to the end,
// [duel.NoPlies] for drawn and illegal positions. There is never an error.
func (t *Table) Lookup(v duel.View) (duel.Value, int, error) {
	row, col := t.state.at(v)
	value := value(t.state.rowValues(row), col)
	if value == duel.ValueLost || value == duel.ValueWon {
		return value, int(t.state.rowBytes(row)[col]), nil
	}
	return value, duel.NoPlies, nil
}

// Longest returns the first position, in the order of the tables, whose win takes
// most turns, and how many; false if nobody can win.
func (t *Table) Longest() (v duel.View, plies int, ok bool) {
	for n, l := range t.Levels {
		if l.Won > 0 {
			plies, ok = n, true
		}
	}
	if !ok {
		return v, 0, false
	}
	s := t.state
	for row := range s.rows {
		values, bytes := s.rowValues(row), s.rowBytes(row)
		for col, n := range bytes {
			if int(n) == plies && value(values, col) == duel.ValueWon {
				return s.view(row, col), plies, true
			}
		}
	}
	return v, plies, false
}

package reports

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/solver"
)

// book is what the script of a sheet knows of the puzzles: what page/play.js needs to
// play them, with what many share only once.
type book struct {
	Boards  []bookBoard `json:"boards"`
	Puzzles []*playable `json:"puzzles"`
}

// bookBoard is what the puzzles on a board have in common.
type bookBoard struct {
	Cells   [][5]any `json:"cells"`
	Ways    [][2]int `json:"ways"`
	View    [4]int   `json:"view"`    // of the drawing, with all labels
	Drawing string   `json:"drawing"` // refers to it
}

// newBook makes it of puzzles whose lines are as short as possible, proven or claimed.
func newBook(list []SheetPuzzle, d *sheetDrawing) (*book, error) {
	b := &book{}
	type key struct {
		drawing int
		pegs    bool
	}
	var keys []key
	for i, p := range list {
		cost := p.Puzzle.Cost(p.Line)
		g, err := newPlayable(&solver.Result{
			Puzzle: p.Puzzle, Status: solver.Optimal, Lower: cost, Upper: cost, Line: p.Line, Moves: len(p.Line), Hops: p.Line.Hops(),
		})
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		if p.Claimed {
			g.Source = "claimed"
		}
		k := key{d.ofBoard[i], p.Puzzle.Game.Pegs()}
		n := slices.Index(keys, k)
		if n < 0 {
			n = len(keys)
			keys = append(keys, k)
			cv := d.canvases[k.drawing]
			b.Boards = append(b.Boards, bookBoard{Cells: g.Cells, Ways: g.Ways, View: [4]int{0, 0, cv.width, cv.height}, Drawing: fmt.Sprintf("#board-%d", k.drawing+1)})
		}
		g.Board, g.Cells, g.Ways = &n, nil, nil
		b.Puzzles = append(b.Puzzles, g)
	}
	return b, nil
}

// levelsOf are the levels of puzzles in the order of their grades, nil if all are of one.
func (l Language) levelsOf(list []SheetPuzzle) (levels []string) {
	grades := make(map[string]int)
	for _, p := range list {
		if p.Level == "" {
			return nil
		}
		if _, known := grades[p.Level]; !known {
			levels = append(levels, legible(l.word(p.Level)))
		}
		grades[p.Level] = p.Grade
	}
	slices.SortStableFunc(levels, func(a, b string) int { return grades[a] - grades[b] })
	if len(levels) < 2 {
		return nil
	}
	return levels
}

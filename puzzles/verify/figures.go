package verify

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// setFigures takes over the figures that solve the puzzle. It refuses figures
// that the men cannot make.
func (g *game) setFigures(p *puzzles.Puzzle, men int) error {
	marked := 0
	for c := range positions.Cell(g.cells) {
		if g.marked[c] {
			marked++
		}
	}
	for i, f := range p.Goals {
		fill, special := 0, 0
		for c := range positions.Cell(positions.MaxCells) {
			isMen, isMarked, isEmpty := f.Men.Has(c), f.Marked.Has(c), f.Empty.Has(c)
			switch {
			case int(c) >= g.cells && (isMen || isMarked || isEmpty):
				return fmt.Errorf("%w: figure %d has the cell number %d, the %s only %d cells", ErrPuzzle, i+1, c, g.board, g.cells)
			case isMarked && !isMen, isEmpty && isMen:
				return fmt.Errorf("%w: figure %d contradicts itself on %s", ErrPuzzle, i+1, g.board.Name(c))
			}
			if isMen {
				fill++
			}
			if isMarked {
				special++
			}
		}
		if fill > men || special > marked {
			return fmt.Errorf("%w: figure %d needs %d men and %d marked ones, there are %d and %d", ErrPuzzle, i+1, fill, special, men, marked)
		}
	}
	if len(p.Goals) == 0 {
		return fmt.Errorf("%w: it has no goal", ErrPuzzle)
	}
	g.figures = p.Goals
	return nil
}

// noFigure says why no figure is made, "" if one is.
func (g *game) noFigure() string {
	first := ""
	for _, f := range g.figures {
		var missing, unmarked, occupied []string
		for c := range positions.Cell(g.cells) {
			switch {
			case f.Men.Has(c) && !g.man[c]:
				missing = append(missing, g.board.Name(c))
			case f.Marked.Has(c) && !g.marked[c]:
				unmarked = append(unmarked, g.board.Name(c))
			case f.Empty.Has(c) && g.man[c]:
				occupied = append(occupied, g.board.Name(c))
			}
		}
		reason := ""
		switch {
		case missing != nil:
			reason = "the men do not fill the goal: missing on " + strings.Join(missing, ", ")
		case unmarked != nil:
			reason = "the man on " + strings.Join(unmarked, ", ") + " is not the marked one"
		case occupied != nil:
			reason = "there should be nobody on " + strings.Join(occupied, ", ")
		default:
			return ""
		}
		if first == "" {
			first = reason
		}
	}
	if len(g.figures) > 1 {
		return fmt.Sprintf("none of the %d figures is made (of the first: %s)", len(g.figures), first)
	}
	return first
}

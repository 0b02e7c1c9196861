package reports

import (
	"errors"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// puzzleFields is the puzzle of a result as it stands in the text.
type puzzleFields struct {
	game, board, men, rules, count, jumps word
	size                                  number
	start, goal, holes                    cellList
	marked, markedGoal                    cellList
}

// cellList is a list of names of cells.
type cellList struct {
	names []word
	at    int // 0 if the field is missing
}

func (f *puzzleFields) read(d *decoder) error {
	return d.object(map[string]func() error{
		"game":  d.word(&f.game),
		"board": d.word(&f.board),
		"size":  d.number(&f.size),
		"men":   d.word(&f.men),
		"rules": d.word(&f.rules),
		"count": d.word(&f.count),
		"jumps": d.word(&f.jumps),
		"start": f.start.read(d),
		"goal":  f.goal.read(d),
		"holes": f.holes.read(d),

		"marked":      f.marked.read(d),
		"marked_goal": f.markedGoal.read(d),
	}, "game", "board", "men")
}

func (l *cellList) read(d *decoder) func() error {
	return func() error {
		l.at = d.at()
		return d.array(func() error {
			var w word
			err := d.word(&w)()
			l.names = append(l.names, w)
			return err
		})
	}
}

// transfers are the games whose puzzles are made of a board and an army.
var transfers = map[puzzles.Game]func(puzzles.HighscoreOptions) (*puzzles.Puzzle, error){
	puzzles.GameHighscore:  puzzles.Highscore,
	puzzles.GameTreffhalma: puzzles.Treffhalma,
}

// build makes the puzzle. A missing size is the usual one of the board, missing
// rules are those of the booklet, short jumps, counted in moves.
func (f *puzzleFields) build(d *decoder) (*puzzles.Puzzle, error) {
	if puzzles.Game(f.game.text).Pegs() {
		return f.buildPegs(d)
	}
	newPuzzle := transfers[puzzles.Game(f.game.text)]
	if newPuzzle == nil {
		return nil, d.fail(f.game.at, "unknown game %.40q (%s, %s, %s or %s)", f.game.text,
			puzzles.GameHighscore, puzzles.GameTreffhalma, puzzles.GameSolo, puzzles.GameRetour)
	}
	if f.holes.at > 0 {
		return nil, d.fail(f.holes.at, "holes are for the drawn boards of solo and retour")
	}
	if f.size.ok && f.size.n == 0 {
		return nil, d.fail(f.size.at, "a board of size 0")
	}
	o := puzzles.HighscoreOptions{Size: f.size.n, Army: f.men.text}
	var err error
	if o.Shape, err = positions.ParseShape(f.board.text); err != nil {
		return nil, d.fail(f.board.at, "%v", err)
	}
	if f.rules.at > 0 {
		if o.Arrival, err = positions.ParseArrival(f.rules.text); err != nil {
			return nil, d.fail(f.rules.at, "%v", err)
		}
	}
	if f.count.at > 0 {
		if o.Count, err = positions.ParseCount(f.count.text); err != nil {
			return nil, d.fail(f.count.at, "%v", err)
		}
	}
	if f.jumps.at > 0 {
		if o.Jumps, err = positions.ParseJumps(f.jumps.text); err != nil {
			return nil, d.fail(f.jumps.at, "%v", err)
		}
	}
	if o.Army == "" {
		return nil, d.fail(f.men.at, "men is empty")
	}
	p, err := newPuzzle(o)
	switch {
	case errors.Is(err, puzzles.ErrArmy):
		return nil, d.fail(f.men.at, "%v", err)
	case err != nil && f.size.ok:
		return nil, d.fail(f.size.at, "%v", err)
	case err != nil:
		return nil, d.fail(f.board.at, "%v", err)
	}
	if err := f.start.mustBe(d, p, "start", p.Start); err != nil {
		return nil, err
	}
	if err := f.goal.mustBe(d, p, "goal", p.Goal); err != nil {
		return nil, err
	}
	return p, f.checkMarks(d, p)
}

// checkMarks checks the fields about the marked man.
func (f *puzzleFields) checkMarks(d *decoder, p *puzzles.Puzzle) error {
	for _, m := range []struct {
		name string
		list cellList
		end  positions.Cell
	}{
		{"marked", f.marked, 0},
		{"marked_goal", f.markedGoal, positions.Cell(p.Board.Len() - 1)},
	} {
		switch {
		case m.list.at == 0:
			continue
		case p.Game != puzzles.GameTreffhalma:
			return d.fail(m.list.at, "%s is for the game %s", m.name, puzzles.GameTreffhalma)
		case len(m.list.names) == 1:
			if c, err := p.Board.ParseCell(m.list.names[0].text); err == nil && c == m.end {
				continue
			}
		}
		return d.fail(m.list.at, "%s must be [%q] on the %s", m.name, p.Board.Name(m.end), p.Board)
	}
	return nil
}

// mustBe checks that the list, if it is there, names the cells of want.
func (l *cellList) mustBe(d *decoder, p *puzzles.Puzzle, name string, want positions.Bits) error {
	if l.at == 0 {
		return nil
	}
	var set positions.Bits
	for _, w := range l.names {
		c, err := p.Board.ParseCell(w.text)
		if err != nil {
			return d.fail(w.at, "%s: %v", name, err)
		}
		if set.Has(c) {
			return d.fail(w.at, "%s: %s comes twice", name, p.Board.Name(c))
		}
		if !want.Has(c) {
			return d.fail(w.at, "%s: %s is not in the court of %s", name, p.Board.Name(c), men(p))
		}
		set = set.With(c)
	}
	if set != want {
		return d.fail(l.at, "%s has %d cells, the court of %s has %d", name, set.Len(), men(p), want.Len())
	}
	return nil
}

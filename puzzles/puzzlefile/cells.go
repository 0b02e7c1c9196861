package puzzlefile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// cellList is a set of cells in a text: a list of names, or an object with a
// drawing, a string for each row from the top.
type cellList struct {
	names []jsontext.Word // names, or rows of the drawing
	drawn bool
	at    int // 0 if the field is missing
}

// cellSet is what a list says.
type cellSet struct{ men, marked, open positions.Bits }

func (l *cellList) read(d *jsontext.Reader) func() error {
	return func() error {
		l.at = d.At()
		words := func() error {
			return d.Array(func() error {
				var w jsontext.Word
				err := d.Word(&w)()
				l.names = append(l.names, w)
				return err
			})
		}
		if l.drawn = d.OpensObject(); l.drawn {
			return d.Object(map[string]func() error{"diagram": words}, "diagram")
		}
		return words()
	}
}

// set returns the cells; the list must be there and name some. puzzleAt is where
// to complain if it is not.
func (l *cellList) set(d *jsontext.Reader, b *positions.Board, name string, puzzleAt int) (s cellSet, err error) {
	if l.at == 0 {
		return s, d.Fail(puzzleAt, "the field %q is missing", name)
	}
	if l.drawn {
		s, err = l.drawing(d, b, name)
	} else {
		s.men, err = l.named(d, b, name)
	}
	if err == nil && s.men.Len() == 0 {
		err = d.Fail(l.at, "%s is empty", name)
	}
	return s, err
}

func (l *cellList) named(d *jsontext.Reader, b *positions.Board, name string) (set positions.Bits, err error) {
	for _, w := range l.names {
		c, err := b.ParseCell(w.Text)
		if err != nil {
			return set, d.Fail(w.At, "%s: %v", name, err)
		}
		if set.Has(c) {
			return set, d.Fail(w.At, "%s: %s comes twice", name, b.Name(c))
		}
		set = set.With(c)
	}
	return set, nil
}

// drawing reads a drawing three times: for all men, for the marked ones (X), and
// for the cells that do not matter (?). What [positions.Board.ParseDiagram] knows
// is a man and an empty cell.
func (l *cellList) drawing(d *jsontext.Reader, b *positions.Board, name string) (s cellSet, err error) {
	for _, pass := range []struct {
		into     *positions.Bits
		replaced *strings.Replacer
	}{
		{&s.men, strings.NewReplacer("X", "o", "?", ".")},
		{&s.marked, strings.NewReplacer("o", ".", "O", ".", "*", ".", "●", ".", "?", ".", "X", "o")},
		{&s.open, strings.NewReplacer("o", ".", "O", ".", "*", ".", "●", ".", "X", ".", "?", "o")},
	} {
		rows := make([]string, len(l.names))
		for i, w := range l.names {
			if strings.ContainsAny(w.Text, "\n\r") {
				return s, d.Fail(w.At, "%s: a string for each row of the drawing, without line breaks", name)
			}
			rows[i] = w.Text
			// Not the letters below the drawing nor those behind a row of a star.
			if text := strings.TrimSpace(rows[i]); !strings.HasPrefix(text, "a") {
				cells, letters, _ := strings.Cut(rows[i], "a")
				if letters != "" || strings.HasSuffix(rows[i], "a") {
					letters = "a" + letters
				}
				rows[i] = pass.replaced.Replace(cells) + letters
			}
		}
		*pass.into, err = b.ParseDiagram(strings.Join(rows, "\n"))
		var syntax *positions.SyntaxError
		if errors.As(err, &syntax) {
			at := l.at
			if i := syntax.Line - 1; i < len(l.names) {
				at = l.names[i].At + min(syntax.Column, len(l.names[i].Text)+1)
			}
			return s, d.Fail(at, "%s: %s", name, syntax.Msg)
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// mustBe checks that the list, if it is there, names the cells of want.
func (l *cellList) mustBe(d *jsontext.Reader, p *puzzles.Puzzle, name string, want positions.Bits) error {
	if l.at == 0 {
		return nil
	}
	if l.drawn {
		s, err := l.drawing(d, p.Board, name)
		if err == nil && s.men != want {
			err = d.Fail(l.at, "%s is not the court of %s", name, armyInWords(p))
		}
		return err
	}
	place := "the court of " + armyInWords(p)
	if p.Goals != nil {
		place = "the figures"
	}
	var set positions.Bits
	for _, w := range l.names {
		c, err := p.Board.ParseCell(w.Text)
		if err != nil {
			return d.Fail(w.At, "%s: %v", name, err)
		}
		if set.Has(c) {
			return d.Fail(w.At, "%s: %s comes twice", name, p.Board.Name(c))
		}
		if !want.Has(c) {
			return d.Fail(w.At, "%s: %s is not in %s", name, p.Board.Name(c), place)
		}
		set = set.With(c)
	}
	if set != want {
		return d.Fail(l.at, "%s has %d cells, %s has %d", name, set.Len(), place, want.Len())
	}
	return nil
}

// armyInWords names the army: "15 men", "ring (6 men)".
func armyInWords(p *puzzles.Puzzle) string {
	n := fmt.Sprintf("%d men", p.Men())
	if p.Men() == 1 {
		n = "1 man"
	}
	if fmt.Sprint(p.Men()) == p.Army {
		return n
	}
	return p.Army + " (" + n + ")"
}

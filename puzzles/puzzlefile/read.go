package puzzlefile

import (
	_ "embed" // the schema
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// Schema is the name and version of the JSON form of a puzzle.
const Schema = "halma-solve/puzzle/2"

// JSONSchema is the JSON Schema of a puzzle.
//
//go:embed puzzle.schema.json
var JSONSchema []byte

// MaxBytes is the greatest length in bytes of a puzzle file.
const MaxBytes = 1 << 20

// maxFigures is how many figures a puzzle in a file may have.
const maxFigures = 1000

// Parse reads a puzzle from a file: see puzzle.schema.json for its form.
// Errors are of type [*positions.SyntaxError].
func Parse(text []byte) (*puzzles.Puzzle, error) {
	d, err := jsontext.NewReader(text, MaxBytes)
	if err != nil {
		return nil, err
	}
	var f Fields
	if err := d.Object(f.readers(d), "schema", "game", "board"); err != nil {
		return nil, err
	}
	return f.Build(d)
}

// Fields is a puzzle as it stands in a JSON text: of a file of its own, or of a
// result.
type Fields struct {
	schema                                jsontext.Word // of a file of its own
	name                                  jsontext.Word
	game, board, men, rules, count, jumps jsontext.Word
	size, directions                      jsontext.Number
	start, goal, marked, holes            cellList
	goals                                 []figureFields
	goalsAt                               int // 0 if the field is missing
}

// figureFields is one of the figures.
type figureFields struct {
	men, marked, empty cellList
	at                 int
}

// Read reads the object that describes a puzzle as part of a greater whole.
func (f *Fields) Read(d *jsontext.Reader) error {
	return d.Object(f.readers(d), "game", "board", "men")
}

func (f *Fields) readers(d *jsontext.Reader) map[string]func() error {
	return map[string]func() error{
		"schema":     d.Word(&f.schema),
		"name":       d.Word(&f.name),
		"game":       d.Word(&f.game),
		"board":      d.Word(&f.board),
		"size":       d.Number(&f.size),
		"directions": d.Number(&f.directions),
		"men":        d.WordOrNumber(&f.men),
		"rules":      d.Word(&f.rules),
		"count":      d.Word(&f.count),
		"jumps":      d.Word(&f.jumps),
		"start":      f.start.read(d),
		"goal":       f.goal.read(d),
		"marked":     f.marked.read(d),
		"holes":      f.holes.read(d),
		"goals": func() error {
			f.goalsAt = d.At()
			return d.Array(func() error {
				g := figureFields{at: d.At()}
				if len(f.goals) == maxFigures {
					return d.Fail(g.at, "more than %d figures", maxFigures)
				}
				err := d.Object(map[string]func() error{
					"men": g.men.read(d), "marked": g.marked.read(d), "empty": g.empty.read(d),
				}, "men")
				f.goals = append(f.goals, g)
				return err
			})
		},
	}
}

// maxName is how many characters the name of a puzzle may have.
const maxName = 200

// named gives the puzzle the name that the file has for it.
func (f *Fields) named(d *jsontext.Reader, p *puzzles.Puzzle) error {
	name := strings.TrimSpace(f.name.Text)
	if utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return d.Fail(f.name.At, "the name: at most %d characters that can be printed, on one line", maxName)
	}
	p.Name = name
	return nil
}

// Build makes the puzzle. A missing size is the usual one of the board, missing
// rules are those of the booklet, short jumps, counted in moves.
func (f *Fields) Build(d *jsontext.Reader) (*puzzles.Puzzle, error) {
	p, err := f.build(d)
	if err == nil {
		err = f.named(d, p)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (f *Fields) build(d *jsontext.Reader) (*puzzles.Puzzle, error) {
	if f.schema.At > 0 {
		if err := d.Version(f.schema, Schema); err != nil {
			return nil, err
		}
	}
	game := puzzles.Game(f.game.Text)
	info, known := game.Info()
	armyAlone := f.start.at == 0 && f.goal.at == 0 && f.goalsAt == 0
	switch {
	case game.Pegs():
		return f.buildPegs(d, info)
	case info.Named && (info.Differs == nil || armyAlone):
		return f.buildTransfer(d, info.New)
	case known, game == puzzles.GameOther:
		return f.buildFigures(d, info)
	}
	var names strings.Builder
	for i, g := range puzzles.Games() {
		if i > 0 {
			names.WriteString(", ")
		}
		names.WriteString(string(g))
	}
	return nil, d.Fail(f.game.At, "unknown game %.40q (%s or %s)", f.game.Text, names.String(), puzzles.GameOther)
}

// variant reads the rules, the kind of jumps and what is counted.
func (f *Fields) variant(d *jsontext.Reader) (a positions.Arrival, j positions.Jumps, c positions.Count, err error) {
	if f.rules.At > 0 {
		if a, err = positions.ParseArrival(f.rules.Text); err != nil {
			return a, j, c, d.Fail(f.rules.At, "%v", err)
		}
	}
	if f.count.At > 0 {
		if c, err = positions.ParseCount(f.count.Text); err != nil {
			return a, j, c, d.Fail(f.count.At, "%v", err)
		}
	}
	if f.jumps.At > 0 {
		if j, err = positions.ParseJumps(f.jumps.Text); err != nil {
			return a, j, c, d.Fail(f.jumps.At, "%v", err)
		}
	}
	return a, j, c, nil
}

// buildTransfer makes a puzzle of which the army says where it starts and ends.
func (f *Fields) buildTransfer(d *jsontext.Reader, newPuzzle func(puzzles.Options) (*puzzles.Puzzle, error)) (*puzzles.Puzzle, error) {
	if err := f.withoutHoles(d); err != nil {
		return nil, err
	}
	if err := f.without(d, max(f.goalsAt, f.marked.at), "the army says where its men end (the game other has goals and marked men)"); err != nil {
		return nil, err
	}
	if f.size.OK && f.size.N == 0 {
		return nil, d.Fail(f.size.At, "a board of size 0")
	}
	if f.men.Text == "" {
		at := f.men.At
		if at == 0 {
			at = f.game.At
		}
		return nil, d.Fail(at, "men is empty")
	}
	o := puzzles.Options{Size: f.size.N, Army: f.men.Text}
	var err error
	if o.Shape, err = positions.ParseShape(f.board.Text); err != nil {
		return nil, d.Fail(f.board.At, "%v", err)
	}
	if o.Arrival, o.Jumps, o.Count, err = f.variant(d); err != nil {
		return nil, err
	}
	p, err := newPuzzle(o)
	switch {
	case errors.Is(err, puzzles.ErrArmy):
		return nil, d.Fail(f.men.At, "%v", err)
	case err != nil && f.size.OK:
		return nil, d.Fail(f.size.At, "%v", err)
	case err != nil:
		return nil, d.Fail(f.board.At, "%v", err)
	}
	if err := f.start.mustBe(d, p, "start", p.Start); err != nil {
		return nil, err
	}
	return p, f.goal.mustBe(d, p, "goal", p.Goal)
}

// without refuses a field that the game does not have.
func (f *Fields) without(d *jsontext.Reader, at int, message string) error {
	if at > 0 {
		return d.Fail(at, "%s", message)
	}
	return nil
}

// withoutHoles refuses what only boards of peg solitaire have.
func (f *Fields) withoutHoles(d *jsontext.Reader) error {
	if err := f.without(d, f.holes.at, "holes are for the drawn boards of solo and retour"); err != nil {
		return err
	}
	return f.without(d, f.directions.At, "directions are for solo and retour")
}

// buildFigures makes a puzzle whose goal is one of several figures.
func (f *Fields) buildFigures(d *jsontext.Reader, info puzzles.Info) (*puzzles.Puzzle, error) {
	p := &puzzles.Puzzle{Game: info.Game}
	if err := f.withoutHoles(d); err != nil {
		return nil, err
	}
	shape, err := positions.ParseShape(f.board.Text)
	if err != nil || !shape.Courts() {
		return nil, d.Fail(f.board.At, "%.20q is no board for men that step (%s)", f.board.Text, positions.OneOf(positions.CourtShapes()))
	}
	if f.size.OK && f.size.N == 0 {
		return nil, d.Fail(f.size.At, "a board of size 0")
	}
	if p.Board, err = positions.NewBoard(shape, f.size.N); err != nil {
		return nil, d.Fail(f.size.At, "%v", err)
	}
	if p.Arrival, p.Jumps, p.Count, err = f.variant(d); err != nil {
		return nil, err
	}
	if info.Figures {
		if f.rules.At > 0 && p.Arrival.KeepsGoal() {
			return nil, d.Fail(f.rules.At, "the figures of %s are no courts: its rules are free", p.Game)
		}
		p.Arrival = positions.Free
	}
	start, err := f.start.set(d, p.Board, "start", f.game.At)
	if err != nil {
		return nil, err
	}
	if start.open != (positions.Bits{}) {
		return nil, d.Fail(f.start.at, "start: every cell has a man or none, ? is for goals")
	}
	p.Start, p.Marked = start.men, start.marked
	if f.marked.at > 0 {
		marked, err := f.marked.set(d, p.Board, "marked", f.game.At)
		if err != nil {
			return nil, err
		}
		if marked.men.AndNot(p.Start) != (positions.Bits{}) {
			return nil, d.Fail(f.marked.at, "marked: nobody starts on %s", p.Board.Name(marked.men.AndNot(p.Start).Cells()[0]))
		}
		p.Marked = p.Marked.Or(marked.men)
	}
	army := p.Start
	if p.Alternates() {
		army = p.Marked
	}
	p.Army = strconv.Itoa(army.Len())
	if f.men.At > 0 {
		if named, ok := puzzles.Corner(p.Board, f.men.Text); f.men.Text != p.Army && (!ok || named != army) {
			return nil, d.Fail(f.men.At, "men is %.40q, but start has %d cells", f.men.Text, army.Len())
		}
		p.Army = f.men.Text
	}
	if err := f.figures(d, p); err != nil {
		return nil, err
	}
	if info.Differs != nil {
		if why := info.Differs(p); why != "" {
			return nil, d.Fail(f.game.At, "this is not the game %s: %s (call it %q)", p.Game, why, puzzles.GameOther)
		}
	}
	return p, nil
}

// figures reads the figures of a puzzle whose start is known.
func (f *Fields) figures(d *jsontext.Reader, p *puzzles.Puzzle) error {
	list := f.goals
	switch {
	case f.goal.at > 0 && f.goalsAt > 0 && (p.Game == puzzles.GameOther || len(f.goals) == 0):
		return d.Fail(f.goal.at, "goal and goals exclude each other")
	case f.goalsAt == 0 && f.goal.at == 0:
		return d.Fail(f.game.At, "the field %q or %q is missing", "goal", "goals")
	case f.goalsAt == 0:
		list = []figureFields{{men: f.goal, at: f.goal.at}}
	case len(list) == 0:
		return d.Fail(f.goalsAt, "goals is empty")
	}
	for _, g := range list {
		set, err := g.men.set(d, p.Board, "goal", g.at)
		if err != nil {
			return err
		}
		pattern := puzzles.Pattern{Men: set.men, Marked: set.marked}
		if g.marked.at > 0 {
			marked, err := g.marked.set(d, p.Board, "marked", g.at)
			if err != nil {
				return err
			}
			pattern.Marked = pattern.Marked.Or(marked.men)
		}
		if g.empty.at > 0 {
			empty, err := g.empty.set(d, p.Board, "empty", g.at)
			if err != nil {
				return err
			}
			pattern.Empty = empty.men
		}
		if g.men.drawn {
			pattern.Empty = pattern.Empty.Or(p.Board.All().AndNot(set.men).AndNot(set.open))
		}
		switch {
		case pattern.Marked.AndNot(pattern.Men) != positions.Bits{}:
			return d.Fail(g.at, "a marked man is wanted on %s, where no man is", p.Board.Name(pattern.Marked.AndNot(pattern.Men).Cells()[0]))
		case pattern.Empty.Intersects(pattern.Men):
			return d.Fail(g.at, "%s is to be empty and to have a man", p.Board.Name(pattern.Empty.And(pattern.Men).Cells()[0]))
		case pattern.Men.Len() > p.Men():
			return d.Fail(g.at, "a figure of %d men, but start has %d", pattern.Men.Len(), p.Men())
		case pattern.Marked.Len() > p.Marked.Len():
			return d.Fail(g.at, "a figure with %d marked men, but start has %d", pattern.Marked.Len(), p.Marked.Len())
		}
		if pattern.Men.Len() == p.Men() {
			pattern.Empty = positions.Bits{} // nobody is left to stand there
		}
		p.Goals = append(p.Goals, pattern)
		p.Goal = p.Goal.Or(pattern.Men)
	}
	if f.goalsAt > 0 && f.goal.at > 0 { // in results: the cells of all figures
		return f.goal.mustBe(d, p, "goal", p.Goal)
	}
	return nil
}

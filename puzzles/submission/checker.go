package submission

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// Options say what submissions are checked against.
type Options struct {
	// Puzzle is what a submission is a line of if it does not say so itself; nil:
	// it has to say so.
	Puzzle *puzzles.Puzzle
	// Only refuses submissions that name another puzzle than Puzzle.
	Only bool
	// ParsePuzzle reads the JSON value of the field "puzzle". Its errors should
	// be of type [*positions.SyntaxError]. nil: the field is refused.
	ParsePuzzle func(text []byte) (*puzzles.Puzzle, error)
	// Bounds tells what is proven of a puzzle; nil: nothing. It is called by many
	// goroutines, once or a few times for each puzzle.
	Bounds func(*puzzles.Puzzle) Bounds
	Limits Limits
}

// Checker checks one submission after the other on the same memory. It belongs to
// one goroutine.
type Checker struct {
	options Options
	usual   *subject            // of Options.Puzzle
	named   map[string]*subject // by the JSON text of the puzzle
	moves   Moves               // as handed in
	played  Moves               // with the cells that were left out
	path    []positions.Cell
	verdict Verdict
}

// subject is a puzzle with what is needed to check lines of it.
type subject struct {
	puzzle *puzzles.Puzzle
	name   string // of the puzzle
	names  *cellNames
	replay *verify.Replayer
	chains chains
	bounds Bounds
	err    error // the puzzle cannot be read or played
}

// mostSubjects is how many puzzles a checker keeps ready. A subject takes some 20
// KiB, so hostile inputs with a new puzzle in every line gain nothing.
const mostSubjects = 32

// longestPuzzle is how long the text of a puzzle may be, in bytes. All cells of the
// largest board as start and goal take 3 KiB.
const longestPuzzle = 64 << 10

// NewChecker returns a checker. It fails if Options.Puzzle cannot be played: the
// error wraps [verify.ErrPuzzle].
func NewChecker(o Options) (*Checker, error) {
	o.Limits = o.Limits.orDefault()
	c := &Checker{options: o, named: make(map[string]*subject)}
	if o.Puzzle != nil {
		if c.usual = c.newSubject(o.Puzzle); c.usual.err != nil {
			return nil, c.usual.err
		}
	}
	return c, nil
}

func (c *Checker) newSubject(p *puzzles.Puzzle) *subject {
	s := &subject{puzzle: p, name: p.String()}
	if s.replay, s.err = verify.NewReplayer(p); s.err != nil {
		return s
	}
	s.names, s.chains = newCellNames(p.Board), newChains(p)
	if c.options.Bounds != nil {
		s.bounds = c.options.Bounds(p)
	}
	return s
}

// Check reads and replays an item.
//
// A move of two cells is taken as the step or the single jump between them if
// that is legal. If it is not, the move is taken as a chain of jumps that leads
// from the one to the other; in peg solitaire only if all such chains leave the
// same position.
func (c *Checker) Check(item Item) *Verdict {
	c.verdict = Verdict{Number: item.Number, Line: item.Line, moves: &c.played}
	c.played.reset()
	v := &c.verdict
	at := place{item.Line, item.Column}
	if f := c.check(item); f != nil {
		v.Status, v.Reason, v.At = Unreadable, f.msg, at.error(item.Text, f)
	}
	return v
}

// check fills in the verdict, but for faults in the text.
func (c *Checker) check(item Item) *fault {
	v := &c.verdict
	if item.TooLong {
		return failAt(0, "the submission is longer than %d bytes", c.options.Limits.Bytes)
	}
	if f := invalidUTF8(item.Text); f != nil {
		return f
	}
	var e entry
	if item.JSON {
		var f *fault
		e, f = readEntry(item.Text)
		v.ID, v.Digits = e.id, e.digits // of a broken one, too, if it comes first
		if f != nil {
			return f
		}
	} else if c.options.ParsePuzzle != nil {
		e.puzzle = remarkedPuzzle(item.Text)
	}
	v.Assumed = e.puzzle == (span{}) && !c.options.Only
	s, f := c.subjectOf(item.Text, e.puzzle)
	if f != nil {
		return f
	}
	v.Puzzle, v.Name, v.Bounds = s.puzzle, s.name, s.bounds
	c.moves.reset()
	l := list{names: s.names, limit: c.options.Limits.Moves, into: &c.moves}
	if item.JSON {
		f = l.readLine(item.Text, e.line)
	} else {
		f = l.readList(item.Text)
	}
	if f != nil {
		return f
	}
	c.replay(s, &c.moves)
	if v.Status == Solved || v.Status == Unfinished {
		return e.disagreement(s.puzzle, v.Moves, v.Hops)
	}
	return nil
}

// Replay checks a line of Options.Puzzle that has been read already, as Check
// does.
func (c *Checker) Replay(moves *Moves) *Verdict {
	c.verdict = Verdict{Number: 1, Line: 1, Puzzle: c.usual.puzzle, Name: c.usual.name, Bounds: c.usual.bounds, moves: &c.played}
	c.played.reset()
	c.replay(c.usual, moves)
	return &c.verdict
}

// subjectOf returns the puzzle of a submission.
func (c *Checker) subjectOf(text []byte, at span) (*subject, *fault) {
	if at == (span{}) {
		if c.usual == nil {
			return nil, failAt(0, "it is not said of which puzzle this is a line")
		}
		return c.usual, nil
	}
	raw := text[at.from:at.to]
	if c.options.ParsePuzzle == nil {
		return nil, failAt(at.from, "a submission does not choose its puzzle here")
	}
	if len(raw) > longestPuzzle {
		return nil, failAt(at.from, "the puzzle is longer than %d bytes", longestPuzzle)
	}
	s := c.named[string(raw)]
	if s == nil {
		s = c.readPuzzle(raw)
		if len(c.named) >= mostSubjects {
			clear(c.named)
		}
		c.named[string(raw)] = s
	}
	if s.err == nil {
		return s, nil
	}
	f := failAt(at.from, "puzzle: %v", s.err)
	var syntax *positions.SyntaxError
	if errors.As(s.err, &syntax) {
		f = failAt(at.from+offsetOf(raw, syntax), "puzzle: %s", syntax.Msg)
	}
	return nil, f
}

func (c *Checker) readPuzzle(raw []byte) *subject {
	p, err := c.options.ParsePuzzle(raw)
	if err != nil {
		return &subject{err: err}
	}
	if c.usual != nil && p.Fingerprint() == c.usual.puzzle.Fingerprint() {
		return c.usual
	}
	if c.options.Only && c.usual != nil {
		return &subject{err: fmt.Errorf("this is a line of another puzzle (%s)", p)}
	}
	return c.newSubject(p)
}

// replay plays the moves and fills in the verdict.
func (c *Checker) replay(s *subject, moves *Moves) {
	v := &c.verdict
	s.replay.Reset()
	var err error
	for i := range moves.Len() {
		path := moves.Path(i)
		if path, err = c.play(s, path); err != nil {
			break
		}
		c.played.append(path)
	}
	v.Moves, v.Hops = s.replay.Played()
	if err == nil {
		if _, err = s.replay.Finish(); err == nil {
			return
		}
	}
	v.Status = Illegal
	var illegal *verify.Illegal
	if !errors.As(err, &illegal) { // cannot be: the puzzle has been set up
		v.Reason = err.Error()
		return
	}
	v.Reason, v.Before = illegal.Reason, illegal.Before
	v.Move, v.Path = illegal.Move, illegal.Path
	if illegal.Path == nil {
		v.Status, v.Move = Unfinished, 0
	}
}

// play plays a move, as a chain if it has two cells and is no hop. It returns the
// cells that the man touches.
func (c *Checker) play(s *subject, path []positions.Cell) ([]positions.Cell, error) {
	if len(path) != 2 {
		return path, s.replay.Play(path)
	}
	from, to, near := path[0], path[1], s.near(path[0], path[1])
	if near {
		if err := s.replay.Play(path); err == nil || from == to && s.chains.pegs == nil {
			return path, err
		}
	}
	// It is no hop, or an illegal one.
	reason := ""
	if men := s.replay.Men(); men.Has(from) {
		switch {
		case from != to && men.Has(to):
			if !near {
				reason = s.puzzle.Board.Name(to) + " is occupied"
			}
		default:
			c.path, reason = s.chains.find(c.path[:0], men, from, to)
			if len(c.path) > 0 {
				err := s.replay.Play(c.path)
				return c.path, reworded(err, path, "")
			}
			if reason == "" {
				reason = fmt.Sprintf("no chain of jumps leads from %s to %s", s.puzzle.Board.Name(from), s.puzzle.Board.Name(to))
				if near {
					reason = "and " + reason
				}
			}
		}
	}
	return path, reworded(s.replay.Play(path), path, reason)
}

// reworded gives an illegal move the path as it was handed in, and another reason
// if there is one; a reason that begins with "and" is added.
func reworded(err error, path []positions.Cell, reason string) error {
	var illegal *verify.Illegal
	if errors.As(err, &illegal) {
		illegal.Path = path
		switch rest, more := strings.CutPrefix(reason, "and "); {
		case more:
			illegal.Reason += ", and " + rest
		case reason != "":
			illegal.Reason = reason
		}
	}
	return err
}

// near reports whether a move may have been meant as a step or a single jump.
func (s *subject) near(from, to positions.Cell) bool {
	a, b := s.puzzle.Board.Point(from), s.puzzle.Board.Point(to)
	dx, dy := b.X-a.X, b.Y-a.Y
	return (dx == 0 || dy == 0 || dx == dy || dx == -dy) &&
		(max(abs(dx), abs(dy)) <= 2 || s.puzzle.Jumps.Long())
}

func abs(x int) int { return max(x, -x) }

// offsetOf is where a syntax error of a text lies in it.
func offsetOf(text []byte, e *positions.SyntaxError) int {
	at := 0
	for line := 1; line < e.Line && at < len(text); at++ {
		if text[at] == '\n' {
			line++
		}
	}
	column := 1
	for i := range string(text[at:]) {
		if column == e.Column {
			return at + i
		}
		column++
	}
	return len(text)
}

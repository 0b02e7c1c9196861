package puzzles

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Game is the name of one of the games, as its command is called.
type Game string

// The games.
const (
	GameHighscore  Game = "highscore"
	GameTreffhalma Game = "treffhalma"
	GameTreffpunkt Game = "treffpunkt"
	GameConnection Game = "connection"
	GameShortest   Game = "shortest"
	// GameOther is a puzzle that a file describes and that is none of the others.
	GameOther Game = "other"
)

// Puzzle is a task for one player: bring the men from Start to Goal in as few
// moves or hops as possible. A puzzle is not changed once made and may be shared.
//
// Any man may end on any cell of Goal, unless Goals says more: which men are
// marked and where they must end, several figures of which any will do, cells
// that do not matter. Then Goal is the cells of all figures.
type Puzzle struct {
	// Name is what whoever made it calls it, one line of text or nothing. It is no
	// part of the task.
	Name    string
	Game    Game
	Board   *positions.Board
	Army    string // name of the army, see Court
	Arrival positions.Arrival
	Jumps   positions.Jumps
	Count   positions.Count
	Start   positions.Bits
	Goal    positions.Bits
	Marked  positions.Bits // cells of Start whose men are marked; they look alike
	Goals   []Pattern      // nil: Goal is the only figure
	// Next is the army that moves first where two move in turn.
	Next Army
}

// Highscore returns the puzzle that takes an army from its court to the
// opposite one. Errors wrap [positions.ErrBoard] or [ErrArmy].
func Highscore(o Options) (*Puzzle, error) {
	board, start, err := o.court(GameHighscore, positions.Star)
	if err != nil {
		return nil, err
	}
	return &Puzzle{
		Game: GameHighscore, Board: board, Army: o.army(board),
		Arrival: o.Arrival, Jumps: o.Jumps, Count: o.Count,
		Start: start, Goal: HalfTurn(board).Apply(start),
	}, nil
}

// court returns the board of a game that is usually played on some shape, and the
// court that the army fills there.
func (o Options) court(g Game, usual positions.Shape) (*positions.Board, positions.Bits, error) {
	if o.Shape == 0 {
		o.Shape = usual
	}
	board, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return nil, positions.Bits{}, err
	}
	if !o.Shape.Courts() {
		return nil, positions.Bits{}, fmt.Errorf("%w for %s: the %s cross has no courts (use %s)", positions.ErrBoard, g, o.Shape, positions.OneOf(positions.CourtShapes()))
	}
	start, err := Court(board, o.army(board))
	return board, start, err
}

// army is the name of the army on a board.
func (o Options) army(b *positions.Board) string {
	if o.Army == "" {
		return UsualArmy(b)
	}
	return o.Army
}

// Treffhalma returns the puzzle that is as [Highscore], but that the man which
// starts on the corner cell a1 is marked and must end on the opposite corner
// cell. Errors wrap [positions.ErrBoard] or [ErrArmy]; an army without a man on
// the corner, the ring, is one.
func Treffhalma(o Options) (*Puzzle, error) {
	p, err := Highscore(o)
	if err != nil {
		return nil, err
	}
	corner := positions.BitsOf(0)
	if !p.Start.Intersects(corner) {
		return nil, fmt.Errorf("%w for treffhalma: %s has no man on the corner %s, who would be the marked one", ErrArmy, p.Army, p.Board.Name(0))
	}
	p.Game = GameTreffhalma
	p.Marked = corner
	p.Goals = []Pattern{{Men: p.Goal, Marked: HalfTurn(p.Board).Apply(corner)}}
	return p, nil
}

// notTreffhalma is the check of puzzles that are called treffhalma.
func notTreffhalma(p *Puzzle) string {
	q, err := Treffhalma(Options{
		Shape: p.Board.Shape(), Size: p.Board.Size(), Army: p.Army, Arrival: p.Arrival, Jumps: p.Jumps, Count: p.Count,
	})
	if err != nil || q.Fingerprint() != p.Fingerprint() {
		return "it takes an army to the opposite court and the man on a1 to the opposite corner"
	}
	return ""
}

// Unmarked returns the puzzle of the game highscore that is left of one of
// treffhalma when the mark is forgotten. A line of p is a line of it, too, so what
// is proven to be too short for it is too short for p.
func (p *Puzzle) Unmarked() *Puzzle {
	q := *p
	q.Game, q.Marked, q.Goals = GameHighscore, positions.Bits{}, nil
	return &q
}

// Men returns the number of men.
func (p *Puzzle) Men() int { return p.Start.Len() }

// String names the puzzle in one line: "highscore, star 4 (121 holes), 15 men,
// booklet rules, short jumps, counted in moves".
func (p *Puzzle) String() string {
	if p.Game.Pegs() {
		men := "1 man"
		if p.Men() != 1 {
			men = fmt.Sprintf("%d men", p.Men())
		}
		return fmt.Sprintf("%s, %s, %s, counted in %s", p.Game, p.Board, men, p.Count)
	}
	army := p.Army + " men"
	if fmt.Sprint(p.Men()) != p.Army {
		army = fmt.Sprintf("%s (%d men)", p.Army, p.Men())
	}
	return fmt.Sprintf("%s, %s, %s, %s rules, %s jumps, counted in %s", p.Game, p.Board, army, p.Arrival, p.Jumps, p.Count)
}

// With returns a copy of p under other rules of arrival.
func (p *Puzzle) With(a positions.Arrival) *Puzzle {
	q := *p
	q.Arrival = a
	return &q
}

// Fingerprint identifies the task for ever: two puzzles have the same one just
// if they have the same solutions. It is the SHA-256 of a plain description.
func (p *Puzzle) Fingerprint() [32]byte {
	if p.Game.Pegs() {
		return sha256.Sum256([]byte(p.pegDescription()))
	}
	var s strings.Builder
	fmt.Fprintf(&s, "halma-solve/puzzle/1\nboard %s %d\narrival %s\njumps %s\ncount %s\n",
		p.Board.Shape(), p.Board.Size(), p.Arrival, p.Jumps, p.Count)
	if p.Alternates() {
		s.WriteString("two armies in turn\n")
		if p.Next != AnyArmy {
			fmt.Fprintf(&s, "first %d\n", p.Next)
		}
	}
	names := func(what string, set positions.Bits) {
		fmt.Fprintf(&s, "%s %s\n", what, strings.Join(p.Board.Names(set), " "))
	}
	names("start", p.Start)
	names("goal", p.Goal)
	if p.Goals != nil {
		names("marked", p.Marked)
		for _, g := range p.Goals {
			names("men", g.Men)
			names("of them marked", g.Marked)
			names("empty", g.Empty)
		}
	}
	return sha256.Sum256([]byte(s.String()))
}

// Line is a sequence of moves; each move is the list of all cells its man
// touches, the first and the last included.
type Line [][]positions.Cell

// Hops returns the number of steps and single jumps of the line.
func (l Line) Hops() int {
	n := 0
	for _, path := range l {
		n += len(path) - 1
	}
	return n
}

// Cost returns the length of the line in the puzzle's count.
func (p *Puzzle) Cost(l Line) int {
	if p.Count.EachHop() {
		return l.Hops()
	}
	return len(l)
}

// MarkedAfter returns the cells of the marked men after the first n moves of a
// legal line of a game without captures.
func (p *Puzzle) MarkedAfter(l Line, n int) positions.Bits {
	marked := p.Marked
	for _, path := range l[:n] {
		if from := path[0]; marked.Has(from) {
			marked = marked.Without(from).With(path[len(path)-1])
		}
	}
	return marked
}

// After returns the men's cells after the first n moves of a legal line.
func (p *Puzzle) After(l Line, n int) positions.Bits {
	men := p.Start
	for _, path := range l[:n] {
		if p.Game.Pegs() {
			men = p.pegsAfter(men, path)
			continue
		}
		men = men.Without(path[0]).With(path[len(path)-1])
	}
	return men
}

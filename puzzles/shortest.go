package puzzles

import "github.com/halma-solve/halma-solve/positions"

// Shortest returns the puzzle of the shortest game of all: two armies of equal size on
// opposite courts move in turn and help each other until one of them fills the court
// where the other began. That one is the winner; its men are the marked ones and begin
// in the court of the corner a1, on the star of the point a1; nobody has the other four
// points. By the half turn this is no restriction. Either may
// begin; the last turn is the winner's, so the number of turns says who did. Every man
// may move anywhere: neither arrival nor clearing binds armies that help each other.
// Errors wrap [positions.ErrBoard] or [ErrArmy].
func Shortest(o Options) (*Puzzle, error) {
	board, winners, err := o.court(GameShortest, positions.Rhombus)
	if err != nil {
		return nil, err
	}
	goal := HalfTurn(board).Apply(winners)
	return &Puzzle{
		Game: GameShortest, Board: board, Army: o.army(board),
		Arrival: positions.Free, Jumps: positions.Short, Count: positions.Moves,
		Start: winners.Or(goal), Goal: goal, Marked: winners,
		Goals: []Pattern{{Men: goal, Marked: goal}},
	}, nil
}

// notShortest is the check of puzzles that are called shortest.
func notShortest(p *Puzzle) string {
	q, err := Shortest(Options{Shape: p.Board.Shape(), Size: p.Board.Size(), Army: p.Army})
	if err != nil || q.Fingerprint() != p.Fingerprint() {
		return "two equal armies in opposite courts, of which the marked one is to fill the other's court, under free rules"
	}
	return ""
}

// Army is one of two armies that move in turn.
type Army uint8

// The armies. Whichever likes begins a game.
const (
	AnyArmy Army = iota
	MarkedArmy
	PlainArmy
)

// Alternates reports whether two armies move in turn: the marked men are one of them.
func (p *Puzzle) Alternates() bool { return p.Game == GameShortest }

// NextAfter is the army that moves after the first n moves of a legal line; AnyArmy where
// there are no two.
func (p *Puzzle) NextAfter(l Line, n int) Army {
	switch {
	case !p.Alternates():
		return AnyArmy
	case n == 0:
		return p.Next
	case p.MarkedAfter(l, n-1).Has(l[n-1][0]):
		return PlainArmy
	}
	return MarkedArmy
}

// Rest returns the puzzle of going on after the first n moves of a legal line.
func (p *Puzzle) Rest(l Line, n int) *Puzzle {
	if n == 0 {
		return p
	}
	q := p.From(p.After(l, n), p.MarkedAfter(l, n))
	q.Next = p.NextAfter(l, n)
	return q
}

// Unit names what the length of a line counts, for people: as [positions.Count] does, but
// "turns" where two armies move in turn and those of both count.
func (p *Puzzle) Unit() string {
	if p.Alternates() {
		return "turns"
	}
	return p.Count.String()
}

package contest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// NoTurns stands for a distance that there is not.
const NoTurns = -1

// Value is what a position is worth to its side to move with perfect play.
type Value struct {
	// Score is 1 won, 0 drawn, -1 lost; in games with scores, what the side to
	// move will gain more than the opponent from here on.
	Score int
	// Turns is how many turns of both sides a win takes, won as fast and lost as
	// slowly as possible; NoTurns if nobody wins, and in games with scores.
	Turns int
}

// ErrInconsistent means that values contradict each other.
var ErrInconsistent = errors.New("the values of positions contradict each other")

// Words says what a value is: "won in 7", "drawn", or "+2" of scores.
func (g *Game) Words(v Value) string {
	switch {
	case g.Kind.Scores:
		return fmt.Sprintf("%+d", v.Score)
	case v.Score == 0:
		return "drawn"
	case v.Score > 0:
		return fmt.Sprintf("won in %d", v.Turns)
	}
	return fmt.Sprintf("lost in %d", v.Turns)
}

// By is the value for the mover of a turn to a position of this value.
func (v Value) By(t Turn) Value {
	if !t.Again {
		v.Score = -v.Score
	}
	v.Score += t.Gain
	if v.Turns != NoTurns {
		v.Turns++
	}
	return v
}

// Better orders values for the side to move, the better one first: the greater
// score; wins fast, losses slowly.
func Better(v, w Value) int {
	if c := cmp.Compare(w.Score, v.Score); c != 0 {
		return c
	}
	if v.Score > 0 {
		return cmp.Compare(v.Turns, w.Turns)
	}
	return cmp.Compare(w.Turns, v.Turns)
}

// ErrNotReached means that a source knows nothing of a position.
var ErrNotReached = errors.New("the position was not reached")

// Source knows the values of positions.
type Source interface {
	Lookup(p Position) (Value, error)
}

// Choice is a turn with its value for who makes it.
type Choice struct {
	Turn
	Value Value
}

// Choices returns all turns of a position, the best first, equals in the order of
// the rules.
func (g *Game) Choices(s Source, p Position) ([]Choice, error) {
	var choices []Choice
	for _, t := range g.AppendTurns(nil, p) {
		v, err := s.Lookup(t.After)
		if err != nil {
			return nil, err
		}
		choices = append(choices, Choice{t, v.By(t)})
	}
	slices.SortStableFunc(choices, func(a, b Choice) int { return Better(a.Value, b.Value) })
	return choices, nil
}

// Best returns the choices that are as good as the first.
func Best(choices []Choice) []Choice {
	for i, c := range choices {
		if c.Value != choices[0].Value {
			return choices[:i]
		}
	}
	return choices
}

// Line returns the positions from one to the end of the game if both sides play
// best, always the first of the best turns. It ends early where a draw comes back
// to a position of the line.
func (g *Game) Line(s Source, p Position) ([]Choice, error) {
	var line []Choice
	met := map[Position]bool{p: true}
	for {
		choices, err := g.Choices(s, p)
		if err != nil || len(choices) == 0 {
			return line, err
		}
		p = choices[0].After
		if met[p] {
			return line, nil
		}
		met[p] = true
		line = append(line, choices[0])
	}
}

// Final returns the value of a position without turns.
func (g *Game) Final(p Position) Value {
	v := Value{Score: g.Score(p), Turns: NoTurns}
	if v.Score != 0 && !g.Kind.Scores {
		v.Turns = 0
	}
	return v
}

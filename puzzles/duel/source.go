package duel

import "slices"

// Source knows the values of all positions of a game.
type Source interface {
	// Lookup returns the value of a position for its side to move and the
	// number of turns to the end of the game, [NoPlies] where the source does
	// not know it or there is none.
	Lookup(v View) (Value, int, error)
}

// Choice is a legal turn with what it is worth to who makes it.
type Choice struct {
	Turn  Turn
	After View  // as the opponent sees it
	Value Value // ValueWon if the turn wins
	Plies int   // turns to the end with this one, or NoPlies
}

// Choices returns all legal turns, the best first: wins, the fastest first, then
// draws, then losses, the slowest first; equals in the order of their cells.
func (g *Game) Choices(s Source, v View) ([]Choice, error) {
	var out []Choice
	for _, t := range g.AppendTurns(nil, v) {
		c := Choice{Turn: t, After: g.After(v, t)}
		value, plies, err := s.Lookup(c.After)
		if err != nil {
			return nil, err
		}
		switch value {
		case ValueLost:
			c.Value = ValueWon
		case ValueWon:
			c.Value = ValueLost
		default:
			c.Value = value
		}
		c.Plies = NoPlies
		if plies != NoPlies {
			c.Plies = plies + 1
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Choice) int {
		if ra, rb := rank(a.Value), rank(b.Value); ra != rb {
			return ra - rb
		}
		if a.Plies != b.Plies {
			if a.Value == ValueWon {
				return a.Plies - b.Plies
			}
			return b.Plies - a.Plies
		}
		if a.Turn.From != b.Turn.From {
			return int(a.Turn.From - b.Turn.From)
		}
		return int(a.Turn.To - b.Turn.To)
	})
	return out, nil
}

// rank orders values as choices.
func rank(v Value) int {
	switch v {
	case ValueWon:
		return 0
	case ValueDrawn:
		return 1
	default:
		return 2
	}
}

// Best returns the choices that are as good as the first, of choices as
// [Game.Choices] orders them.
func Best(choices []Choice) []Choice {
	for i, c := range choices {
		if c.Value != choices[0].Value || c.Plies != choices[0].Plies {
			return choices[:i]
		}
	}
	return choices
}

// Line returns the turns from a position to the end of the game if both sides
// play best, always the first of the best turns. It is empty for a drawn
// position, and where the source knows no distances.
func (g *Game) Line(s Source, v View) ([]Turn, error) {
	value, plies, err := s.Lookup(v)
	if err != nil || plies == NoPlies || value != ValueWon && value != ValueLost {
		return nil, err
	}
	var line []Turn
	for ; plies > 0; plies-- {
		choices, err := g.Choices(s, v)
		if err != nil {
			return nil, err
		}
		if len(choices) == 0 || choices[0].Plies != plies {
			return nil, ErrInconsistent
		}
		line = append(line, choices[0].Turn)
		v = choices[0].After
	}
	return line, nil
}

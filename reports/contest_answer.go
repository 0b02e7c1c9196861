package reports

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// ContestAnswer is what is known of a position of a game of package contest: its
// value for the side to move, the best turns, and all turns with their values for who
// makes them.
type ContestAnswer struct {
	Position string `json:"position"`
	ContestValue
	Best    []string      `json:"best"`
	Choices []ContestTurn `json:"choices"`
	Claimed bool          `json:"claimed"` // by a file
}

// ContestValue is what a position is worth to its side to move.
type ContestValue struct {
	Result string `json:"result"` // won, lost or drawn; of scores by their sign, of chances by a half
	Score  *int   `json:"score"`  // what is gained from here on, nil in games without scores
	Turns  *int   `json:"turns"`  // to the end, nil if nobody wins and of scores
	bounds
}

// bounds are of the expected score in a game with dice, nil in others.
type bounds struct {
	Lower *float64 `json:"lower,omitempty"`
	Upper *float64 `json:"upper,omitempty"`
}

// ContestTurn is a turn with what it is worth to who makes it.
type ContestTurn struct {
	Turn string `json:"turn"`
	ContestValue
}

// NewContestValue is a value for the side to move.
func NewContestValue(g *contest.Game, v contest.Value) ContestValue {
	out := ContestValue{Result: [3]string{"lost", "drawn", "won"}[1+max(-1, min(1, v.Score))]}
	if g.Kind.Scores {
		out.Score = &v.Score
	} else if v.Turns != contest.NoTurns {
		out.Turns = &v.Turns
	}
	return out
}

// contestTurns are the choices at a position.
func contestTurns(g *contest.Game, p contest.Position, choices []contest.Choice) []ContestTurn {
	list := make([]ContestTurn, len(choices))
	for i, c := range choices {
		list[i] = ContestTurn{g.FormatTurn(p, c.After), NewContestValue(g, c.Value)}
	}
	return list
}

// Words is a value as a stream of answers has it: "won 5", "drawn -", "+2 -".
func (v ContestValue) Words() string {
	switch {
	case v.Score != nil:
		return fmt.Sprintf("%+d -", *v.Score)
	case v.Turns != nil:
		return fmt.Sprintf("%s %d", v.Result, *v.Turns)
	}
	return v.Result + " -"
}

// Worth says what a turn of this value does: "wins in 5", "draws", "gains +2".
func (v ContestValue) Worth() string {
	word := map[string]string{"won": "wins", "lost": "loses", "drawn": "draws"}[v.Result]
	switch {
	case v.Score != nil:
		return fmt.Sprintf("gains %+d", *v.Score)
	case v.Turns != nil:
		return fmt.Sprintf("%s in %d", word, *v.Turns)
	}
	return word
}

// ContestWorth says what a turn of a value does, as [ContestValue.Worth].
func ContestWorth(g *contest.Game, v contest.Value) string { return NewContestValue(g, v).Worth() }

// NewContestAnswer looks a position up. Errors are those of the source, or wrap
// [contest.ErrInconsistent] if the values of its turns are others than its own.
func NewContestAnswer(g *contest.Game, s contest.Source, p contest.Position) (a ContestAnswer, err error) {
	v, choices, err := lookUpContest(g, s, p)
	if err != nil {
		return a, err
	}
	a = ContestAnswer{Position: g.Format(p), ContestValue: NewContestValue(g, v), Best: []string{}, Choices: contestTurns(g, p, choices)}
	for _, t := range a.Choices[:len(contest.Best(choices))] {
		a.Best = append(a.Best, t.Turn)
	}
	return a, nil
}

// lookUpContest returns the value of a position and its turns, the best first.
func lookUpContest(g *contest.Game, s contest.Source, p contest.Position) (v contest.Value, choices []contest.Choice, err error) {
	if v, err = s.Lookup(p); err != nil {
		return v, nil, err
	}
	choices, err = g.Choices(s, p)
	if err == nil && len(choices) > 0 && choices[0].Value != v {
		err = fmt.Errorf("%w: %s is %s, its best turn %s", contest.ErrInconsistent, g.Format(p), g.Words(v), g.Words(choices[0].Value))
	}
	return v, choices, err
}

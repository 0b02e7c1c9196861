package reports

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// contestFields is a solved game of package contest as it stands in the text.
type contestFields struct {
	Schema  string            `json:"schema"`
	Game    contestGameFields `json:"game"`
	Value   *ContestValue     `json:"value"`
	Forward *struct {
		Lower    int   `json:"lower"`
		Upper    int   `json:"upper"`
		Within   *int  `json:"within"`
		Searched int64 `json:"searched"`
	} `json:"forward"`
	Line   []contestStep `json:"line"`
	Counts *struct {
		Positions int64 `json:"positions"`
		Kept      int64 `json:"kept"`
		Won       int64 `json:"won"`
		Lost      int64 `json:"lost"`
		Drawn     int64 `json:"drawn"`
		First     int64 `json:"first"`
	} `json:"counts"`
	Longest *struct {
		Turns    int    `json:"turns"`
		Position string `json:"position"`
	} `json:"longest"`
	Scores *struct {
		Least int `json:"least"`
		Most  int `json:"most"`
	} `json:"scores"`
}

// ParseContest reads a solved game as [ContestJSON] writes it and replays its line. Its
// values are the word of whoever wrote it. Errors are of type
// [*positions.SyntaxError].
func ParseContest(text []byte) (*Contest, error) {
	var f contestFields
	if err := readSolved(text, &f, &f.Schema, ContestSchema); err != nil {
		return nil, err
	}
	d, err := f.contest()
	if err == nil {
		err = f.counted(d)
	}
	if err == nil {
		err = f.line(d)
	}
	if err != nil {
		return nil, wrongSolved(err)
	}
	return d, nil
}

// contest makes the game and takes over what it is worth.
func (f *contestFields) contest() (*Contest, error) {
	kind, err := f.Game.kind(false)
	if err != nil {
		return nil, err
	}
	d := &Contest{FromFile: true}
	if d.Game, d.From, err = f.Game.game(kind); err != nil {
		return nil, err
	}
	if w := f.Forward; w != nil {
		d.Forward = &ContestForward{Lower: w.Lower, Upper: w.Upper, Within: contest.NoTurns, Searched: w.Searched}
		if w.Within != nil {
			d.Forward.Within = *w.Within
		}
	}
	switch {
	case f.Value != nil:
		d.Value, err = f.Value.of(d.Game)
	case !d.open():
		err = fmt.Errorf("there is no value")
	default:
		d.Value = contest.Value{Score: d.Forward.Lower, Turns: contest.NoTurns}
	}
	return d, err
}

// choicesOf reads the choices of a step, each once; nil if there are none.
func (s contestStep) choicesOf(g *contest.Game, legal map[string]contest.Turn) (choices []contest.Choice, err error) {
	met := map[string]bool{}
	for _, c := range s.Choices {
		t, ok := legal[c.Turn]
		if !ok || met[c.Turn] {
			return nil, fmt.Errorf("%.40q is no turn here, or stands there twice", c.Turn)
		}
		met[c.Turn] = true
		made := contest.Choice{Turn: t}
		if made.Value, err = c.of(g); err != nil {
			return nil, err
		}
		choices = append(choices, made)
	}
	return choices, nil
}

// of reads a value as [NewContestValue] writes it.
func (v ContestValue) of(g *contest.Game) (contest.Value, error) {
	score, ok := map[string]int{"won": 1, "drawn": 0, "lost": -1}[v.Result]
	if !ok {
		return contest.Value{}, fmt.Errorf("%.20q is no value (won, lost or drawn)", v.Result)
	}
	out := contest.Value{Score: score, Turns: contest.NoTurns}
	switch {
	case g.Kind.Scores && (v.Score == nil || max(-1, min(1, *v.Score)) != score):
		return out, fmt.Errorf("%s is not by its score", v.Result)
	case g.Kind.Scores:
		out.Score = *v.Score
	case v.Turns != nil && (*v.Turns < 0 || *v.Turns > contest.MaxTurns || score == 0):
		return out, fmt.Errorf("%s in %d turns is no value", v.Result, *v.Turns)
	case v.Turns != nil:
		out.Turns = *v.Turns
	}
	return out, nil
}

// counted takes over what is said of all positions.
func (f *contestFields) counted(d *Contest) (err error) {
	d.Counts.Longest = contest.NoTurns
	if c := f.Counts; c != nil {
		d.Counts.Positions, d.Counts.Won, d.Counts.Lost, d.Counts.Drawn, d.Counts.First, d.Kept = c.Positions, c.Won, c.Lost, c.Drawn, c.First, c.Kept
	} else if d.Forward == nil {
		return fmt.Errorf("there are no counts")
	}
	if f.Longest != nil {
		d.Counts.Longest = f.Longest.Turns
		if d.Longest, err = d.Game.Parse(f.Longest.Position); err != nil {
			return fmt.Errorf("longest: %w", err)
		}
	}
	if f.Scores != nil {
		d.Least, d.Most = f.Scores.Least, f.Scores.Most
	}
	return nil
}

// line replays the turns; the choices must be all legal turns where they stand, or none.
func (f *contestFields) line(d *Contest) error {
	if len(f.Line) > MaxDrawnMoves {
		return fmt.Errorf("a line of %d turns", len(f.Line))
	}
	p := d.From
	for i, step := range f.Line {
		legal := map[string]contest.Turn{}
		for _, t := range d.Game.AppendTurns(nil, p) {
			legal[d.Game.FormatTurn(p, t.After)] = t
		}
		made, ok := legal[step.Turn]
		if !ok || d.Game.Format(made.After) != step.Position {
			return fmt.Errorf("turn %d: %.40q is no turn here to %.80q", i+1, step.Turn, step.Position)
		}
		choices, err := step.choicesOf(d.Game, legal)
		switch {
		case err != nil:
			return fmt.Errorf("choices for turn %d: %w", i+1, err)
		case choices != nil && (len(choices) != len(legal) || len(d.Choices) != i), choices == nil && d.Choices != nil:
			return fmt.Errorf("turn %d: %d choices of %d", i+1, len(choices), len(legal))
		case choices != nil:
			d.Choices = append(d.Choices, choices)
		}
		played := contest.Choice{Turn: made, Value: contest.Value{Turns: contest.NoTurns}}
		for _, c := range choices {
			if c.After == made.After {
				played = c
			}
		}
		d.Line, p = append(d.Line, played), made.After
	}
	return nil
}

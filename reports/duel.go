package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// Duel is what is known of a two-player game that was solved completely.
type Duel struct {
	Game  *duel.Game
	Value duel.Value  // of the start
	Plies int         // turns from the start to the end, or duel.NoPlies
	Line  []duel.Turn // from the start to the end, nil if it is drawn
	// Choices are all turns at each position of Line, the best first; nil if they are
	// not known.
	Choices  [][]duel.Choice
	Counts   duel.Counts
	Longest  int           // turns of the longest win, duel.NoPlies if unknown
	From     duel.Position // where it begins
	Checked  *check.Report // nil if it was not checked
	Elapsed  time.Duration
	Bytes    int64 // of memory
	FromFile bool  // the values are the word of whoever wrote a file
	Turns    int64 // legal turns of all positions that are not over
}

// DuelText writes the report for people.
func DuelText(w io.Writer, d *Duel, o TextOptions) error {
	var out strings.Builder
	g, s := d.Game, o.Style
	out.WriteString(s.paint(title, "Two players"))
	fmt.Fprintf(&out, ", %s\n\n", g)
	color := good
	if d.Value == duel.ValueDrawn {
		color = open
	}
	o.entry(&out, "Result", color, d.headline())
	c := d.Counts
	o.entry(&out, "Space", usual, fmt.Sprintf("%s positions, both sides to move counted: won for the side to move %s, lost %s, drawn %s, illegal %s; the first side wins %s",
		humanize.Comma(c.Positions), humanize.Comma(c.Won), humanize.Comma(c.Lost), humanize.Comma(c.Drawn), humanize.Comma(c.Illegal), humanize.Comma(c.FirstWins())))
	if d.Longest != duel.NoPlies {
		o.entry(&out, "Longest", usual, fmt.Sprintf("a win in %s: %s", quantity(d.Longest, "turn"), g.Format(d.From)))
	}
	if d.Checked != nil {
		o.entry(&out, "Checked", usual, d.checked())
	}
	if d.FromFile {
		o.entry(&out, "Source", usual, fileSource)
	}
	o.entry(&out, "Rules", usual, g.Rules.String()+": "+g.Rules.Words)
	if len(d.Line) > 0 {
		section(&out, s, "Best play")
		turns := g.FormatLine(g.Start(), d.Line)
		width := 0
		for _, t := range turns {
			width = max(width, len(t))
		}
		for i := 0; i < len(turns); i += 2 {
			second := ""
			if i+1 < len(turns) {
				second = turns[i+1]
			}
			fmt.Fprintf(&out, "%s\n", strings.TrimRight(fmt.Sprintf("  %3d  %-*s  %s", i/2+1, width, turns[i], second), " "))
		}
	}
	if o.Diagrams != NoDiagrams {
		out.WriteString("\n" + g.Draw(g.Start()))
	}
	if o.Stats {
		section(&out, s, "Search")
		seconds := max(d.Elapsed.Seconds(), 1e-9)
		o.entry(&out, "Time", usual, fmt.Sprintf("%.2f s, %s positions a second", d.Elapsed.Seconds(), humanize.Comma(int64(float64(c.Positions)/seconds))))
		o.entry(&out, "Memory", usual, fmt.Sprintf("%s, %.2f bytes a position", Bytes(d.Bytes), float64(d.Bytes)/float64(max(c.Positions, 1))))
		if d.Turns > 0 {
			o.entry(&out, "Turns", usual, humanize.Comma(2*d.Turns)+" legal ones in all positions")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// fileSource is said of a result whose values somebody else has written.
const fileSource = "the values are claimed by the file; the turns were replayed"

func (d *Duel) headline() string {
	won, ends := d.Value == duel.ValueWon, d.Plies != duel.NoPlies
	switch {
	case d.Value == duel.ValueDrawn:
		return "a draw: neither side can force a win"
	case d.Value == duel.ValueIllegal:
		return "the start is no legal position"
	case !ends && d.Game.Rules.Limit == nil: // of a source without distances
		return winnerInWords(won, "first", "second")
	case won && !ends:
		return "the first side, which is to move, wins by the limit of turns"
	case !ends:
		return "the second side wins by the limit of turns, the first is to move"
	}
	return winInWords(won, d.Plies, "first", "second")
}

// winnerInWords says who wins: the side that is to move, or the other.
func winnerInWords(moverWins bool, mover, other string) string {
	if moverWins {
		return fmt.Sprintf("the %s side, which is to move, wins", mover)
	}
	return fmt.Sprintf("the %s side wins, the %s is to move", other, mover)
}

// winInWords says who wins in so many turns: the side that is to move, or the other.
func winInWords(moverWins bool, turns int, mover, other string) string {
	if moverWins {
		return fmt.Sprintf("the %s side, which is to move, wins in %s (moves of both sides)", mover, quantity(turns, "turn"))
	}
	return fmt.Sprintf("the %s side wins in %s, the %s is to move (moves of both sides)", other, quantity(turns, "turn"), mover)
}

func (d *Duel) checked() string {
	r := d.Checked
	if r.Anew {
		return fmt.Sprintf("the values of all %s positions were worked out once more by the rules written apart from the solver (%s turns tried)", humanize.Comma(r.Positions), humanize.Comma(r.Turns))
	}
	if !r.Distances {
		return fmt.Sprintf("the values of all %s positions agree with those one turn on; distances, which a proof needs, are not there", humanize.Comma(r.Positions))
	}
	return fmt.Sprintf("value and distance of all %s positions follow from those one turn on (%s turns tried, by the rules written apart from the solver)", humanize.Comma(r.Positions), humanize.Comma(r.Turns))
}

// DuelSchema is the name and version of the JSON form of a solved game.
const DuelSchema = "halma-solve/duel/3"

// paths are the turns of the line as the cells that their men touch.
func (d *Duel) paths() []any {
	paths, v, side := make([]any, len(d.Line)), d.Game.View(d.Game.Start()), duel.First
	for i, t := range d.Line {
		paths[i] = d.Game.Board.CellNames(d.Game.Path(v, t, side))
		v, side = d.Game.After(v, t), side.Other()
	}
	return paths
}

// choice is a turn with what it is worth, as JSON has it.
type choice struct {
	Path  []string `json:"path"`
	Value string   `json:"value"`
	Turns *int     `json:"turns"`
}

// choices are those of each turn of the line.
func (d *Duel) choices() []any {
	all, v, side := make([]any, len(d.Choices)), d.Game.View(d.Game.Start()), duel.First
	for i, choices := range d.Choices {
		list := make([]choice, len(choices))
		for j, c := range choices {
			list[j] = choice{Path: d.Game.Board.CellNames(d.Game.Path(v, c.Turn, side)), Value: c.Value.String()}
			if c.Plies != duel.NoPlies {
				list[j].Turns = &c.Plies
			}
		}
		all[i], v, side = list, d.Game.After(v, d.Line[i]), side.Other()
	}
	return all
}

// DuelJSON writes the report for programs:
//
//	schema      "halma-solve/duel/3"
//	game        board, size, men, rules, start
//	value       of the start for the first side, which is to move: won, lost, drawn
//	turns       from the start to the end, or null
//	line        best play from the start, the sides in turn, each turn the cells
//	            that its man touches, none if the side passes; or null
//	choices     of each turn of the line all that are legal, the best first: path, value
//	            for who makes it, turns to the end or null; absent if not known
//	counts      positions, won, lost, drawn, illegal (for the side to move, both
//	            sides to move counted), first_wins
//	longest     turns, position: a longest win, or null
//	checked     true if every position was checked, and against distances (online:
//	            if all values were worked out once more)
//	stats       seconds, bytes, turns; only with Stats
func DuelJSON(w io.Writer, d *Duel, o JSONOptions) error {
	var out jsontext.Writer
	g := d.Game
	out.Open("")
	out.Field("schema", DuelSchema)
	out.Open("game")
	out.Field("board", g.Board.Shape().String())
	out.Field("size", g.Board.Size())
	out.Field("men", g.Men)
	out.Field("rules", g.Rules.String())
	out.Field("start", g.Format(g.Start()))
	out.End()
	out.Field("value", d.Value.String())
	out.Field("turns", orNull(d.Plies != duel.NoPlies, d.Plies))
	if d.Line == nil {
		out.Field("line", nil)
	} else {
		out.List("line", d.paths())
	}
	if d.Choices != nil {
		out.List("choices", d.choices())
	}
	out.Open("counts")
	out.Field("positions", d.Counts.Positions)
	out.Field("won", d.Counts.Won)
	out.Field("lost", d.Counts.Lost)
	out.Field("drawn", d.Counts.Drawn)
	out.Field("illegal", d.Counts.Illegal)
	out.Field("first_wins", d.Counts.FirstWins())
	out.End()
	if d.Longest == duel.NoPlies {
		out.Field("longest", nil)
	} else {
		out.Open("longest")
		out.Field("turns", d.Longest)
		out.Field("position", g.Format(d.From))
		out.End()
	}
	out.Field("checked", d.Checked != nil && (d.Checked.Distances || d.Checked.Anew))
	if o.Stats {
		out.Open("stats")
		out.Field("seconds", float64(d.Elapsed.Milliseconds())/1000)
		out.Field("bytes", d.Bytes)
		out.Field("turns", 2*d.Turns)
		out.End()
	}
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

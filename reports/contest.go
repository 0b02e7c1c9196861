package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// Contest is what is known of a game of package contest that was solved completely.
type Contest struct {
	Game *contest.Game
	From contest.Position // where play begins
	// Value is that of From for the side to move.
	Value contest.Value
	Line  []contest.Choice // best play
	// Choices are all turns at each position of Line, the best first.
	Choices [][]contest.Choice
	// Counts are those of all positions that can be reached from From; Kept those
	// that symmetries tell apart.
	Counts  check.Report
	Kept    int64
	Longest contest.Position // where a longest win begins
	Least   int              // of scores, and Most: what is gained from a position on
	Most    int
	Checked *check.Report // nil if it was not checked
	// Forward is what a forward search found, nil if the whole game was solved. Then
	// nothing is known of other positions: there are no Choices, Counts and so on.
	Forward *ContestForward
	Elapsed time.Duration
	Bytes   int64 // of memory
	// FromFile tells that the values are the word of whoever wrote a file.
	FromFile bool
}

// ContestForward is what a forward search has proven of the value of a position.
type ContestForward struct {
	Lower, Upper int // of the score for the side to move
	Within       int // nobody wins within so many turns; [contest.NoTurns] if that is not known
	Searched     int64
}

func (d *Contest) open() bool { return d.Forward != nil && d.Forward.Lower < d.Forward.Upper }

// ContestText writes the report for people.
func ContestText(w io.Writer, d *Contest, o TextOptions) error {
	var out strings.Builder
	g, s := d.Game, o.Style
	out.WriteString(s.paint(title, playersOf(g)))
	fmt.Fprintf(&out, ", %s\n\n", g)
	color := good
	if d.Value.Score == 0 || d.open() {
		color = open
	}
	o.entry(&out, "Result", color, d.headline())
	if d.From != g.Start() {
		o.entry(&out, "From", usual, g.Format(d.From))
	}
	if d.Forward != nil {
		o.entry(&out, "Search", usual, d.searched())
	} else {
		o.entry(&out, "Space", usual, d.space())
	}
	if d.Counts.Longest != contest.NoTurns {
		o.entry(&out, "Longest", usual, fmt.Sprintf("a win in %s: %s", quantity(d.Counts.Longest, "turn"), g.Format(d.Longest)))
	}
	if d.Checked != nil {
		how := "each position as it stands"
		if d.Checked.Kept {
			how = "one of all positions that symmetries make the same"
		}
		o.entry(&out, "Checked", usual, fmt.Sprintf("the values of all %s positions follow from those one turn on (%s turns tried, %s)",
			humanize.Comma(d.Checked.Positions), humanize.Comma(d.Checked.Turns), how))
	}
	if d.FromFile {
		o.entry(&out, "Source", usual, fileSource)
	}
	o.entry(&out, "Rules", usual, g.Kind.Summary)
	if len(d.Line) > 0 {
		section(&out, s, "Best play")
		out.WriteString(d.turns())
	}
	if o.Diagrams != NoDiagrams {
		out.WriteString("\n" + g.Draw(d.From))
	}
	if o.Stats {
		section(&out, s, "Search")
		seconds := max(d.Elapsed.Seconds(), 1e-9)
		n := d.Kept
		if d.Forward != nil {
			n = d.Forward.Searched
		}
		o.entry(&out, "Time", usual, fmt.Sprintf("%.2f s, %s positions a second", d.Elapsed.Seconds(), humanize.Comma(int64(float64(n)/seconds))))
		o.entry(&out, "Memory", usual, Bytes(d.Bytes))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// searched says what a forward search looked at.
func (d *Contest) searched() string {
	return humanize.Comma(d.Forward.Searched) + " positions looked at, forward from this one; nothing is proven of others"
}

// playersOf says how many play.
func playersOf(g *contest.Game) string {
	n := 2
	if seated, ok := g.Seated(); ok {
		n = seated.Seats()
	}
	return map[int]string{2: "Two", 3: "Three", 4: "Four"}[n] + " players"
}

// headline says how the game ends.
func (d *Contest) headline() string {
	if seated, ok := d.Game.Seated(); ok {
		return seated.Headline(d.From, d.Value)
	}
	sides := d.Game.Kind.Sides
	mover, other := sides[d.From.Turn], sides[d.From.Turn^1]
	switch v := d.Value; {
	case d.open() && d.Forward.Within != contest.NoTurns:
		return fmt.Sprintf("not settled: neither side can force a win within %s (moves of both sides)", quantity(d.Forward.Within, "turn"))
	case d.open():
		return fmt.Sprintf("not settled: from %+d to %+d for the %s side, which is to move", d.Forward.Lower, d.Forward.Upper, mover)
	case v.Turns == contest.NoTurns && !d.Game.Kind.Scores && v.Score != 0:
		return winnerInWords(v.Score > 0, mover, other)
	case d.Game.Kind.Scores && v.Score == 0:
		return "+0: from here on both sides gain as much with best play"
	case d.Game.Kind.Scores && v.Score > 0:
		return fmt.Sprintf("%+d: the %s side, which is to move, gains %d more than the other from here on", v.Score, mover, v.Score)
	case d.Game.Kind.Scores:
		return fmt.Sprintf("%+d: the %s side gains %d more than the %s, which is to move", v.Score, other, -v.Score, mover)
	case v.Score == 0:
		return "a draw: neither side can force a win"
	}
	return winInWords(d.Value.Score > 0, d.Value.Turns, mover, other)
}

// space counts the positions.
func (d *Contest) space() string {
	c := d.Counts
	text := fmt.Sprintf("%s positions can be reached, %s up to symmetry: ", humanize.Comma(c.Positions), humanize.Comma(d.Kept))
	if d.Game.Kind.Scores {
		return text + fmt.Sprintf("the side to move gains more in %s, less in %s, as much in %s; by %+d to %+d",
			humanize.Comma(c.Won), humanize.Comma(c.Lost), humanize.Comma(c.Drawn), d.Least, d.Most)
	}
	text += fmt.Sprintf("won for the side to move %s, lost %s, drawn %s", humanize.Comma(c.Won), humanize.Comma(c.Lost), humanize.Comma(c.Drawn))
	if seated, ok := d.Game.Seated(); ok {
		text += fmt.Sprintf("; in %s %s", humanize.Comma(c.First), seated.First())
	}
	return text
}

// turns is the line in two columns; a side that moves again has a row of its own.
func (d *Contest) turns() string {
	names := d.Game.FormatLine(d.From, d.Line)
	width := 0
	for _, name := range names {
		width = max(width, len(name))
	}
	var out strings.Builder
	if seated, ok := d.Game.Seated(); ok { // a row each round
		for i, name := range names {
			if i%seated.Seats() == 0 {
				fmt.Fprintf(&out, "  %3d", i/seated.Seats()+1)
			}
			pad := width
			if i == len(names)-1 || (i+1)%seated.Seats() == 0 {
				pad = 0
			}
			fmt.Fprintf(&out, "  %-*s", pad, name)
			if pad == 0 {
				out.WriteByte('\n')
			}
		}
		return out.String()
	}
	for i, row := 0, 1; i < len(names); row++ {
		second := ""
		first := names[i]
		if again := d.Line[i].Again; i+1 < len(names) && !again {
			i++
			second = names[i]
		}
		i++
		fmt.Fprintf(&out, "%s\n", strings.TrimRight(fmt.Sprintf("  %3d  %-*s  %s", row, width, first, second), " "))
	}
	return out.String()
}

// ContestSchema is the name and version of the JSON form of a solved game.
const ContestSchema = "halma-solve/contest/1"

// contestStep is a turn of best play, with what could have been done instead.
type contestStep struct {
	Turn     string        `json:"turn"`
	Position string        `json:"position"` // after it
	Choices  []ContestTurn `json:"choices"`
}

// line is best play with all choices at each turn.
func (d *Contest) line() []any {
	out, p := make([]any, len(d.Line)), d.From
	for i, c := range d.Line {
		out[i] = contestStep{d.Game.FormatTurn(p, c.After), d.Game.Format(c.After), d.choicesAt(i, p)}
		p = c.After
	}
	return out
}

// choicesAt are the turns at a position of the line, nil if they are not known.
func (d *Contest) choicesAt(i int, p contest.Position) []ContestTurn {
	if d.Choices == nil {
		return nil
	}
	return contestTurns(d.Game, p, d.Choices[i])
}

// ContestJSON writes the report for programs:
//
//	schema      "halma-solve/contest/1"
//	game        name, version, options (all, with their values), start, from (where
//	            play begins)
//	value       of from for the side to move: result won, lost or drawn; score in
//	            games with scores, what that side gains more than the other from there
//	            on, else null; turns to the end of a game that is won, or null; value is
//	            null if a forward search was stopped
//	forward     lower, upper (of the score, or 1 won, 0 drawn, -1 lost), within (nobody
//	            wins within so many turns, or null), searched: what a forward search
//	            found; null if the whole game was solved
//	line        best play: turn, position after it, choices: all turns instead of it,
//	            the best first, with what each is worth to who makes it; choices are
//	            null after a forward search
//	counts      positions that can be reached, kept of them up to symmetry, won, lost,
//	            drawn for the side to move (of scores by their sign), first that the
//	            first side wins, whoever is to move; null after a forward search
//	longest     turns, position: a longest win, or null
//	scores      least, most: range of what is gained from a position on, or null
//	checked     true if every position was checked
//	stats       seconds, bytes; only with Stats
func ContestJSON(w io.Writer, d *Contest, o JSONOptions) error {
	var out jsontext.Writer
	g := d.Game
	out.Open("")
	out.Field("schema", ContestSchema)
	writeContestGame(&out, g, d.From)
	if d.open() {
		out.Field("value", nil)
	} else {
		out.Field("value", NewContestValue(g, d.Value))
	}
	if d.Forward != nil {
		out.Open("forward")
		out.Field("lower", d.Forward.Lower)
		out.Field("upper", d.Forward.Upper)
		out.Field("within", orNull(d.Forward.Within != contest.NoTurns, d.Forward.Within))
		out.Field("searched", d.Forward.Searched)
		out.End()
	} else {
		out.Field("forward", nil)
	}
	out.List("line", d.line())
	d.writeCounts(&out)
	out.Field("checked", d.Checked != nil)
	writeContestStats(&out, o, d.Elapsed, d.Bytes)
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

// writeContestStats writes what solving took, if that is wanted.
func writeContestStats(out *jsontext.Writer, o JSONOptions, elapsed time.Duration, bytes int64) {
	if !o.Stats {
		return
	}
	out.Open("stats")
	out.Field("seconds", float64(elapsed.Milliseconds())/1000)
	out.Field("bytes", bytes)
	out.End()
}

// writeContestGame writes which game it is and where play begins.
func writeContestGame(out *jsontext.Writer, g *contest.Game, from contest.Position) {
	out.Open("game")
	out.Field("name", g.Kind.Name)
	out.Field("version", g.Kind.Version)
	out.Open("options")
	for _, s := range g.Settings {
		out.Field(s.Name, s.Value)
	}
	out.End()
	out.Field("start", g.Format(g.Start()))
	out.Field("from", g.Format(from))
	out.End()
}

// writeCounts writes what is known of all positions.
func (d *Contest) writeCounts(out *jsontext.Writer) {
	g := d.Game
	if d.Forward != nil {
		for _, name := range []string{"counts", "longest", "scores"} {
			out.Field(name, nil)
		}
		return
	}
	out.Open("counts")
	out.Field("positions", d.Counts.Positions)
	out.Field("kept", d.Kept)
	out.Field("won", d.Counts.Won)
	out.Field("lost", d.Counts.Lost)
	out.Field("drawn", d.Counts.Drawn)
	out.Field("first", d.Counts.First)
	out.End()
	if d.Counts.Longest == contest.NoTurns {
		out.Field("longest", nil)
	} else {
		out.Open("longest")
		out.Field("turns", d.Counts.Longest)
		out.Field("position", g.Format(d.Longest))
		out.End()
	}
	if g.Kind.Scores {
		out.Open("scores")
		out.Field("least", d.Least)
		out.Field("most", d.Most)
		out.End()
	} else {
		out.Field("scores", nil)
	}
}

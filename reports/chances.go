package reports

import (
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/check"
)

// Chances is what is known of a game with dice.
type Chances struct {
	Game   *contest.Game
	From   contest.Position // where play begins
	Chance contest.Chance   // of From, for the side to move
	Rolls  []contest.RolledChoices
	Line   []contest.ChanceStep // a game of best turns, the rolls by Seed
	Seed   uint64
	Counts contest.ChanceCounts // of all positions that can be reached from From
	Sweeps int
	Rests  bool // no further sweep would change anything
	// Exact is the chance of From as a fraction, nil if it was not worked out.
	Exact   *big.Rat
	Checked *check.ChanceReport // nil if it was not checked
	// Elapsed is the time that it took, Bytes the memory.
	Elapsed time.Duration
	Bytes   int64
	// FromFile tells that all numbers are the word of whoever wrote a file.
	FromFile bool
}

// ChancesText writes the report for people.
func ChancesText(w io.Writer, d *Chances, o TextOptions) error {
	var out strings.Builder
	g, s := d.Game, o.Style
	out.WriteString(s.paint(title, playersOf(g)))
	fmt.Fprintf(&out, ", %s\n\n", g)
	color := good
	if !d.Chance.Settled() {
		color = open
	}
	o.entry(&out, "Result", color, d.headline())
	if d.FromFile {
		o.entry(&out, "Source", usual, chancesSource)
	}
	o.entry(&out, "Bounds", usual, d.bounds())
	if d.Exact != nil {
		o.entry(&out, "Exactly", usual, d.exactly())
	}
	if d.From != g.Start() {
		o.entry(&out, "From", usual, g.Format(d.From))
	}
	o.entry(&out, "Space", usual, d.space())
	if d.Checked != nil {
		o.entry(&out, "Checked", usual, d.checked())
	}
	o.entry(&out, "Rules", usual, g.Kind.Summary)
	if len(d.Rolls) > 0 {
		section(&out, s, "Best turns by roll")
		for _, line := range ChanceLines(g, d.From, d.Rolls) {
			out.WriteString(line + "\n")
		}
	}
	if len(d.Line) > 0 {
		section(&out, s, fmt.Sprintf("Best play with the rolls of seed %d", d.Seed))
		d.writeLine(&out)
	}
	if o.Diagrams != NoDiagrams {
		out.WriteString("\n" + g.Draw(d.From))
	}
	if o.Stats {
		section(&out, s, "Search")
		o.entry(&out, "Time", usual, fmt.Sprintf("%.2f s", d.Elapsed.Seconds()))
		o.entry(&out, "Memory", usual, Bytes(d.Bytes))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// chancesSource is said of a result whose chances somebody else has written.
const chancesSource = "the numbers are claimed by the file; the turns are those of the rules, and bear out the result"

// headline is what the game is worth: of three players, who have no single value, to the
// one who is meant.
func (d *Chances) headline() string {
	if seated, ok := d.Game.Seated(); ok {
		c := d.Chance
		if d.From.Turn == 1 {
			c = c.By(contest.Turn{})
		}
		return fmt.Sprintf("%s is the expected score that %s can make sure of against all others together (a win 1, a shared one ½, a loss 0)", c, seated.First())
	}
	return fmt.Sprintf("%s is the expected score of the %s side, which is to move (a win 1, a draw ½, a loss 0)", d.Chance, d.Game.Kind.Sides[d.From.Turn])
}

// bounds says what the two bounds are, and whether they can come nearer.
func (d *Chances) bounds() string {
	sweeps := quantity(d.Sweeps, "sweep")
	switch {
	case d.FromFile:
		return "claimed by the file"
	case d.Chance.Settled():
		return fmt.Sprintf("they meet, after %s: both are proven", sweeps)
	case d.Rests:
		return fmt.Sprintf("the interval stays, both are proven: endless play is possible, and the lower one counts it as lost for that side, the upper one as won; after %s no further one changes anything", sweeps)
	}
	return fmt.Sprintf("not settled after %s: both are proven, and more time would bring them nearer or show that they stay apart", sweeps)
}

// exactly is the chance as a fraction.
func (d *Chances) exactly() string {
	if d.FromFile {
		return fmt.Sprintf("%s as a fraction, claimed by the file", d.Exact.RatString())
	}
	return fmt.Sprintf("%s, worked out as a fraction: it lies between the bounds, as those of all positions do", d.Exact.RatString())
}

// space counts the positions.
func (d *Chances) space() string {
	text := fmt.Sprintf("%s positions can be reached, %s up to symmetry; in %s the game is over; ", humanize.Comma(d.Counts.Positions), humanize.Comma(d.Counts.Kept), humanize.Comma(d.Counts.Over))
	if d.Counts.Apart == 0 {
		return text + "the bounds meet in all"
	}
	return text + fmt.Sprintf("the bounds are apart in %s", humanize.Comma(d.Counts.Apart))
}

// writeLine writes the turns of the game, one a row: the roll, the turn, the chance of who
// makes it.
func (d *Chances) writeLine(out *strings.Builder) {
	p, width := d.From, 0
	texts := make([]string, len(d.Line))
	for i, step := range d.Line {
		texts[i], p = d.Game.FormatTurn(p, step.Turn.After), step.Turn.After
		width = max(width, len(texts[i]))
	}
	p = d.From
	for i, step := range d.Line {
		who := d.Game.Kind.Sides[p.Turn]
		if seated, ok := d.Game.Seated(); ok {
			who = seated.FormatSeat(p)
		}
		fmt.Fprintf(out, "  %3d  %-6s  %-5s  %-*s  %s\n", i+1, who, stepRoll(step), width, texts[i], step.Turn.Chance)
		p = step.Turn.After
	}
}

// stepRoll names the roll of a step, "" if none is needed.
func stepRoll(s contest.ChanceStep) string {
	if s.Roll == contest.NoRoll {
		return ""
	}
	return s.Rolls[s.Roll].Roll.Name
}

// checked says what a check has found.
func (d *Chances) checked() string {
	text := fmt.Sprintf("both bounds of all %s positions are borne out by their turns and by play that ends (%s turns tried, each position as it stands)",
		humanize.Comma(d.Checked.Positions), humanize.Comma(d.Checked.Turns))
	if d.Checked.Apart > 0 {
		text += fmt.Sprintf("; one more sweep would change no bound of %s", humanize.Comma(d.Checked.Fixed))
	}
	return text
}

// ChanceLines write, roll by roll, how often it comes, the best turn, and the chance
// of who makes it.
func ChanceLines(g *contest.Game, p contest.Position, rolls []contest.RolledChoices) []string {
	total, width := 0, 0
	turns := make([]string, len(rolls))
	for i, r := range rolls {
		turns[i] = g.FormatTurn(p, r.Choices[0].After)
		total += r.Roll.Weight
		width = max(width, len(turns[i]))
	}
	lines := make([]string, len(rolls))
	for i, r := range rolls {
		lines[i] = fmt.Sprintf("  %-5s  %d in %d  %-*s  %s", r.Roll.Name, r.Roll.Weight, total, width, turns[i], r.Choices[0].Chance)
	}
	return lines
}

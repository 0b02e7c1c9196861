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
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// Chances is what is known of a game with dice.
type Chances struct {
	Game   *contest.Game
	From   contest.Position // where play begins
	Chance contest.Chance   // of From, for the side to move
	Rolls  []contest.RolledChoices
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
	out.WriteString(s.paint(title, "Two players"))
	fmt.Fprintf(&out, ", %s\n\n", g)
	color := good
	if !d.Chance.Settled() {
		color = open
	}
	o.entry(&out, "Result", color, fmt.Sprintf("%s is the expected score of the %s side, which is to move (a win 1, a draw ½, a loss 0)", d.Chance, g.Kind.Sides[d.From.Turn]))
	if d.FromFile {
		o.entry(&out, "Source", usual, "the numbers are claimed by the file; the turns are those of the rules, and bear out the result")
	}
	o.entry(&out, "Bounds", usual, d.bounds())
	if d.Exact != nil {
		o.entry(&out, "Exactly", usual, d.Exact.RatString()+", worked out as a fraction: it lies between the bounds, as those of all positions do")
	}
	if d.From != g.Start() {
		o.entry(&out, "From", usual, g.Format(d.From))
	}
	apart := "the bounds meet in all"
	if d.Counts.Apart > 0 {
		apart = fmt.Sprintf("the bounds are apart in %s", humanize.Comma(d.Counts.Apart))
	}
	o.entry(&out, "Space", usual, fmt.Sprintf("%s positions can be reached, %s up to symmetry; in %s the game is over; %s",
		humanize.Comma(d.Counts.Positions), humanize.Comma(d.Counts.Kept), humanize.Comma(d.Counts.Over), apart))
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

// bounds says what the two bounds are, and whether they can come nearer.
func (d *Chances) bounds() string {
	sweeps := quantity(d.Sweeps, "sweep")
	switch {
	case d.Chance.Settled():
		return "they meet, after " + sweeps + ": both are proven"
	case d.Rests:
		return "the interval stays, both are proven: endless play is possible, and the lower one counts it as lost for that side, the upper one as won; after " + sweeps + " no further one changes anything"
	}
	return "not settled after " + sweeps + ": both are proven, and more time would bring them nearer or show that they stay apart"
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

// ChancesSchema is the name and version of the JSON form of a solved game with dice.
const ChancesSchema = "halma-solve/chances/1"

// ChanceAnswer is what is known of a position of a game with dice: bounds of its
// expected score for the side to move, and all turns with each roll.
type ChanceAnswer struct {
	Position string       `json:"position"`
	Lower    float64      `json:"lower"`
	Upper    float64      `json:"upper"`
	Settled  bool         `json:"settled"`
	Rolls    []ChanceRoll `json:"rolls"`
}

// ChanceRoll is the turns with a roll, the best first.
type ChanceRoll struct {
	Roll   string       `json:"roll"`
	Weight int          `json:"weight"`
	Turns  []ChanceTurn `json:"turns"`
}

// ChanceTurn is a turn with the bounds of the expected score of who makes it.
type ChanceTurn struct {
	Turn  string  `json:"turn"`
	Lower float64 `json:"lower"`
	Upper float64 `json:"upper"`
}

// NewChanceAnswer is the answer about a position.
func NewChanceAnswer(g *contest.Game, p contest.Position, c contest.Chance, rolls []contest.RolledChoices) ChanceAnswer {
	a := ChanceAnswer{g.Format(p), c.Lower, c.Upper, c.Settled(), []ChanceRoll{}}
	for _, r := range rolls {
		one := ChanceRoll{Roll: r.Roll.Name, Weight: r.Roll.Weight}
		for _, t := range r.Choices {
			one.Turns = append(one.Turns, ChanceTurn{g.FormatTurn(p, t.After), t.Chance.Lower, t.Chance.Upper})
		}
		a.Rolls = append(a.Rolls, one)
	}
	return a
}

// ChancesJSON writes the report for programs:
//
//	schema      "halma-solve/chances/1"
//	game        name, version, options (all, with their values), start, from (where
//	            play begins)
//	exact       the chance of from as a fraction, "1/2"; null if it was not worked out
//	chance      of from: position, lower, upper (bounds of the expected score of the
//	            side to move: a win 1, a draw ½, a loss 0; the lower one counts endless
//	            play as lost for it, the upper one as won), settled (they are less than
//	            1e-9 apart), rolls: roll, weight (how often it comes among as many as all
//	            weights together), turns, the best first: turn, lower, upper
//	counts      positions that can be reached, kept of them up to symmetry, over (the
//	            game has ended), apart (the bounds are not settled)
//	sweeps      of the value iteration
//	rests       no further sweep changes anything: bounds that are apart stay so
//	checked     what was found when all was checked: positions, turns, over, apart, fixed
//	            (positions that one more sweep does not change); null if it was not
//	stats       seconds, bytes; only with Stats
func ChancesJSON(w io.Writer, d *Chances, o JSONOptions) error {
	var out jsontext.Writer
	out.Open("")
	out.Field("schema", ChancesSchema)
	writeContestGame(&out, d.Game, d.From)
	var fraction any
	if d.Exact != nil {
		fraction = d.Exact.RatString()
	}
	out.Field("exact", fraction)
	out.Field("chance", NewChanceAnswer(d.Game, d.From, d.Chance, d.Rolls))
	out.Open("counts")
	out.Field("positions", d.Counts.Positions)
	out.Field("kept", d.Counts.Kept)
	out.Field("over", d.Counts.Over)
	out.Field("apart", d.Counts.Apart)
	out.End()
	out.Field("sweeps", d.Sweeps)
	out.Field("rests", d.Rests)
	out.Field("checked", d.Checked)
	writeContestStats(&out, o, d.Elapsed, d.Bytes)
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

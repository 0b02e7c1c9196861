package reports

import (
	"io"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

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

// chanceStep is a turn of the line, with what else the roll allowed.
type chanceStep struct {
	Roll     *string       `json:"roll"`
	Turn     string        `json:"turn"`
	Position string        `json:"position"` // after it
	Choices  []ChanceTurn  `json:"choices"`
	Rolls    []chanceRolls `json:"rolls"`
}

// chanceRolls is a roll with its best turn.
type chanceRolls struct {
	Roll   string `json:"roll"`
	Weight int    `json:"weight"`
	ChanceTurn
}

// MostChanceTurns is the greatest length of a line in a game with dice: where endless
// play is possible it might have no end.
const MostChanceTurns = 300

// lineSteps are the turns of the line.
func (d *Chances) lineSteps() []any {
	out, p := make([]any, len(d.Line)), d.From
	for i, step := range d.Line {
		one := chanceStep{Turn: d.Game.FormatTurn(p, step.Turn.After), Position: d.Game.Format(step.Turn.After), Choices: chanceTurns(d.Game, p, step.Choices())}
		for _, r := range step.Rolls {
			one.Rolls = append(one.Rolls, chanceRolls{r.Roll.Name, r.Roll.Weight, chanceTurns(d.Game, p, r.Choices[:1])[0]})
		}
		if name := stepRoll(step); name != "" {
			one.Roll = &name
		}
		out[i], p = one, step.Turn.After
	}
	return out
}

// chanceTurns writes choices at a position.
func chanceTurns(g *contest.Game, p contest.Position, choices []contest.ChanceChoice) (turns []ChanceTurn) {
	for _, t := range choices {
		turns = append(turns, ChanceTurn{g.FormatTurn(p, t.After), t.Chance.Lower, t.Chance.Upper})
	}
	return turns
}

// NewChanceAnswer is the answer about a position.
func NewChanceAnswer(g *contest.Game, p contest.Position, c contest.Chance, rolls []contest.RolledChoices) ChanceAnswer {
	a := ChanceAnswer{g.Format(p), c.Lower, c.Upper, c.Settled(), []ChanceRoll{}}
	for _, r := range rolls {
		a.Rolls = append(a.Rolls, ChanceRoll{r.Roll.Name, r.Roll.Weight, chanceTurns(g, p, r.Choices)})
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
//	seed        of the rolls in line
//	line        a game of best turns from there: roll (null where all allow the same),
//	            turn, position after it, choices: all turns with the roll, the best first,
//	            rolls: of each roll the weight, the best turn and its bounds; it is cut off
//	            after [MostChanceTurns]
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
	out.Field("seed", d.Seed)
	out.List("line", d.lineSteps())
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

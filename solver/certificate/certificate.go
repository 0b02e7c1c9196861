package certificate

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// Schema is the name and version of the JSON form of a certificate.
const Schema = "halma-solve/certificate/2"

// Certificate says what is known of a puzzle and how it was proven.
type Certificate struct {
	Schema  string          `json:"schema"`
	Program string          `json:"program"` // version that made it
	Puzzle  Puzzle          `json:"puzzle"`
	Status  string          `json:"status"` // as in a result
	Lower   int             `json:"lower"`  // in the puzzle's count
	Upper   *int            `json:"upper"`  // nil without a line
	Line    []jsontext.Path `json:"line"`   // nil without a line
	Steps   []Step          `json:"steps"`
}

// Puzzle is a puzzle of the games highscore, treffhalma and shortest.
type Puzzle struct {
	Game  string                `json:"game"`
	Board string                `json:"board"`
	Size  int                   `json:"size"`
	Men   jsontext.NameOrNumber `json:"men"` // name of the army
	Rules string                `json:"rules"`
	Jumps string                `json:"jumps"`
	Count string                `json:"count"`
	Start []string              `json:"start"`
	Goal  []string              `json:"goal"`
}

// board names the board in short: "star 4".
func (d *Puzzle) board() string { return fmt.Sprintf("%s %d", d.Board, d.Size) }

// Kind is what a step of a proof does.
type Kind string

// The kinds of steps; see the package's comment.
const (
	Rows         Kind = "rows"
	Near         Kind = "near"
	Gain         Kind = "gain"
	Gains        Kind = "gains"
	Refutation   Kind = "refutation"
	BreadthFirst Kind = "breadth-first"
	Assignment   Kind = "assignment"
	Diagonals    Kind = "diagonals"
	Losses       Kind = "losses"
	Part         Kind = "part"
	Turns        Kind = "turns"
	Together     Kind = "together"
	Late         Kind = "late"
)

// The rules of a refutation. The booklet's game is refuted by both of its own, or
// by the free one.
const (
	RulesFree      = "free"
	RulesBooklet   = "booklet"
	RulesBackwards = "booklet backwards" // the mirrored reversals of its lines
)

// Step is one step of a proof.
type Step struct {
	Kind    Kind    `json:"kind"`
	Marked  bool    `json:"marked,omitempty"`  // of marked positions; see the package's comment
	Rules   string  `json:"rules,omitempty"`   // refutation, breadth-first
	From    int     `json:"from,omitempty"`    // refutation: no line is shorter, by the steps before
	Moves   int     `json:"moves,omitempty"`   // near: radius; gain: n; refutation, losses, together, late: L
	Value   int     `json:"value,omitempty"`   // rows, gains, assignment, diagonals, part, turns, breadth-first: lower bound, −1 if there is no line; gain: F(n)
	Met     int     `json:"met,omitempty"`     // refutation, losses: length of a line that it found, 0 if there is none
	Prices  []int   `json:"prices,omitempty"`  // assignment, refutation of hops: of the goal's cells in their order
	Weights [][]int `json:"weights,omitempty"` // diagonals, refutation of hops: of diagonals, by how far they are from that of a1
	// Potential and Unit are those of a refutation of hops whose midpoints lost no more than
	// half of what the lines lose; see the package's comment.
	Potential []int    `json:"potential,omitempty"` // by cell
	Unit      int      `json:"unit,omitempty"`
	Bounds    []Bounds `json:"bounds,omitempty"`  // refutation: those in use
	Links     bool     `json:"links,omitempty"`   // gain: positions without the links of rows that they need were dropped
	Rows      bool     `json:"rows,omitempty"`    // turns, together: the rows of both armies were asked, too
	Relaxed   []Layer  `json:"relaxed,omitempty"` // losses: of the relaxed game
	Layers    []Layer  `json:"layers,omitempty"`  // by depth
	Whole     *Whole   `json:"whole,omitempty"`   // part
}

// Whole is a puzzle of which another one is a part, and the proof of its bound.
type Whole struct {
	Puzzle Puzzle `json:"puzzle"`
	Steps  []Step `json:"steps"`
}

// Bounds are what a layer of a refutation was pruned by.
type Bounds struct {
	Gains []int `json:"gains"` // F(0) … as far as it was established by search
	Rows  bool  `json:"rows"`  // the row abstraction is in use
	Near  int   `json:"near"`  // radius of the listed positions, −1 for none
	// Height is set when before depth k rows need only lead on to gain ≥ T/2.
	Height bool `json:"height,omitempty"`
	// Links is set when positions are dropped that have not the links of rows that
	// they need.
	Links bool `json:"links,omitempty"`
	// Classes is set when positions are dropped whose men need more moves by the
	// parities of their cells.
	Classes bool `json:"classes,omitempty"`
	// Priced is set when positions are dropped that are too far from the goal by
	// the step's prices.
	Priced bool `json:"priced,omitempty"`
	// Assigned is set when positions are dropped whose cheapest assignment of men to the
	// goal's cells costs too much.
	Assigned bool `json:"assigned,omitempty"`
	// Diagonals is set when positions are dropped that are too far from the goal by what
	// the men of each diagonal lose, with the step's weights.
	Diagonals bool `json:"diagonals,omitempty"`
	// Potential is set when midpoints are those that lost no more than half by the step's
	// potential. It is set for all layers or for none.
	Potential bool `json:"potential,omitempty"`
	// Images is set when positions of the second half are left out whose image under σ
	// ought to be in a layer of the first half, and is not.
	Images bool `json:"images,omitempty"`
	// Sums is set when from depth k on no more is asked of rows than their sum.
	Sums bool `json:"sums,omitempty"`
}

// Equal reports whether both are the same.
func (b Bounds) Equal(o Bounds) bool {
	return b.Rows == o.Rows && b.Near == o.Near && b.Height == o.Height && b.Links == o.Links && b.Classes == o.Classes &&
		b.Priced == o.Priced && b.Assigned == o.Assigned && b.Diagonals == o.Diagonals && b.Potential == o.Potential && b.Images == o.Images &&
		b.Sums == o.Sums && slices.Equal(b.Gains, o.Gains)
}

// AsFar reports whether rows that lead to a midpoint by b do so by o, too: so that a layer
// pruned by o has all positions of a line whose rows lead there by b.
func (b Bounds) AsFar(o Bounds) bool {
	return len(b.Gains) >= len(o.Gains) && slices.Equal(b.Gains[:len(o.Gains)], o.Gains) &&
		b.Height == o.Height && b.Potential == o.Potential && (b.Rows || !o.Rows) && (b.Links || !o.Links)
}

// Layer is what a search kept at one depth.
type Layer struct {
	Depth     int    `json:"depth"`
	Positions int64  `json:"positions"`        // up to the mirror
	Gain      int    `json:"gain"`             // the greatest
	Digest    string `json:"digest,omitempty"` // 32 hexadecimal digits; none in breadth-first
	Bounds    int    `json:"bounds,omitempty"` // refutation: which of the step's Bounds it was pruned by
}

// Describe returns the puzzle as a certificate has it.
func Describe(p *puzzles.Puzzle) Puzzle {
	return Puzzle{
		Game: string(p.Game), Board: p.Board.Shape().String(), Size: p.Board.Size(), Men: jsontext.NameOrNumber(p.Army),
		Rules: p.Arrival.String(), Jumps: p.Jumps.String(), Count: p.Count.String(),
		Start: p.Board.Names(p.Start), Goal: p.Board.Names(p.Goal),
	}
}

// FormatLine returns the moves of a line as a certificate has them.
func FormatLine(b *positions.Board, line puzzles.Line) []jsontext.Path {
	var out []jsontext.Path
	for _, cells := range line {
		var path jsontext.Path
		for _, c := range cells {
			path = append(path, b.Name(c))
		}
		out = append(out, path)
	}
	return out
}

// Add returns the steps with s. A step that proves the same as an older one takes
// its place, so that searches that are made again do not pile up. The order of
// steps has no meaning.
func Add(steps []Step, s Step) []Step {
	out := slices.Clone(steps)
	for i, old := range out {
		same := old.Rules == s.Rules && old.From == s.From && old.Moves == s.Moves || (s.Kind == Near || s.Kind == Losses) && s.Moves >= old.Moves
		if old.Kind != s.Kind || old.Marked != s.Marked || !same {
			continue
		}
		if !slices.Contains([]Kind{Rows, Gains, Assignment, Diagonals, Part, Turns}, s.Kind) || s.Value >= old.Value {
			out[i] = s
		}
		return out
	}
	return append(out, s)
}

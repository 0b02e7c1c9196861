package atlas

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Question is a puzzle as the options of its game's command ask for it, in their
// words. Empty are those that the game does not have.
type Question struct {
	Game   puzzles.Game `json:"game"`
	Board  string       `json:"board"`
	Size   int          `json:"size,omitempty"`
	Men    string       `json:"men,omitempty"`
	Goal   string       `json:"goal,omitempty"`   // the lines of connection
	Target string       `json:"target,omitempty"` // the figure of treffpunkt
	// Directions and holes of solo and retour.
	Directions int    `json:"directions,omitempty"`
	From       string `json:"from,omitempty"`
	To         string `json:"to,omitempty"`
	Rules      string `json:"rules,omitempty"`
	Count      string `json:"count,omitempty"`
	Jumps      string `json:"jumps,omitempty"`
}

// options lists those that are not empty: name and value.
func (q Question) options() (list [][2]string) {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	for _, o := range [][2]string{
		{"board", q.Board},
		{"size", number(q.Size)},
		{"directions", number(q.Directions)},
		{"men", q.Men},
		{"goal", q.Goal},
		{"target", q.Target},
		{"from", q.From},
		{"to", q.To},
		{"rules", q.Rules},
		{"count", q.Count},
		{"jumps", q.Jumps},
	} {
		if o[1] != "" {
			list = append(list, o)
		}
	}
	return list
}

// ID names the question in one word: "highscore-star4-15-free-moves-short".
func (q Question) ID() string {
	id := string(q.Game)
	for _, o := range q.options() {
		if o[0] != "size" { // it stands right behind the board
			id += "-"
		}
		id += o[1]
	}
	return id
}

// Command is the command line that asks the question.
func (q Question) Command() string {
	var out strings.Builder
	out.WriteString("halma-solve " + string(q.Game))
	info, _ := q.Game.Info()
	for _, o := range q.options() {
		if info.Has(o[0]) { // connection has no board but its own
			out.WriteString(" --" + o[0] + " " + o[1])
		}
	}
	return out.String()
}

// Puzzle makes the puzzle. Errors are those of its constructor, or about words that
// are none of an option's.
func (q Question) Puzzle() (*puzzles.Puzzle, error) {
	info, ok := q.Game.Info()
	if !ok {
		return nil, fmt.Errorf("there is no game %.40q", q.Game)
	}
	o := puzzles.Options{Size: q.Size, Army: q.Men, Target: q.Target, Directions: q.Directions, From: q.From, To: q.To}
	if q.Goal == puzzles.AnyLines.String() {
		o.Lines = puzzles.AnyLines
	}
	err := errors.Join(
		word(q.Board, positions.ParseShape, &o.Shape),
		word(q.Rules, positions.ParseArrival, &o.Arrival),
		word(q.Count, positions.ParseCount, &o.Count),
		word(q.Jumps, positions.ParseJumps, &o.Jumps))
	if err != nil {
		return nil, err
	}
	return info.New(o)
}

// word reads a word unless it is empty.
func word[T any](text string, parse func(string) (T, error), into *T) (err error) {
	if text != "" {
		*into, err = parse(text)
	}
	return err
}

package generate

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// filteredPuzzle is a puzzle with a different number for every feature.
func filteredPuzzle(t testing.TB) *Puzzle {
	t.Helper()
	b := positiontest.Board(t, positions.Square, 6)
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: b, Start: positions.BitsOf(0, 1, 2), Goal: positions.BitsOf(35, 34, 33)}
	return &Puzzle{
		Kind: Transfer, Task: p, Lines: big.NewInt(11), MoreLines: true, First: 12, LineUnique: false, Difficulty: 34.5,
		Line:     puzzles.Line{{0, 7}, {7, 21, 35}, {1, 2}, {2, 9, 10, 12}},
		Features: Features{Moves: 4, Choices: []int{5, 6, 17, 8}, WrongFirst: 9, LongestChain: 3, Quiet: 2, Away: 0},
	}
}

func TestFilters(t *testing.T) {
	p := filteredPuzzle(t)
	for text, want := range map[string]bool{
		"moves == 4 and hops == 7 and men == 3":                           true,
		"lines == 11 && more_lines && first_moves == 12 && !unique_first": true,
		"unique_line or wrong_first != 9 or longest_chain != 3":           false,
		"quiet == 2 and away == 0 and len(choices) == moves":              true,
		"choices[2] == 17 and max(choices) == 17 and sum(choices) == 36":  true,
		`kind == "transfer" and board == "square6" and level == "medium"`: true,
		`"a1" in start and "f6" in goal and "a1" not in goal`:             true,
		"difficulty in 34..35": true,
		"difficulty in 30..34": false,
		"not (moves in 5..8) and moves in 4..4 and moves not in [5, 6]": true,
		"moves in 3..men": false,
		"all(choices, # > 4) and any(choices, # == 8) and count(choices, # > 5) == 3": true,
		"dead_first == -1":                           true,
		"symmetric":                                  false,
		"moves > 3 ? away == 0 : false":              true,
		"choices | filter(# > 5) | len() == 3":       true,
		"mean(choices) == 9 and median(choices) < 8": true,
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := f.Keeps(p); err != nil || got != want {
			t.Errorf("%s is %t, %v", text, got, err)
		}
	}
}

// Every name that is documented is one, and the other way round.
func TestFilterNames(t *testing.T) {
	var known, told []string
	fields := reflect.TypeFor[filterable]()
	for i := range fields.NumField() {
		known = append(known, fields.Field(i).Tag.Get("expr"))
	}
	for _, n := range FilterNames() {
		told = append(told, n.Name)
		if n.Meaning == "" {
			t.Errorf("%s is not explained", n.Name)
		}
	}
	if !slices.Equal(known, told) {
		t.Errorf("known %v\n told %v", known, told)
	}
	for _, name := range FilterFunctions() {
		if _, err := ParseFilter(name + "(choices) == 1"); err != nil && strings.Contains(err.Error(), "no place") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBadFilters(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "column 1: an expression is needed",
		"  ":                              "column 1: an expression is needed",
		"moves >":                         "column 7: unexpected token EOF",
		"moves > 3 and mvoes < 5":         `column 15: unknown name "mvoes"`,
		"moves":                           "column 1: expected bool, but got int",
		"level > 3":                       "column 7: invalid operation: > (mismatched types string and int)",
		"moves > 3 and start in 1..2":     "column 21: invalid operation",
		"moves\n> 3":                      "column 6: the character U+000A has no place",
		"kind == '\x1b[31m'":              "column 10: the character U+001B has no place",
		"len(1..1000000) > 3":             "column 6: a range stands behind",
		"let a = 1; a > moves":            "column 5: this has no place in a filter",
		"now() == now()":                  "column 1: the function now has no place",
		"repeat(kind, 9) == kind":         "column 1: the function repeat has no place",
		"kind matches '(a+)+'":            "column 6: the operator matches has no place",
		"reduce(choices, # + #acc) > 1":   "column 1: the function reduce has no place",
		"exec('x')":                       "column 1: there is no function exec",
		"{'a': 1} == {'a': 1}":            "column 1: this has no place in a filter",
		"kind?.x == 1":                    "column 7: this has no place in a filter",
		"$env == 1":                       `column 1: unknown name "$env"`,
		"(moves in 1..2 ? 1 : 2) in 1..2": "column 12: a range stands behind",
		strings.Repeat("(", 2000):         "column 1001: the expression is longer than 1000",
		"all(start, all(start, all(goal, 1 == 1)))":  "at most 2 loops",
		"moves" + strings.Repeat("+1", 300) + " > 1": "exceeds maximum",
	} {
		_, err := ParseFilter(text)
		var bad *FilterError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) || bad.Column < 1 {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%.60q: the message has more than one line: %q", text, err)
		}
	}
}

// What fails on a puzzle says on which.
func TestFilterFails(t *testing.T) {
	for _, text := range []string{"choices[9] > 1", "moves % away == 1", "choices[0:1][3] == 1"} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Keeps(filteredPuzzle(t)); !errors.Is(err, ErrFilter) || !strings.Contains(err.Error(), "h1-transfer-square6-") {
			t.Errorf("%s: %v", text, err)
		}
	}
	o := batches(t)["transfer"]
	o.Filter, _ = ParseFilter("choices[30] == 1")
	if _, err := (&Batch{Options: o, Count: 1, Effort: 100, Workers: 2}).Run(context.Background(), func(*Puzzle) error { return nil }); !errors.Is(err, ErrFilter) {
		t.Errorf("a batch with such a filter: %v", err)
	}
}

// A filtered batch is what the filter leaves of the whole one, in its order, and
// has a seed form of its own.
func TestFilteredBatch(t *testing.T) {
	o := batches(t)["transfer"]
	run := func(o Options, count int) (out []*Puzzle) {
		_, err := (&Batch{Options: o, Count: count, Effort: 3000, Workers: 2}).Run(context.Background(), func(p *Puzzle) error {
			out = append(out, p)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	all := run(o, 12)
	moves := len(all[0].Line)
	var want, got []string
	for _, p := range all {
		if len(p.Line) == moves {
			want = append(want, ID(p.Kind, p.Task))
		}
	}
	if len(want) == 12 {
		t.Fatal("all have the same length: the test shows nothing")
	}
	text := fmt.Sprintf("moves == %d", moves)
	filtered := o
	var err error
	if filtered.Filter, err = ParseFilter(text); err != nil {
		t.Fatal(err)
	}
	for _, p := range run(filtered, len(want)) {
		got = append(got, ID(p.Kind, p.Task))
	}
	if !slices.Equal(got, want) {
		t.Errorf("filtered:\n%v\nchosen:\n%v", got, want)
	}
	if form := filtered.Form(); form != o.Form()+` filter="`+text+`"` {
		t.Errorf("the form is %s", form)
	}
}

// The dearest filter that is let in comes to the limit of memory.
func TestFilterCost(t *testing.T) {
	p := filteredPuzzle(t)
	b := positiontest.Board(t, positions.Square, 16)
	q := *p.Task
	q.Board = b
	for c := range positions.Cell(128) {
		q.Start, q.Goal = q.Start.With(c), q.Goal.With(c+128)
	}
	p.Task = &q
	const loop = "all(start, len(uniq(start)) > 0 and all(start, len(sort(start)) > 0))"
	f, err := ParseFilter(loop + strings.Repeat(" and "+loop, 9))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = f.Keeps(p); err == nil || !strings.Contains(err.Error(), "memory budget exceeded") {
		t.Errorf("%v", err)
	}
}

func FuzzFilter(f *testing.F) {
	for _, n := range FilterNames() {
		f.Add(fmt.Sprintf("%s == 1 and any(choices, # in 1..%s)", n.Name, n.Name))
	}
	p := filteredPuzzle(f)
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := ParseFilter(text)
		var bad *FilterError
		if err != nil {
			if !errors.As(err, &bad) || bad.Column < 1 || strings.Contains(bad.Msg, "\n") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if _, err := filter.Keeps(p); err != nil && !errors.Is(err, ErrFilter) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

package generate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// Filter is an expression over the features of a puzzle that is true or false, as
// in
//
//	moves >= 6 and wrong_first > 3 and level != "hard"
//	all(choices, # > 1) or "d4" in start
//
// The names are those of [FilterNames]. There are numbers, texts, lists, the
// usual operators, and the functions of [FilterFunctions]. A filter may be used by
// many goroutines.
type Filter struct {
	text    string
	program *vm.Program
}

// FilterError says what is wrong with the text of a filter, and where.
type FilterError struct {
	Column  int // of the character, from 1
	Msg     string
	Unknown string // the name that is none, if that is what is wrong
}

// Error names the place.
func (e *FilterError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Msg) }

// ErrFilter is wrapped when a filter fails on a puzzle, as by dividing by 0.
var ErrFilter = errors.New("the filter has no value")

// Limits of a filter. The text is short and loops are at most two deep over lists
// of at most 256 elements, so that one puzzle costs microseconds, milliseconds at
// worst.
const (
	maxFilterLength = 1000 // characters
	maxFilterNodes  = 300
	maxFilterLoops  = 2       // one within the other
	filterMemory    = 100_000 // elements of lists made on the way
)

// filterable is what a filter can ask for.
type filterable struct {
	Moves        int      `expr:"moves"`
	Hops         int      `expr:"hops"`
	Men          int      `expr:"men"`
	Difficulty   float64  `expr:"difficulty"`
	Level        string   `expr:"level"`
	Lines        int      `expr:"lines"`
	MoreLines    bool     `expr:"more_lines"`
	FirstMoves   int      `expr:"first_moves"`
	UniqueFirst  bool     `expr:"unique_first"`
	UniqueLine   bool     `expr:"unique_line"`
	WrongFirst   int      `expr:"wrong_first"`
	DeadFirst    int      `expr:"dead_first"`
	LongestChain int      `expr:"longest_chain"`
	Quiet        int      `expr:"quiet"`
	Away         int      `expr:"away"`
	Choices      []int    `expr:"choices"`
	Symmetric    bool     `expr:"symmetric"`
	Kind         string   `expr:"kind"`
	Board        string   `expr:"board"`
	Start        []string `expr:"start"`
	Goal         []string `expr:"goal"`
}

func filterableOf(p *Puzzle) filterable {
	f, b := &p.Features, p.Task.Board
	lines := math.MaxInt
	if p.Lines.IsInt64() && p.Lines.Int64() <= math.MaxInt {
		lines = int(p.Lines.Int64())
	}
	dead := -1
	if f.DeadFirst != nil {
		dead = *f.DeadFirst
	}
	return filterable{
		Moves: len(p.Line), Hops: p.Line.Hops(), Men: p.Task.Men(),
		Difficulty: p.Difficulty, Level: Level(p.Difficulty),
		Lines: lines, MoreLines: p.MoreLines, FirstMoves: p.First, UniqueFirst: p.First == 1, UniqueLine: p.LineUnique,
		WrongFirst: f.WrongFirst, DeadFirst: dead, LongestChain: f.LongestChain, Quiet: f.Quiet, Away: f.Away, Choices: f.Choices,
		Symmetric: len(mirrorsOf(b, p.Task.Start)) > 0, Kind: string(p.Kind), Board: boardName(b),
		Start: b.Names(p.Task.Start), Goal: b.Names(p.Task.Goal),
	}
}

// ParseFilter reads the text of a filter. Errors are [*FilterError].
func ParseFilter(text string) (*Filter, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, &FilterError{Column: 1, Msg: "an expression is needed, as in moves > 5"}
	}
	for i, r := range []rune(text) {
		if i >= maxFilterLength {
			return nil, &FilterError{Column: i + 1, Msg: fmt.Sprintf("the expression is longer than %d characters", maxFilterLength)}
		}
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return nil, &FilterError{Column: i + 1, Msg: fmt.Sprintf("the character %U has no place in an expression", r)}
		}
	}
	if err := checkFilter(text); err != nil {
		return nil, err
	}
	options := []expr.Option{expr.Env(filterable{}), expr.AsBool(), expr.Patch(spans{}), expr.MaxNodes(maxFilterNodes), expr.DisableAllBuiltins()}
	for _, name := range FilterFunctions() {
		options = append(options, expr.EnableBuiltin(name))
	}
	program, err := expr.Compile(text, options...)
	if err != nil {
		return nil, filterError(err)
	}
	return &Filter{text, program}, nil
}

// String is the text, without spaces around it.
func (f *Filter) String() string { return f.text }

// Keeps reports whether a puzzle matches. Errors wrap [ErrFilter].
func (f *Filter) Keeps(p *Puzzle) (bool, error) {
	machine := vm.VM{MemoryBudget: filterMemory}
	out, err := machine.Run(f.program, filterableOf(p))
	if err != nil {
		return false, fmt.Errorf("%w on %s: %w", ErrFilter, ID(p.Kind, p.Task), filterError(err))
	}
	keeps, ok := out.(bool)
	if !ok { // AsBool has seen to it but for elements of lists whose type is open
		return false, fmt.Errorf("%w on %s: it is neither true nor false", ErrFilter, ID(p.Kind, p.Task))
	}
	return keeps, nil
}

// filterError takes the place and the message out of an error of the library.
func filterError(err error) *FilterError {
	var at *file.Error
	if !errors.As(err, &at) {
		return &FilterError{Column: 1, Msg: firstLine(err.Error())}
	}
	e := &FilterError{Column: at.Column + 1, Msg: firstLine(at.Message)}
	if name, ok := strings.CutPrefix(e.Msg, "unknown name "); ok {
		e.Unknown = name
		e.Msg = fmt.Sprintf("unknown name %q", name)
	}
	return e
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// FilterNames lists the names that a filter may use, with what they mean.
func FilterNames() []FilterName {
	return slices.Clone(filterNames)
}

// FilterName is a name in filters.
type FilterName struct{ Name, Meaning string }

var filterNames = []FilterName{
	{"moves", "minimal number of moves"},
	{"hops", "steps and single jumps of the line"},
	{"men", "men at the start"},
	{"difficulty", "the number that --explain explains"},
	{"level", `"easy", "medium" or "hard"`},
	{"lines", "minimal lines, at most 2^63-1"},
	{"more_lines", "there are more than lines"},
	{"first_moves", "first moves of minimal lines, mirror images once"},
	{"unique_first", "there is one such first move"},
	{"unique_line", "there is one such line"},
	{"wrong_first", "first moves that look right and are not"},
	{"dead_first", "first moves of solo that lose for good; -1: not known"},
	{"longest_chain", "most jumps in a move of the line"},
	{"quiet", "moves of one step or jump"},
	{"away", "moves that end farther from the goal"},
	{"choices", "list of the numbers of legal moves along the line"},
	{"symmetric", "the start is its own mirror image"},
	{"kind", `as --kind: "solo", ...`},
	{"board", `"english", "star4", "square6", ...`},
	{"start", `list of cells with men, as in "d4" in start`},
	{"goal", "list of cells"},
}

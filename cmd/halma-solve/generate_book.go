package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// The options that choose and order puzzles for a book.
var (
	levelsOption = cli.Option[map[string]int]{
		Name: "levels", Category: cli.BatchCategory, Local: true, Shown: "any",
		Usage: "`LIST`of --input take as many of each level, as easy:15,medium:20,hard:15", Parse: parseLevels,
	}
	sortOption = cli.Choice("sort", cli.BatchCategory, "`ORDER`of the puzzles of --input: file (as they are there), difficulty or moves, the least first",
		"file", "difficulty", "moves").CommandLineOnly()
)

var levelNames = []string{"easy", "medium", "hard"}

// parseLevels reads "easy:15,hard:5".
func parseLevels(text string) (map[string]int, error) {
	wanted := make(map[string]int)
	for item := range strings.SplitSeq(text, ",") {
		level, number, _ := strings.Cut(item, ":")
		n, err := strconv.Atoi(number)
		switch {
		case !slices.Contains(levelNames, level):
			return nil, fmt.Errorf("%q is no level: %s, each with its number, as easy:15,hard:5", cli.Clip(level), positions.OneOf(levelNames))
		case err != nil || n < 1 || n > 1_000_000:
			return nil, fmt.Errorf("%q is no number of puzzles from 1 to 1000000", cli.Clip(number))
		case wanted[level] > 0:
			return nil, fmt.Errorf("%s comes twice", level)
		}
		wanted[level] = n
	}
	return wanted, nil
}

// book takes puzzles for a sink, as --levels and --sort say.
type book struct {
	put    func(*generate.Puzzle) error
	wanted map[string]int // still, by level; nil for any
	order  string
	list   []*generate.Puzzle // to be sorted
}

func bookOf(c *cli.Context, put func(*generate.Puzzle) error) *book {
	return &book{put: put, wanted: maps.Clone(levelsOption.Of(c)), order: sortOption.Of(c)}
}

// wants reports whether a puzzle is of a level of which there are not enough yet.
func (b *book) wants(p *generate.Puzzle) bool {
	return b.wanted == nil || b.wanted[generate.Level(p.Difficulty)] > 0
}

// take takes a puzzle that is wanted. The error is [errEnough] if no more are.
func (b *book) take(p *generate.Puzzle) error {
	if b.order != "file" {
		b.list = append(b.list, p)
	} else if err := b.put(p); err != nil {
		return err
	}
	if b.wanted == nil {
		return nil
	}
	level := generate.Level(p.Difficulty)
	if b.wanted[level]--; b.wanted[level] == 0 {
		delete(b.wanted, level)
	}
	if len(b.wanted) == 0 {
		return errEnough
	}
	return nil
}

// end hands on what was to be sorted, equals in the order of the files. The error says
// of which levels there were too few.
func (b *book) end() error {
	slices.SortStableFunc(b.list, func(x, y *generate.Puzzle) int {
		if b.order == "moves" {
			return cmp.Compare(len(x.Line), len(y.Line))
		}
		return cmp.Compare(x.Difficulty, y.Difficulty)
	})
	for _, p := range b.list {
		if err := b.put(p); err != nil {
			return err
		}
	}
	var missing []string
	for _, level := range levelNames {
		if n := b.wanted[level]; n > 0 {
			missing = append(missing, fmt.Sprintf("%d %s", n, level))
		}
	}
	if missing != nil {
		return cli.Stop(cli.ExitLimit, "the files have too few puzzles of --levels; missing: "+strings.Join(missing, ", "))
	}
	return nil
}

// eachOfFiles hands the puzzles of --input and of the files behind the options to f.
func eachOfFiles(c *cli.Context, f func(place string, p *generate.Puzzle) error) error {
	for _, path := range append(slices.Clone(takenFile.Of(c)), c.Args().Slice()...) {
		if err := eachTaken(path, f); err != nil {
			if errors.Is(err, errEnough) {
				return nil
			}
			return err
		}
	}
	return nil
}

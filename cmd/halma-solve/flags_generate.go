package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// generateFlags choose the puzzles of a batch.
func generateFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "kind", Category: puzzleCategory, EnvVars: env("kind"), Value: "solo",
			Usage: "`KIND`solo, endgame, transfer, connection or treffpunkt",
		},
		boardFlag("english or french for solo; star, square or rhombus for the others", "english; endgame and connection star; the others square 6"),
		sizeFlag(),
		&cli.StringFlag{
			Name: "men", Category: puzzleCategory, EnvVars: env("men"),
			Usage: "`ARMY`of endgame, as in highscore; of the others a number of men (of solo with --exhaustive only)", DefaultText: "the usual ones; transfer, treffpunkt 4",
		},
		&cli.StringFlag{
			Name: "start", Category: puzzleCategory, EnvVars: env("start"), Value: "any",
			Usage: "`WHERE`start of connection and treffpunkt: figure (connected, at random), court (of an army), walk (moves backwards from the goal) or any",
		},
		&cli.StringFlag{
			Name: "rules", Category: puzzleCategory, EnvVars: env("rules"), Value: "booklet",
			Usage: "`SET`booklet (a man that has arrived stays in the goal) or free; of endgame and transfer",
		},
		jumpsFlag(),
		&cli.StringFlag{
			Name: "to", Category: puzzleCategory, EnvVars: env("to"),
			Usage: "`HOLE`the last hole of solo, or any", DefaultText: "d4",
		},
		maskFlag(),
		&cli.StringFlag{
			Name: "count", Category: batchCategory, // HALMA_COUNT is about the length of lines
			Usage: "`N`how many puzzles, 1 to 1000000", DefaultText: "10; with --exhaustive all",
		},
		&cli.StringFlag{
			Name: "min-moves", Category: batchCategory,
			Usage: "`A`least minimal number of moves, 1 to 31", DefaultText: "solo 5, others 3",
		},
		&cli.StringFlag{
			Name: "max-moves", Category: batchCategory,
			Usage: "`B`greatest minimal number of moves, 1 to 31", DefaultText: "solo 10, transfer and treffpunkt 8, others 5",
		},
		&cli.StringFlag{
			Name: "unique", Category: batchCategory, EnvVars: env("unique"), Value: "none",
			Usage: "`WHAT`what must be unique, but for mirror images: first (the first move), line or none",
		},
		&cli.StringFlag{
			Name: "difficulty", Category: batchCategory, EnvVars: env("difficulty"),
			Usage:       fmt.Sprintf("`LEVEL`easy (below %d), medium, hard (from %d) or A..B", generate.EasyBelow, generate.HardFrom),
			DefaultText: "any",
		},
		&cli.BoolFlag{
			Name: "symmetric", Category: batchCategory, EnvVars: env("symmetric"),
			Usage: "only starts that are their own mirror image; not of endgame",
		},
		exhaustiveFlag(),
		filterFlag(), inputFlag(),
		&cli.StringFlag{
			Name: "seed", Category: batchCategory, EnvVars: env("seed"),
			Usage: "`S`whole number from 0; another one gives other puzzles", DefaultText: "1",
		},
		&cli.StringFlag{
			Name: "effort", Category: batchCategory, EnvVars: env("effort"),
			Usage: "`N`give up after N candidates in a row without a new puzzle", DefaultText: "20000",
		},
		&cli.StringFlag{
			Name: "workers", Category: searchCategory, EnvVars: env("workers"),
			Usage: "`N`how many threads, 1 to 1024", DefaultText: "all processors",
		},
		&cli.StringFlag{
			Name: "format", Category: reportCategory, EnvVars: env("format"), Value: "text",
			Usage: "`FORM`text, jsonl (one JSON object a line, with the puzzle as a file has it) or html (a page to print)",
		},
		&cli.BoolFlag{
			Name: "explain", Category: reportCategory, EnvVars: env("explain"),
			Usage: "say in the text what each difficulty is made of",
		},
		&cli.StringFlag{
			Name: "output", Aliases: []string{"o"}, Category: reportCategory, EnvVars: env("output"),
			Usage: "`FILE`write to FILE; - is standard output", DefaultText: "-",
		},
	}
}

const batchCategory = "Batch"

// hardest is a difficulty that no puzzle has.
const hardest = 1e6

// batchOf reads generateFlags.
func batchOf(c *cli.Context) (*generate.Batch, error) {
	o := generate.Options{Kind: generate.Solo, Unique: generate.UniqueNone, Hardest: hardest, Seed: 1}
	b := &generate.Batch{Count: 10, Effort: 20000}
	err := parseFlag(c, "kind", func(value string) error {
		o.Kind = generate.Kind(value)
		return oneOf("kind", value)
	})
	if err != nil {
		return nil, err
	}
	if o.Game, err = generatedGame(c, o.Kind); err != nil {
		return nil, err
	}
	if o.Kind == generate.Solo {
		if o.Mask, err = maskOf(c, o.Game.Board); err != nil {
			return nil, err
		}
	}
	usual := map[generate.Kind][2]int{
		generate.Solo: {5, 10}, generate.Endgame: {3, 5}, generate.Connection: {3, 5}, generate.Transfer: {3, 8}, generate.Treffpunkt: {3, 8},
	}[o.Kind]
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"count", func(value string) (err error) { b.Count, err = wholeNumber(value, 1, 1_000_000); return err }},
		{"min-moves", func(value string) (err error) {
			o.MinMoves, err = wholeNumber(value, 1, generate.MaxMoves)
			return err
		}},
		{"max-moves", func(value string) (err error) {
			o.MaxMoves, err = wholeNumber(value, 1, generate.MaxMoves)
			return err
		}},
		{"unique", func(value string) error { o.Unique = generate.Unique(value); return oneOf("unique", value) }},
		{"difficulty", func(value string) (err error) {
			o.Easiest, o.Hardest, err = difficultyOf(value)
			return err
		}},
		{"start", func(value string) error {
			if o.Kind.Figures() {
				o.Starts = generate.Starts(value)
			}
			return oneOf("start", value)
		}},
		{"filter", func(value string) (err error) { o.Filter, err = filterOf(value); return err }},
		{"seed", func(value string) (err error) {
			if o.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return fmt.Errorf("%q is not a whole number from 0 to 2^64-1", clip(value))
			}
			return nil
		}},
		{"workers", func(value string) (err error) { b.Workers, err = wholeNumber(value, 1, maxWorkers); return err }},
		{"effort", func(value string) (err error) { b.Effort, err = wholeNumber(value, 1, 1_000_000_000); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Bool("exhaustive"):
		if err := exhaustiveOf(c, b, &o); err != nil {
			return nil, err
		}
	case o.MinMoves == 0 && o.MaxMoves == 0:
		o.MinMoves, o.MaxMoves = usual[0], usual[1]
	case o.MinMoves == 0:
		o.MinMoves = min(usual[0], o.MaxMoves)
	case o.MaxMoves == 0:
		o.MaxMoves = max(usual[1], o.MinMoves)
	}
	o.Symmetric = c.Bool("symmetric")
	b.Options, b.Workers = o, workersOf(b.Workers)
	if err := o.Check(); err != nil {
		return nil, usageError("%v", err)
	}
	return b, nil
}

// generatedGame reads board, men and rules.
func generatedGame(c *cli.Context, k generate.Kind) (*puzzles.Puzzle, error) {
	strangers := []string{"to", "mask", "start"}
	switch {
	case k == generate.Solo:
		if strangers = []string{"size", "rules", "jumps", "start"}; !c.Bool("exhaustive") {
			strangers = append(strangers, "men")
		}
	case k.Figures():
		strangers = []string{"to", "mask", "rules"}
	}
	if name := anySet(c, strangers); name != "" {
		return nil, usageError("--%s is no option of the kind %s; see \"halma-solve help generate\"", name, k)
	}
	usual := positions.Square
	switch k {
	case generate.Solo:
		usual = positions.English
	case generate.Endgame, generate.Connection:
		usual = positions.Star
	}
	shape, size, err := boardOf(c, usual)
	if err != nil {
		return nil, err
	}
	cross := shape == positions.English || shape == positions.French
	if cross != (k == generate.Solo) {
		return nil, flagError(c, "board", fmt.Errorf("%s is no board for %s (english or french for solo; star, square or rhombus for the others)", shape, k))
	}
	if k == generate.Solo {
		board, err := positions.NewBoard(shape, 0)
		if err != nil {
			return nil, err
		}
		p, err := puzzles.Solo(puzzles.SoloOptions{Board: board, To: c.String("to")})
		if err != nil {
			return nil, flagError(c, "to", errors.Unwrap(err))
		}
		return p, nil
	}
	if k != generate.Endgame && shape == positions.Square && size == 0 {
		size = 6
	}
	o := puzzles.HighscoreOptions{Shape: shape, Size: size}
	men := 0
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"men", func(value string) (err error) {
			if o.Army = value; k != generate.Endgame {
				men, err = wholeNumber(value, 1, positions.MaxCells)
			}
			return err
		}},
		{"rules", func(value string) (err error) {
			if o.Arrival, err = positions.ParseArrival(value); k.Figures() {
				o.Arrival = positions.Free // figures are no courts
			}
			return err
		}},
		{"jumps", func(value string) (err error) { o.Jumps, err = positions.ParseJumps(value); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return nil, err
		}
	}
	if k == generate.Endgame {
		p, err := puzzles.Highscore(o)
		if err != nil {
			return nil, flagError(c, "men", err)
		}
		return p, nil
	}
	board, err := positions.NewBoard(shape, size)
	if err != nil {
		return nil, flagError(c, "size", err)
	}
	if men == 0 {
		men = usualMen(k, board)
	}
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: board, Army: strconv.Itoa(men), Arrival: o.Arrival, Jumps: o.Jumps}
	if k != generate.Connection && 3*men > board.Len() {
		return nil, flagError(c, "men", fmt.Errorf("%d men are too many for the %s, a third of its cells at the most", men, board))
	}
	for cell := range positions.Cell(men) { // where they stand does not matter
		p.Start = p.Start.With(cell)
	}
	return p, nil
}

// usualMen is the number of men of the kinds that are not told.
func usualMen(k generate.Kind, b *positions.Board) int {
	switch {
	case k != generate.Connection:
		return 4
	case b.Shape() == positions.Star:
		return 3*b.Size() + 1
	}
	return b.Size()
}

// difficultyOf reads a level or "A..B".
func difficultyOf(value string) (from, to float64, err error) {
	const least = 0.1 // difficulties have one decimal
	switch value {
	case "easy":
		return 0, generate.EasyBelow - least, nil
	case "medium":
		return generate.EasyBelow, generate.HardFrom - least, nil
	case "hard":
		return generate.HardFrom, hardest, nil
	}
	a, b, _ := strings.Cut(value, "..")
	from, errA := strconv.ParseFloat(a, 64)
	to, errB := strconv.ParseFloat(b, 64)
	if errA != nil || errB != nil || !(from >= 0 && from <= to && to <= hardest) {
		return 0, 0, fmt.Errorf("%q is no difficulty: easy, medium, hard, or two numbers as in 20..30", clip(value))
	}
	return from, to, nil
}

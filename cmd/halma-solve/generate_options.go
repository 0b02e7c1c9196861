package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// The options that choose the puzzles of a batch; generate_sinks.go has those about
// outputs.
var (
	kindOption  = cli.Choice("kind", cli.PuzzleCategory, "`KIND`"+positions.OneOf(generate.Kinds()), generate.Kinds()...)
	batchMen    = cli.Text("men", cli.PuzzleCategory, "`ARMY`of endgame, as in highscore; of the others a number of men (of solo with --exhaustive only)", "the usual ones; transfer, treffpunkt 4")
	startOption = cli.Choice("start", cli.PuzzleCategory, "`WHERE`start of connection and treffpunkt: figure (connected, at random), court (of an army), walk (moves backwards from the goal) or any",
		generate.AnyStart, generate.FigureStart, generate.CourtStart, generate.WalkStart)
	maskOption = cli.Needed(cli.File("mask", cli.PuzzleCategory, "`FILE`holes that may have a man at the start of solo, drawn in FILE (- is standard input): o such a hole, . another, - no hole", "all holes"),
		"the name of a file is needed, or -")
	batchCount   = cli.Number("count", cli.BatchCategory, "`N`how many puzzles, 1 to 1000000", "10; with --exhaustive all", 1, 1_000_000).CommandLineOnly() // HALMA_COUNT is about the length of lines
	minMoves     = cli.Number("min-moves", cli.BatchCategory, "`A`least minimal number of moves, 1 to 31", "solo 5, others 3", 1, generate.MaxMoves).CommandLineOnly()
	mostMoves    = cli.Number("max-moves", cli.BatchCategory, "`B`greatest minimal number of moves, 1 to 31", "solo 10, transfer and treffpunkt 8, others 5", 1, generate.MaxMoves).CommandLineOnly()
	uniqueOption = cli.Choice("unique", cli.BatchCategory, "`WHAT`what must be unique, but for mirror images: first (the first move), line or none",
		generate.UniqueNone, generate.UniqueFirst, generate.UniqueLine)
	difficultyOption = cli.Option[difficulty]{
		Name: "difficulty", Category: cli.BatchCategory, Shown: "any",
		Usage: fmt.Sprintf("`LEVEL`easy (below %d), medium, hard (from %d) or A..B", generate.EasyBelow, generate.HardFrom),
		Words: []string{"easy", "medium", "hard"}, Open: true, Parse: parseDifficulty,
	}
	symmetricOption  = cli.Switch("symmetric", cli.BatchCategory, "only starts that are their own mirror image; not of endgame")
	exhaustiveOption = cli.Switch("exhaustive", cli.BatchCategory, "not at random: all puzzles of a board and army with the greatest minimal number of moves, or with --min-moves to --max-moves").CommandLineOnly()
	filterOption     = cli.Option[*generate.Filter]{
		Name: "filter", Category: cli.BatchCategory, Usage: "`EXPR`keep only puzzles for which the expression is true; see above", Shown: "all", Parse: parseFilter,
	}
	seedOption = cli.Option[uint64]{
		Name: "seed", Category: cli.BatchCategory, Usage: "`S`whole number from 0; another one gives other puzzles", Default: "1",
		Parse: func(text string) (uint64, error) {
			seed, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return 0, fmt.Errorf("%q is not a whole number from 0 to 2^64-1", cli.Clip(text))
			}
			return seed, nil
		},
	}
	candidates = cli.Number("effort", cli.BatchCategory, "`N`give up after N candidates in a row without a new puzzle", "20000", 1, 1_000_000_000)
)

// batchFlags choose the puzzles of a batch.
func batchFlags() []cli.Flag {
	courts, pegs := positions.OneOf(positions.CourtShapes()), positions.OneOf(positions.PegShapes())
	return cli.Flags(
		kindOption,
		cli.Board(positions.Shapes(), "", "").With("the board: "+pegs+" for solo; "+courts+" for the others", "english; endgame and connection star; the others square 6"),
		cli.Size, batchMen, startOption,
		cli.Rules.With("booklet (a man that has arrived stays in the goal) or free; of endgame and transfer", "booklet"),
		cli.Jumps, toOption.With("the last hole of solo, or any", "the middle; on a triangle any"), maskOption,
		batchCount, minMoves, mostMoves, uniqueOption, difficultyOption, symmetricOption, exhaustiveOption,
		filterOption, takenFile, takenCheck, levelsOption, sortOption, seedOption, candidates, cli.Workers,
	)
}

// batchOf reads batchFlags.
func batchOf(c *cli.Context) (*generate.Batch, error) {
	kind := kindOption.Of(c).Info()
	game, err := generatedGame(c, kind)
	if err != nil {
		return nil, err
	}
	level := difficultyOption.Of(c)
	b := &generate.Batch{Count: batchCount.Of(c), Effort: candidates.Of(c), Workers: cli.AllWorkers(cli.Workers.Of(c)), Options: generate.Options{
		Kind: kind.Kind, Game: game, Unique: uniqueOption.Of(c), Easiest: level.from, Hardest: level.to, Symmetric: symmetricOption.Of(c),
		MinMoves: minMoves.Of(c), MaxMoves: mostMoves.Of(c), Filter: filterOption.Of(c), Seed: seedOption.Of(c),
	}}
	if b.Count == 0 {
		b.Count = 10
	}
	if b.Effort == 0 {
		b.Effort = 20000
	}
	o := &b.Options
	if !difficultyOption.IsSet(c) {
		o.Hardest = hardest
	}
	if kind.Has("start") {
		o.Starts = startOption.Of(c)
	}
	if kind.Has("mask") && maskOption.IsSet(c) {
		if o.Mask, err = maskOf(maskOption.Of(c), game.Board); err != nil {
			return nil, err
		}
	}
	switch {
	case exhaustiveOption.Of(c):
		if err := exhaustiveOf(c, b); err != nil {
			return nil, err
		}
	case o.MinMoves == 0 && o.MaxMoves == 0:
		o.MinMoves, o.MaxMoves = kind.MinMoves, kind.MaxMoves
	case o.MinMoves == 0:
		o.MinMoves = min(kind.MinMoves, o.MaxMoves)
	case o.MaxMoves == 0:
		o.MaxMoves = max(kind.MaxMoves, o.MinMoves)
	}
	if err := o.Check(); err != nil {
		return nil, cli.UsageError("%v", err)
	}
	return b, nil
}

// exhaustiveOf completes the options of a batch that is an enumeration.
func exhaustiveOf(c *cli.Context, b *generate.Batch) (err error) {
	if name := cli.FirstGiven(c, "seed", "effort", "start"); name != "" {
		return cli.UsageError("--%s is about random puzzles, --exhaustive lists all", name)
	}
	o := &b.Options
	o.Exhaustive, o.Seed, o.Starts = true, 0, ""
	if !batchCount.IsSet(c) {
		b.Count = math.MaxInt32
	}
	switch {
	case o.MaxMoves == 0 && o.MinMoves > 0:
		o.MaxMoves = generate.MaxMoves
	case o.MinMoves == 0 && o.MaxMoves > 0:
		o.MinMoves = 1
	}
	switch {
	case o.Kind != generate.Solo:
		return nil
	case !batchMen.IsSet(c):
		return batchMen.Refuse(c, errors.New("how many men? --exhaustive lists the arrangements of solo with one number of men"))
	}
	if o.Men, err = cli.WholeNumber(batchMen.Of(c), 2, positions.MaxDrawn); err != nil {
		return batchMen.Refuse(c, err)
	}
	return nil
}

// generatedGame reads the options of the puzzles of a kind.
func generatedGame(c *cli.Context, k generate.KindInfo) (*puzzles.Puzzle, error) {
	for _, name := range []string{"size", "rules", "jumps", "to", "mask", "start", "men"} {
		counted := name == "men" && k.Kind == generate.Solo && exhaustiveOption.Of(c)
		if cli.Given(c, name) && !k.Has(name) && !counted {
			return nil, cli.UsageError("--%s is no option of the kind %s; see \"halma-solve help generate\"", name, k.Kind)
		}
	}
	shape, size, err := cli.BoardOf(c, k.Usual)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(k.Boards, shape):
		return nil, cli.Refuse(c, "board", fmt.Errorf("%s is no board for %s (%s for solo; %s for the others)", shape, k.Kind,
			positions.OneOf(positions.PegShapes()), positions.OneOf(positions.CourtShapes())))
	case size == 0 && shape == positions.Square:
		size = k.Square
	}
	o := puzzles.Options{Shape: shape, Size: size, Arrival: cli.Rules.Of(c), Jumps: cli.Jumps.Of(c), To: toOption.Of(c)}
	switch {
	case k.Kind == generate.Solo:
		p, err := puzzles.Solo(o)
		if err != nil {
			return nil, toOption.Refuse(c, errors.Unwrap(err))
		}
		return p, nil
	case k.Armies:
		o.Army = batchMen.Of(c)
		p, err := puzzles.Highscore(o)
		if err != nil {
			return nil, batchMen.Refuse(c, err)
		}
		return p, nil
	}
	if k.Kind.Figures() {
		o.Arrival = positions.Free // figures are no courts
	}
	return scatteredMen(c, k, o)
}

// scatteredMen is the game of a kind that takes a number of men, wherever they stand.
func scatteredMen(c *cli.Context, k generate.KindInfo, o puzzles.Options) (*puzzles.Puzzle, error) {
	board, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return nil, cli.Size.Refuse(c, err)
	}
	men := k.Men(board)
	if batchMen.IsSet(c) {
		if men, err = cli.WholeNumber(batchMen.Of(c), 1, positions.MaxCells); err != nil {
			return nil, batchMen.Refuse(c, err)
		}
	}
	if k.Kind != generate.Connection && 3*men > board.Len() {
		return nil, batchMen.Refuse(c, fmt.Errorf("%d men are too many for the %s, a third of its cells at the most", men, board))
	}
	return generate.Scattered(board, men, o), nil
}

// difficulty are the least and the greatest difficulty that are wanted.
type difficulty struct{ from, to float64 }

// hardest is a difficulty that no puzzle has.
const hardest = 1e6

// parseDifficulty reads a level or "A..B".
func parseDifficulty(text string) (difficulty, error) {
	const least = 0.1 // difficulties have one decimal
	switch text {
	case "easy":
		return difficulty{0, generate.EasyBelow - least}, nil
	case "medium":
		return difficulty{generate.EasyBelow, generate.HardFrom - least}, nil
	case "hard":
		return difficulty{generate.HardFrom, hardest}, nil
	}
	a, b, _ := strings.Cut(text, "..")
	from, errA := strconv.ParseFloat(a, 64)
	to, errB := strconv.ParseFloat(b, 64)
	if errA != nil || errB != nil || !(from >= 0 && from <= to && to <= hardest) {
		return difficulty{}, fmt.Errorf("%q is no difficulty: easy, medium, hard, or two numbers as in 20..30", cli.Clip(text))
	}
	return difficulty{from, to}, nil
}

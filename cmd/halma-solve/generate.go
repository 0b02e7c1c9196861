package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/generate"
)

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:        "generate",
		Category:    "Solve",
		Usage:       "make many puzzles, each with its proven shortest solution",
		Description: generateDescription(),
		UsageText:   "halma-solve generate [options]",
		ArgsUsage: cli.Examples(`halma-solve generate --kind solo --count 5 --unique first
halma-solve generate --kind endgame --men 10 --min-moves 4 --max-moves 6
halma-solve generate --kind transfer --board square --size 6 --men 4
halma-solve generate --kind connection --board rhombus --size 6
halma-solve generate --kind treffpunkt --start court --men 6
halma-solve generate --kind solo --mask drawing.txt --min-moves 4
halma-solve generate --kind solo --men 7 --exhaustive --unique line
halma-solve generate --kind transfer --size 4 --men 3 --exhaustive
halma-solve generate --count 3 --filter "wrong_first >= 5 and away == 0"
halma-solve generate --count 1000 --seed 7 --format jsonl -o solo.jsonl
halma-solve generate --input solo.jsonl --count 27 --format html -o solo.html`),
		Flags: slices.Concat(batchFlags(), clusterFlags(), cli.Flags(
			batchFormat, explainOption, cli.OutFile.With("write to FILE; - is standard output", ""), cli.Force, sheetOption, sheetTitle, sheetColumns, sheetSolutions, langOption, pdfOption,
			cli.Store.With("where grades of candidates and the table of solo are kept, or none", ""), cli.Quiet,
		)),
		Action: generateBatch,
	}
}

func generateDescription() string {
	return `Makes puzzles at random and keeps those that are as wanted. Of each it gives an
ID that holds for ever, the proven minimal number of moves, one minimal line,
the number of minimal lines, and a difficulty with what it is made of
(--explain). No two are the same up to symmetry. The same options and seed give
the same puzzles with any number of workers.

Kinds: solo, arrangements of the cross from which one man is left on a given
hole; endgame, positions of highscore some moves before the end; transfer, a
figure of men to be taken to another place of the same form; connection, men to
form a straight line from edge to edge, on any of the lines that the puzzle
names; treffpunkt, men to form a figure elsewhere on the board.

What can be won on the english cross is in a table that is made in a second and
kept in --cache; long batches of solo make another one, of 400 MiB, for a time.

With --format jsonl and --output FILE the file grows line by line. The same
command goes on where it was stopped, also after kill -9: what is there is
replayed and kept, and proven again for a page; a torn last line is removed. A
greater --count makes a longer batch of the same puzzles. Nothing else can be
gone on with: text and html are written when all puzzles are there, or at Ctrl-C
those that are. With --cluster the workers at a server make the candidates; the
puzzles are the same.

Grades that took long are kept in --cache: the same batch again, or one that
shares candidates with it, is far faster and the same, byte by byte.

--format html makes a page to print, on A4 or Letter, in black and white if need
be: diagrams, cut to where the men and the goals are, and the solutions on the
last pages. On a screen it is a book to play, which keeps what was solved and
shows solutions when asked. --sheet FILE makes it beside another format, --pdf
FILE has a browser print it. --input FILE takes the puzzles of a file of JSON
Lines, as --filter and --count choose, instead of new ones. That their lines are
shortest is the word of the file and called claimed, or proven here by --check:
exit code 10 if it is not true, 12 if some took too long. How many lines there
are remains the word of the file. For a book several
files may be given, --levels takes as many of each level, --sort orders them.

--exhaustive lists, instead of random puzzles, all of a board and army that have
the greatest minimal number of moves, or from --min-moves to --max-moves, the
longest first: of endgame all positions of the men; of connection all, with all
lines as goals; of transfer all connected figures; of treffpunkt all pairs of
connected figures without a common cell; of solo all arrangements of --men men
(on --mask). --symmetric leaves only symmetric starts; --unique and --difficulty
choose from what is listed. What is too large is refused. Exit code 10: there is
no such puzzle.

--filter takes an expression with numbers, texts, lists, comparisons, in A..B,
and, or, not, + - * / %, all, any, count and other functions of lists, as in
"moves in 6..9 and wrong_first > 3 and all(choices, # > 1)". Its names:

` + filterHelp() + `
The exit code is 12 if --effort candidates in a row made no new puzzle; the
message then says what became of all candidates.`
}

func generateBatch(c *cli.Context) (err error) {
	if !takenFile.IsSet(c) {
		if err := cli.NoArguments(c); err != nil {
			return err
		}
		if flag := cli.FirstGiven(c, levelsOption.Name, sortOption.Name); flag != "" {
			return cli.UsageError("--%s is for the puzzles of --input; --difficulty chooses what is made", flag)
		}
	}
	out, err := generatedOf(c)
	if err != nil {
		return err
	}
	if takenFile.IsSet(c) {
		ctx, stop := cli.Interruptible(c.Context, nil)
		defer stop()
		return out.finish(takePuzzles(c, ctx, out.put), nil, generate.Tally{})
	}
	if takenCheck.IsSet(c) {
		return cli.UsageError("--check is for the puzzles of --input; those that are made are proven")
	}
	batch, err := batchOf(c)
	if err != nil {
		return out.finish(err, nil, generate.Tally{})
	}
	if err := out.prepare(c, batch); err != nil {
		return out.finish(err, nil, generate.Tally{})
	}
	closeStore, err := equipBatch(c, batch)
	if err != nil {
		return out.finish(err, nil, generate.Tally{})
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	show := cli.NewMaking(batch, cli.Quiet.Of(c), out.to.Standard())
	defer show.Done()
	ctx, stop := cli.Interruptible(c.Context, show.Progress)
	defer stop()
	batch.Progress = show.Tell
	tally, err := makeBatch(c, ctx, batch, show.Progress, out.put)
	show.Done()
	if tally.Unkept != nil {
		fmt.Fprintf(c.App.ErrWriter, "halma-solve: %s; the puzzles are not affected, but grades were not kept\n", cli.OneLine(tally.Unkept.Error()))
	}
	return out.finish(err, batch, tally)
}

// effortMessage says how far a batch came that gave up.
func effortMessage(b *generate.Batch, t generate.Tally) string {
	return fmt.Sprintf("%d of %d puzzles found; gave up after %d candidates in a row without a new one (of %s: %s); see --effort",
		t.Found, b.Count, t.InARow, humanize.Comma(t.Candidates), droppedText(t))
}

// droppedText says what became of the candidates, the most frequent first.
func droppedText(t generate.Tally) string {
	reasons := slices.Sorted(maps.Keys(t.Dropped))
	slices.SortStableFunc(reasons, func(x, y string) int { return int(t.Dropped[y] - t.Dropped[x]) })
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%s %s", humanize.Comma(t.Dropped[reason]), reason)
	}
	return strings.Join(reasons, ", ")
}

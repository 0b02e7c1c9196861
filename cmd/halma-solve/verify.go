package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:     "verify",
		Category: "Check",
		Usage:    "check lines that players hand in, one or millions",
		Description: `Replays every submission in FILE (- is standard input) and says whether it
solves the puzzle; if not, which move is wrong first, why, and what the
position before it was; and how it compares with the bounds in the store.

A list has a move in each line, or several with spaces, commas or semicolons
between them; numbers ("1."), comments (# or //) and the kind of arrow (-, >,
->) do not matter. The first and the last cell of a chain will do. On crosses
46-44 is d6-d4. A new submission begins at the number 1, behind a line of
three or more dashes, and behind an empty line if no higher number follows.

JSON is an object {"id": …, "line": [["a3","c5"], "b2-b3"]} or a result of
this program, one in each line, one after the other, or in a list. One that has
a "puzzle" is checked as a line of that; if options choose the puzzle, it must
be the same.

--certificate FILE checks a proof instead: its line is replayed and the lower
bound derived from its steps, whose layers are taken as they are written
("argument only"); with --recheck all of them are recomputed by a second
program that shares nothing with the searches ("verified"), or, as far as
--effort reaches, some ("partly recomputed").

One submission gets a page. Several get a line each in their order, whatever
is wrong with them, and a line that counts them at the end. --format json
writes an object a line, each as soon as its submission has come in.

Exit codes:
   0  all submissions are valid, or the proof is; with --recheck, all of it
      was recomputed
   2  wrong usage
   3  the file cannot be read as submissions; line and column are named
   4  a file or the disk failed
  10  not all submissions are valid, or the proof is not
  12  --recheck was stopped by --effort
 130  interrupted
`,
		UsageText: "halma-solve verify [options] FILE|-\n       halma-solve verify --certificate FILE|- [--recheck]",
		ArgsUsage: examples(`halma-solve verify my-line.txt
halma-solve verify - --puzzle solo < cross.txt
halma-solve verify batch.jsonl --men 10 --rules free --format json -o verdicts
halma-solve highscore --format json | halma-solve verify -
halma-solve highscore --men 10 --prove --certificate star10.json
halma-solve verify --certificate star10.json --recheck`),
		Flags: slices.Concat(anyPuzzleFlags(), certificateFlags(), []cli.Flag{
			&cli.StringFlag{
				Name: "input", Category: inputCategory, EnvVars: env("input"), Value: "auto",
				Usage: "`FORM`form of the input: auto, text (lists of moves), json (values over any number of lines) or jsonl (a value in each line; gets over broken ones best)",
			},
			&cli.StringFlag{
				Name: "max-bytes", Category: inputCategory,
				Usage: "`N`longest submission that is looked at, up to 1073741824 bytes", DefaultText: fmt.Sprint(submission.DefaultBytes),
			},
			&cli.StringFlag{
				Name: "max-moves", Category: inputCategory,
				Usage: "`N`most moves that a submission may have", DefaultText: fmt.Sprint(submission.DefaultMoves),
			},
			&cli.StringFlag{
				Name: "workers", Category: inputCategory, EnvVars: env("workers"),
				Usage: "`N`how many threads, 1 to 1024", DefaultText: "all processors",
			},
			formatFlag(),
			outputFlag(),
			&cli.BoolFlag{Name: "draw", Category: reportCategory, Usage: "draw the position before the wrong move below each line of a batch, too"},
			colorFlag(),
			quietFlag(),
			storeFlag("`DIR`directory of the store with the bounds, or none"),
		}),
		Action: verifyAction,
	}
}

const inputCategory = "Input"

// verifyTask is what a call of verify has to do.
type verifyTask struct {
	name    string // of the input, for messages
	in      io.Reader
	size    int64 // of the input, 0 if not known
	options submission.StreamOptions
	json    bool
	draw    bool
	quiet   bool
	file    outputFile
	screen  screen
}

func verifyAction(c *cli.Context) (err error) {
	if c.IsSet("certificate") {
		if err := noArguments(c); err != nil {
			return err
		}
		t, err := certificateTaskOf(c)
		if err != nil {
			return err
		}
		return t.run(c.Context)
	}
	if c.NArg() != 1 {
		return usageError(`verify needs one file, or - for standard input; see "halma-solve help verify"`)
	}
	t, err := verifyTaskOf(c)
	if err != nil {
		return err
	}
	store, err := consultStore(c)
	if err != nil {
		return err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
		t.options.Bounds = boundsIn(solver.NewRecords(store))
	}
	close, err := t.openInput(c.Args().First())
	if err != nil {
		return err
	}
	defer close()
	return t.run(c)
}

// verifyTaskOf reads the flags.
func verifyTaskOf(c *cli.Context) (t verifyTask, err error) {
	o := &t.options
	if o.Puzzle, o.Only, err = anyPuzzleOf(c); err != nil {
		return t, err
	}
	o.ParsePuzzle = reports.ParsePuzzle
	for _, f := range []struct {
		name  string
		parse func(string) error
	}{
		{"input", func(value string) (err error) { o.Form, err = submission.ParseForm(value); return err }},
		{"max-bytes", func(value string) (err error) { o.Limits.Bytes, err = wholeNumber(value, 1, 1<<30); return err }},
		{"max-moves", func(value string) (err error) { o.Limits.Moves, err = wholeNumber(value, 1, 1<<30); return err }},
		{"workers", func(value string) (err error) { o.Workers, err = wholeNumber(value, 1, maxWorkers); return err }},
	} {
		if err := parseFlag(c, f.name, f.parse); err != nil {
			return t, err
		}
	}
	if t.json, err = jsonWanted(c); err != nil {
		return t, err
	}
	if t.json && c.Bool("draw") {
		return t, usageError("--draw is for text; in JSON \"before\" is the position")
	}
	t.draw, t.quiet = c.Bool("draw"), c.Bool("quiet")
	if t.file, err = outputOf(c, "output"); err != nil {
		return t, err
	}
	t.screen, err = screenOf(c, t.file.standard())
	return t, err
}

package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
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

JSON is an object {"id": …, "line": [["a3","c5"], "b2-b3"]}, or a result, a
puzzle of a batch or an analysis of this program, one in each line, one after
the other, or in a list. One that has a "puzzle" is checked as a line of that;
if options choose the puzzle, it must be the same.

A line as a CSV table, a move a row, goes through "halma-solve import" first:
what that writes is read here. Of many lines make JSON, one a line.

With a certificate as FILE, or --certificate FILE, a proof is checked instead:
its line is replayed and the lower bound derived from its steps. Layers of
positions are taken as they are written ("argument only"); with --recheck all of
them are recomputed by a second program that shares nothing with the searches
("verified"), or, as far as --effort reaches, some ("partly recomputed"). A
proof without layers is verified anyway.

One submission gets a page. Several get a line each in their order, whatever
is wrong with them, and a line that counts them at the end. --format json
writes an object a line, each as soon as its submission has come in. Workers of
a cluster check batches of submissions; a single one is checked here.

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
		ArgsUsage: cli.Examples(`halma-solve verify my-line.txt
halma-solve verify - --puzzle solo < cross.txt
halma-solve verify batch.jsonl --men 10 --rules free --format json -o verdicts
halma-solve highscore --format json | halma-solve verify -
halma-solve import --kind csv --men 10 moves.csv | halma-solve verify -
halma-solve highscore --men 10 --prove --certificate star10.json
halma-solve verify --certificate star10.json --recheck`),
		Flags: slices.Concat(anyPuzzleFlags(), certificateFlags(), clusterFlags(), cli.Flags(
			formOption, maxBytes, maxMoves, cli.Workers.In(cli.InputCategory), cli.FormatOrCSV, cli.OutFile, cli.Force, drawOption, cli.Color, cli.Quiet,
			cli.Store.With("directory of the store with the bounds, or none", ""))),
		Action: verifyAction,
	}
}

// The options of this command.
var (
	formOption = cli.Choice("input", cli.InputCategory, "`FORM`form of the input: auto, text (lists of moves), json (values over any number of lines) or jsonl (a value in each line; gets over broken ones best); CSV goes through \"halma-solve import\" first",
		submission.Auto, submission.Text, submission.JSON, submission.JSONLines)
	maxBytes   = cli.Number("max-bytes", cli.InputCategory, "`N`longest submission that is looked at, up to 1073741824 bytes", fmt.Sprint(submission.DefaultBytes), 1, 1<<30).CommandLineOnly()
	maxMoves   = cli.Number("max-moves", cli.InputCategory, "`N`most moves that a submission may have", fmt.Sprint(submission.DefaultMoves), 1, 1<<30).CommandLineOnly()
	drawOption = cli.Switch("draw", cli.ReportCategory, "draw the position before the wrong move below each line of a batch, too").CommandLineOnly()
)

// verifyTask is what a call of verify has to do.
type verifyTask struct {
	name    string // of the input, for messages
	in      io.Reader
	size    int64 // of the input, 0 if not known
	options submission.StreamOptions
	json    bool
	csv     bool
	draw    bool
	quiet   bool
	file    cli.Output
	screen  cli.Screen
}

func verifyAction(c *cli.Context) (err error) {
	if c.IsSet("certificate") && clusterOption.IsSet(c) {
		return cli.UsageError("--cluster is for submissions, a certificate is checked here")
	}
	if c.IsSet("certificate") {
		return checkNamedCertificate(c)
	}
	path, err := cli.OneArgument(c, "one file, or - for standard input")
	if err != nil {
		return err
	}
	t, err := verifyTaskOf(c)
	if err != nil {
		return err
	}
	close, err := t.open(c, path)
	if err != nil {
		return err
	}
	defer close()
	store, err := consultStore(c)
	if err != nil {
		return err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	t.options.Bounds = boundsIn(answersFrom(store))
	kind, err := t.look()
	switch {
	case err != nil:
		return err
	case kind == nil:
	case kind.schema == "certificate":
		if t.options.Only {
			return cli.UsageError("%s is a certificate, which says its puzzle itself", t.name)
		}
		text, err := t.rest()
		if err != nil {
			return err
		}
		return checkCertificate(c, t.name, text)
	default:
		if err := t.takeOwn(kind); err != nil {
			return err
		}
	}
	if err := clusterRefuses(c); err != nil {
		return err
	}
	if flag := cli.FirstGiven(c, recheckOption.Name, effortOption.Name); flag != "" {
		return cli.UsageError("--%s is for certificates, and %s is none", flag, t.name)
	}
	return t.run(c)
}

// checkNamedCertificate checks the file that --certificate names.
func checkNamedCertificate(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	name, text, err := readInput(c, c.String("certificate"))
	if err != nil {
		return err
	}
	return checkCertificate(c, name, text)
}

// verifyTaskOf reads the flags.
func verifyTaskOf(c *cli.Context) (t verifyTask, err error) {
	o := &t.options
	if o.Puzzle, o.Only, err = anyPuzzleOf(c); err != nil {
		return t, err
	}
	o.ParsePuzzle = reports.ParsePuzzle
	o.Form, o.Workers = formOption.Of(c), cli.Workers.Of(c)
	o.Limits = submission.Limits{Bytes: maxBytes.Of(c), Moves: maxMoves.Of(c)}
	t.json, t.csv, t.draw, t.quiet = cli.JSONWanted(c), cli.FormatOrCSV.Of(c) == "csv", drawOption.Of(c), cli.Quiet.Of(c)
	if (t.json || t.csv) && t.draw {
		return t, cli.UsageError("--draw is for text; in JSON \"before\" is the position")
	}
	if t.file, err = cli.OutputOf(c); err != nil {
		return t, err
	}
	t.screen = cli.ScreenOf(c, t.file.Standard())
	return t, nil
}

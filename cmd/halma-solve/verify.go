package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
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
bound derived from its steps; with --recheck the layers are recomputed by a
second program that shares nothing with the searches.

One submission gets a page. Several get a line each in their order, whatever
is wrong with them, and a line that counts them at the end. --format json
writes an object a line, each as soon as its submission has come in.

Exit codes:
   0  all submissions are valid, or the proof is
   2  wrong usage
   3  the file cannot be read as submissions; line and column are named
   4  a file or the disk failed
  10  not all submissions are valid, or the proof is not
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
		asJSON, err := jsonWanted(c)
		if err != nil {
			return err
		}
		return checkCertificate(c, asJSON)
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

// boundsIn looks up what is proven of a puzzle.
func boundsIn(records solver.Store) func(*puzzles.Puzzle) submission.Bounds {
	var one sync.Mutex
	return func(p *puzzles.Puzzle) (b submission.Bounds) {
		one.Lock()
		defer one.Unlock()
		r := solver.Recall(p, records)
		if r.Upper != solver.NoUpper {
			b.Upper = r.Upper
		}
		if r.Lower > 1 || b.Upper > 0 { // 1 is what is known of any puzzle
			b.Lower = r.Lower
		}
		b.Impossible = r.Status == solver.Impossible
		return b
	}
}

// openInput opens the file to be checked.
func (t *verifyTask) openInput(path string) (close func(), err error) {
	if path == "-" {
		t.name, t.in = "standard input", os.Stdin
		return func() {}, nil
	}
	t.name = path
	f, err := os.Open(path)
	if err != nil {
		return nil, ioError("cannot read %s: %v", path, cause(err))
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		t.size = info.Size()
	}
	t.in = f
	return func() { _ = f.Close() }, nil // it was only read
}

// pageBytes is how long an input may be to get a page if it has one submission.
const pageBytes = 64 << 10

func (t *verifyTask) run(c *cli.Context) error {
	if t.json {
		return t.batch(c)
	}
	begin, err := io.ReadAll(io.LimitReader(t.in, pageBytes))
	if err != nil {
		return ioError("cannot read %s: %v", t.name, cause(err))
	}
	t.in = io.MultiReader(bytes.NewReader(begin), t.in)
	if len(begin) == pageBytes {
		return t.batch(c)
	}
	var one, two submission.Batch
	r := submission.NewReader(bytes.NewReader(begin), t.options.Form, t.options.Limits)
	if r.Next(&one) != nil || len(one.Items) != 1 || r.Next(&two) != io.EOF {
		t.in = bytes.NewReader(begin)
		return t.batch(c)
	}
	return t.page(c, one.Items[0])
}

// page checks a single submission and writes all about it.
func (t *verifyTask) page(c *cli.Context, item submission.Item) error {
	checker, err := submission.NewChecker(t.options.Options)
	if err != nil {
		return usageError("%v", err)
	}
	v := checker.Check(item)
	if v.Status == submission.Unreadable {
		return inputError(t.name, v.At)
	}
	var out bytes.Buffer
	if err := reports.VerdictText(&out, v, reports.TextOptions{Width: t.screen.width, Style: t.screen.style}); err != nil {
		return err
	}
	if err := t.file.save(c.App.Writer, out.Bytes()); err != nil {
		return err
	}
	if !v.Valid() {
		return &exit{code: exitNo}
	}
	return nil
}

// batch checks any number of submissions and writes a line about each.
func (t *verifyTask) batch(c *cli.Context) error {
	out, err := t.file.open(c.App.Writer)
	if err != nil {
		return err
	}
	defer out.drop()
	show := newChecking(t.size, t.quiet, t.file.standard())
	defer show.done()
	ctx, stop := interruptible(c.Context, show.progress)
	defer stop()
	var first positions.SyntaxError // of the first submission
	o := t.options
	o.Progress = show.tell
	o.Append = func(dst []byte, v *submission.Verdict) []byte {
		if v.Number == 1 && v.At != nil {
			first = *v.At // nobody reads it before Each has returned
		}
		return t.line(dst, v)
	}
	sum, err := submission.Each(ctx, t.in, out, o)
	show.done()
	if err != nil {
		return t.failure(sum, err)
	}
	if sum.Submissions == 0 {
		return inputError(t.name, errors.New("there is no submission in it"))
	}
	if _, err := out.Write(t.summary(sum)); err != nil {
		return err
	}
	if err := out.keep(); err != nil {
		return err
	}
	switch {
	case sum.Unreadable == sum.Submissions:
		first.Msg = fmt.Sprintf("none of %d submissions can be read; the first: %s", sum.Submissions, first.Msg)
		return inputError(t.name, &first)
	case !sum.Valid():
		return &exit{code: exitNo}
	}
	return nil
}

// line appends what is written of a verdict in a batch.
func (t *verifyTask) line(dst []byte, v *submission.Verdict) []byte {
	if t.json {
		return reports.VerdictJSON(dst, v)
	}
	dst = reports.VerdictLine(dst, v)
	if panel, ok := reports.VerdictPanel(v); ok && t.draw {
		dst = append(dst, '\n')
		dst = append(dst, reports.Beside([]reports.Panel{panel}, t.screen.style, t.screen.width)...)
		dst = append(dst, '\n')
	}
	return dst
}

func (t *verifyTask) summary(s submission.Summary) []byte {
	if t.json {
		return reports.SummaryJSON(nil, s)
	}
	return fmt.Appendf(nil, "%d submissions: %d solved, %d unfinished, %d illegal, %d unreadable\n",
		s.Submissions, s.Solved, s.Unfinished, s.Illegal, s.Unreadable)
}

// failure is the error of a batch that did not come to its end.
func (t *verifyTask) failure(s submission.Summary, err error) error {
	var written *exit
	var syntax *positions.SyntaxError
	switch {
	case errors.As(err, &written):
		return err
	case errors.Is(err, context.Canceled):
		return &exit{exitInterrupted, fmt.Sprintf("interrupted after %d submissions, %d of them solved", s.Submissions, s.Solved)}
	case errors.Is(err, submission.ErrInput):
		return ioError("cannot read %s: %v", t.name, cause(err))
	case errors.As(err, &syntax):
		return inputError(t.name, syntax)
	}
	return err
}

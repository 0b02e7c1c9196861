package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// boundsIn looks up what is proven of a puzzle.
func boundsIn(records solver.Store) func(*puzzles.Puzzle) submission.Bounds {
	var one sync.Mutex
	return func(p *puzzles.Puzzle) submission.Bounds {
		one.Lock()
		defer one.Unlock()
		return known.Bounds(solver.Recall(p, records))
	}
}

// open opens the input.
func (t *verifyTask) open(c *cli.Context, path string) (close func(), err error) {
	if strings.HasPrefix(path, storePrefix) {
		name, text, err := readInput(c, path)
		t.in, t.name = bytes.NewReader(text), name
		return func() {}, err
	}
	in, name, err := openInput(path)
	if err != nil {
		return nil, err
	}
	t.in, t.name = in, name
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		t.size = info.Size()
	}
	return func() { _ = in.Close() }, nil // it was only read
}

// look tells from the beginning of the input what it is, nil for submissions as
// players write them. It waits for no more than what comes first.
func (t *verifyTask) look() (*ownKind, error) {
	begin := make([]byte, pageBytes)
	n, err := t.in.Read(begin)
	if err != nil && err != io.EOF {
		return nil, cli.IOError("cannot read %s: %v", t.name, cli.Cause(err))
	}
	t.in = io.MultiReader(bytes.NewReader(begin[:n]), t.in)
	kind := ownKindOf(begin[:n])
	if form := t.options.Form; kind == nil && (form == submission.Auto || form == submission.Text) {
		if err := refuseTable(begin[:n]); err != nil {
			return nil, cli.InputError(t.name, err)
		}
	}
	return kind, nil
}

// tableHeader is a first row that names columns: words, where a list has cells, which have
// digits. It may be prose, too: then the next row has other signs between its parts.
var tableHeader = regexp.MustCompile(`^(\x{feff})?"?[A-Za-z_ ]+"?([,;\t]"?[A-Za-z_ ]+"?)+\r?$`)

func isTable(text []byte) bool {
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	row, _, _ := bytes.Cut(rest, []byte("\n"))
	for _, sign := range [][]byte{{','}, {';'}, {'\t'}} {
		if bytes.Count(head, sign) != bytes.Count(row, sign) {
			return false
		}
	}
	return tableHeader.Match(head)
}

// refuseTable says how to check what is in a table, which is no list of moves.
func refuseTable(text []byte) error {
	switch {
	case csvHeader.Match(text):
		return &positions.SyntaxError{Line: 1, Column: 1, Msg: `a CSV table of moves, which verify does not read: "halma-solve import --kind csv" makes a result of it, which verify reads`}
	case isTable(text):
		return &positions.SyntaxError{Line: 1, Column: 1, Msg: `a CSV table, which verify does not read: it takes lists and JSON; "halma-solve import --kind csv" makes JSON of a line with a move a row, below "path" or "from,to"`}
	}
	return nil
}

// takeOwn makes submissions of the lines in a file of this program.
func (t *verifyTask) takeOwn(kind *ownKind) error {
	if err := kind.check("verify", t.name); err != nil || kind.line == nil {
		return err
	}
	text, err := t.rest()
	if err == nil {
		text, err = kind.submission(t.name, text)
	}
	t.in = bytes.NewReader(text)
	return err
}

// rest reads all of the input.
func (t *verifyTask) rest() ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(t.in, mostInput))
	if err != nil {
		err = cli.IOError("cannot read %s: %v", t.name, cli.Cause(err))
	}
	return text, err
}

// pageBytes is how long an input may be to get a page if it has one submission.
const pageBytes = 64 << 10

func (t *verifyTask) run(c *cli.Context) error {
	if t.json || t.csv {
		return t.batch(c)
	}
	begin, err := io.ReadAll(io.LimitReader(t.in, pageBytes))
	if err != nil {
		return cli.IOError("cannot read %s: %v", t.name, cli.Cause(err))
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
		return cli.UsageError("%v", err)
	}
	v := checker.Check(item)
	if v.Status == submission.Unreadable {
		return cli.InputError(t.name, v.At)
	}
	var out bytes.Buffer
	if err := reports.VerdictText(&out, v, reports.TextOptions{Width: t.screen.Width, Style: t.screen.Style, Assumed: v.Assumed}); err != nil {
		return err
	}
	if err := t.file.Save(c.App.Writer, out.Bytes()); err != nil {
		return err
	}
	if !v.Valid() {
		return cli.Stop(cli.ExitNo, "")
	}
	return nil
}

// batch checks any number of submissions and writes a line about each.
func (t *verifyTask) batch(c *cli.Context) error {
	out, err := t.file.Open(c.App.Writer)
	if err != nil {
		return err
	}
	defer out.Drop()
	show := cli.NewChecking(t.size, t.quiet, t.file.Standard())
	defer show.Done()
	ctx, stop := cli.Interruptible(c.Context, show.Progress)
	defer stop()
	var first positions.SyntaxError // of the first submission
	o := t.options
	o.Progress = show.Tell
	o.Append = func(dst []byte, v *submission.Verdict) []byte {
		if v.Number == 1 && v.At != nil {
			first = *v.At // nobody reads it before Each has returned
		}
		return t.line(dst, v)
	}
	job, err := t.elsewhere(c, ctx, &o, &first, show.Progress)
	if err != nil {
		return err
	}
	to := keeper{Writer: out, keeps: job != nil}
	if t.csv {
		if _, err := to.Write(reports.CSVHeader(reports.VerdictRow{})); err != nil {
			return err
		}
	}
	sum, err := submission.Each(ctx, t.in, &to, o)
	if err == nil && sum.Submissions > 0 {
		_, err = to.Write(t.summary(sum))
	}
	if job != nil {
		err = job.end(err, to.made)
	}
	show.Done()
	if err != nil {
		return t.failure(sum, err)
	}
	if sum.Submissions == 0 {
		return cli.InputError(t.name, errors.New("there is no submission in it"))
	}
	if err := out.Keep(); err != nil {
		return err
	}
	switch {
	case sum.Unreadable == sum.Submissions:
		first.Msg = fmt.Sprintf("none of %d submissions can be read; the first: %s", sum.Submissions, first.Msg)
		return cli.InputError(t.name, &first)
	case !sum.Valid():
		return cli.Stop(cli.ExitNo, "")
	}
	return nil
}

// line appends what is written of a verdict in a batch.
func (t *verifyTask) line(dst []byte, v *submission.Verdict) []byte {
	switch {
	case t.json:
		return reports.VerdictJSON(dst, v)
	case t.csv:
		return reports.AppendCSV(dst, reports.VerdictRowOf(v))
	}
	dst = reports.VerdictLine(dst, v)
	if panel, ok := reports.VerdictPanel(v); ok && t.draw {
		dst = append(dst, '\n')
		dst = append(dst, reports.Beside([]reports.Panel{panel}, t.screen.Style, t.screen.Width)...)
		dst = append(dst, '\n')
	}
	return dst
}

func (t *verifyTask) summary(s submission.Summary) []byte {
	switch {
	case t.json:
		return reports.SummaryJSON(nil, s)
	case t.csv:
		return nil // a table has no other lines
	}
	line := fmt.Appendf(nil, "%d submissions: %d solved, %d unfinished, %d illegal, %d unreadable\n",
		s.Submissions, s.Solved, s.Unfinished, s.Illegal, s.Unreadable)
	if s.Assumed > 0 {
		line = fmt.Appendf(line, "%d of them do not name their puzzle, which is assumed: %s\n", s.Assumed, t.options.Puzzle)
	}
	return line
}

// failure is the error of a batch that did not come to its end.
func (t *verifyTask) failure(s submission.Summary, err error) error {
	var written *cli.Exit
	var syntax *positions.SyntaxError
	switch {
	case errors.As(err, &written):
		return err
	case errors.Is(err, context.Canceled):
		return cli.Stop(cli.ExitInterrupted, fmt.Sprintf("interrupted after %d submissions, %d of them solved", s.Submissions, s.Solved))
	case errors.Is(err, submission.ErrInput):
		return cli.IOError("cannot read %s: %v", t.name, cli.Cause(err))
	case errors.As(err, &syntax):
		return cli.InputError(t.name, syntax)
	}
	return err
}

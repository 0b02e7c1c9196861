package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// ownKind is a kind of files that this program writes.
type ownKind struct {
	schema string   // see cli.Kinds
	takers []string // the commands that read it, as users call them
	// read returns its puzzles with their lines, of which everything is claimed; nil
	// if there are none in it.
	read func(name string, text []byte) ([]*solver.Result, error)
	// line returns the one line in it, solved or not; nil if the lines stand there as
	// players hand them in.
	line func(text []byte) (*puzzles.Puzzle, puzzles.Line, error)
}

// ownKinds are those that some command reads.
var ownKinds = []ownKind{
	{schema: "result", takers: lineTakers, read: alone(reports.ParseJSON)},
	{schema: "puzzle", takers: []string{"solve", "show", "report", "export", "serve"}, read: alone(puzzleAlone)},
	{schema: "generated", takers: append(lineTakers, "generate --input"), read: readBatch},
	{schema: "certificate", takers: lineTakers, read: alone(certified), line: certifiedLine},
	{schema: "analysis", takers: lineTakers, read: alone(analyzed), line: analyzedLine},
	{schema: "duel", takers: []string{"show", "report"}},
	{schema: "contest", takers: []string{"show", "report"}},
	{schema: "chances", takers: []string{"show", "report"}},
	{schema: "verdict", takers: []string{"report"}},
	{schema: "tablebase", takers: []string{"probe", "play", "serve"}},
}

// lineTakers are the commands for files with lines.
var lineTakers = []string{"show", "report", "verify", "analyze", "solve", "export", "import", "atlas import", "serve"}

// ownKindOf tells which kind of file a text is, of which the beginning will do; nil
// if it is none of this program.
func ownKindOf(text []byte) *ownKind { return kindNamed(cli.KindOf(text)) }

func kindNamed(schema string) *ownKind {
	if schema == "" {
		return nil
	}
	if i := slices.IndexFunc(ownKinds, func(k ownKind) bool { return k.schema == schema }); i >= 0 {
		return &ownKinds[i]
	}
	return &ownKind{schema: schema}
}

// check makes sure that a command takes files of this kind.
func (k *ownKind) check(command, name string) error {
	if slices.Contains(k.takers, command) {
		return nil
	}
	who := "no command reads it"
	if len(k.takers) > 0 {
		who = "it is for " + strings.Join(k.takers, ", ")
	}
	return cli.Stop(cli.ExitInput, fmt.Sprintf("%s is %s, which is nothing for %s; %s", name, cli.Kinds[k.schema], command, who))
}

// readOwn reads a file of this program, or a text that should be a result, for a
// command that needs puzzles. Lines are not replayed yet.
func readOwn(command, name string, text []byte) ([]*solver.Result, error) {
	k := ownKindOf(text)
	if k == nil {
		k = kindNamed("result") // whose reader says what is wrong
	}
	if err := k.check(command, name); err != nil {
		return nil, err
	}
	list, err := k.read(name, text)
	var known *cli.Exit
	if err != nil && !errors.As(err, &known) {
		err = cli.InputError(name, err)
	}
	return list, err
}

// readOneOwn is readOwn for a command that takes one puzzle at a time.
func readOneOwn(command, name string, text []byte) (*solver.Result, error) {
	list, err := readOwn(command, name, text)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, cli.InputError(name, fmt.Errorf("there are %d puzzles in it; %s takes one at a time", len(list), command))
	}
	return list[0], nil
}

// alone makes a reader of files with one puzzle.
func alone(read func([]byte) (*solver.Result, error)) func(string, []byte) ([]*solver.Result, error) {
	return func(_ string, text []byte) ([]*solver.Result, error) {
		r, err := read(text)
		return []*solver.Result{r}, err
	}
}

func puzzleAlone(text []byte) (*solver.Result, error) {
	p, err := puzzlefile.Parse(text)
	if err != nil {
		return nil, err
	}
	return claimedResult(p, nil, 0, "")
}

func analyzedLine(text []byte) (*puzzles.Puzzle, puzzles.Line, error) {
	a, err := reports.ParseAnalysis(text)
	if err != nil {
		return nil, nil, err
	}
	return a.Puzzle, a.Line, nil
}

func analyzed(text []byte) (*solver.Result, error) {
	a, err := reports.ParseAnalysis(text)
	if err != nil {
		return nil, err
	}
	if !a.Solved {
		a.Line = nil // it is no line of a result
	}
	return claimedResult(a.Puzzle, a.Line, a.Positions[0].Lower, "an analysis")
}

func isCertificate(text []byte) bool {
	k := ownKindOf(text)
	return k != nil && k.schema == "certificate"
}

func certifiedLine(text []byte) (*puzzles.Puzzle, puzzles.Line, error) {
	made, err := certificate.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	return made.Solution()
}

func certified(text []byte) (*solver.Result, error) {
	made, err := certificate.Parse(text)
	if err != nil {
		return nil, err
	}
	p, line, err := made.Solution()
	if err != nil {
		return nil, err
	}
	return claimedResult(p, line, made.Lower, "a certificate")
}

// submission returns the text of a file of this kind as players would hand it in.
func (k *ownKind) submission(name string, text []byte) ([]byte, error) {
	if k.line == nil {
		return text, nil
	}
	p, line, err := k.line(text)
	if err != nil {
		return nil, cli.InputError(name, err)
	}
	var out bytes.Buffer
	err = reports.JSON(&out, &solver.Result{Puzzle: p, Line: line, Moves: len(line), Hops: line.Hops(), Upper: solver.NoUpper}, reports.JSONOptions{})
	return out.Bytes(), err
}

// readBatch reads the puzzles of a batch.
func readBatch(name string, text []byte) (list []*solver.Result, err error) {
	err = eachRecord(name, bytes.NewReader(text), func(_ int, p *generate.Puzzle) error {
		p.Task.Name = cmp.Or(p.Task.Name, generate.ID(p.Kind, p.Task))
		r, err := claimedResult(p.Task, p.Line, p.Task.Cost(p.Line), "a batch of puzzles")
		list = append(list, r)
		return err
	})
	return list, err
}

// claimedResult is what a file says of a puzzle: its line, nil for none, and that
// none is shorter than lower.
func claimedResult(p *puzzles.Puzzle, line puzzles.Line, lower int, proof string) (*solver.Result, error) {
	r := &solver.Result{Puzzle: p, Status: solver.Unknown, Lower: lower, Upper: solver.NoUpper, Proof: proof}
	if line != nil {
		r.Line, r.Moves, r.Hops, r.Upper, r.Status = line, len(line), line.Hops(), p.Cost(line), solver.Bounded
		if lower > r.Upper {
			return nil, fmt.Errorf("lower is %d, but the line has %d %s", lower, r.Upper, p.Unit())
		}
	}
	return r.AsClaim(), nil
}

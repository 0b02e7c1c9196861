package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// puzzleStream writes puzzles as text, lines or rows, to an output that has its name
// when it is whole.
type puzzleStream struct {
	out     *cli.Stream
	form    string
	explain bool
	n       int
}

func newPuzzleStream(to cli.Output, stdout io.Writer, form string, explain bool) (puzzleSink, error) {
	out, err := to.Open(stdout)
	if err == nil && form == "csv" {
		_, err = out.Write(reports.CSVHeader(puzzleRow{}))
	}
	return &puzzleStream{out: out, form: form, explain: explain}, err
}

func (s *puzzleStream) put(p *generate.Puzzle) error {
	s.n++
	switch s.form {
	case "jsonl":
		return writeRecord(s.out, p)
	case "csv":
		_, err := s.out.Write(reports.AppendCSV(nil, puzzleRowOf(p)))
		return err
	}
	_, err := io.WriteString(s.out, puzzleText(s.n, p, s.explain))
	return err
}

func (s *puzzleStream) close() error { return s.out.Keep() }
func (s *puzzleStream) drop()        { s.out.Drop() }

func writeRecord(w io.Writer, p *generate.Puzzle) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// puzzleText is a puzzle for people, the n-th of the batch.
func puzzleText(n int, p *generate.Puzzle, explain bool) string {
	var s strings.Builder
	t, b := p.Task, p.Task.Board
	fmt.Fprintf(&s, "%d. %s\n", n, generate.ID(p.Kind, t))
	rules := ""
	if p.Kind != generate.Solo {
		rules = fmt.Sprintf(", %s rules, %s jumps", t.Arrival, t.Jumps)
	}
	fmt.Fprintf(&s, "   %s, %s, %d men%s\n\n", p.Kind, b, t.Men(), rules)
	anywhere := t.Goal.Len() == b.Len() // it says nothing
	drawing := b.Diagram(func(c positions.Cell) rune {
		switch man, goal := t.Start.Has(c), t.Goal.Has(c) && !anywhere; {
		case man && goal:
			return '@'
		case man:
			return 'o'
		case goal:
			return '+'
		}
		return '.'
	})
	for line := range strings.Lines(drawing) {
		fmt.Fprintf(&s, "   %s", line)
	}
	s.WriteString("\n   o man  + goal  @ man on the goal\n")
	s.WriteString(goalLines(p))
	word := "proven"
	if p.Claimed {
		word = "claimed"
	}
	fmt.Fprintf(&s, "   %d moves, %s minimal; %s\n", len(p.Line), word, linesInWords(p))
	var moves []string
	for _, path := range p.Line {
		moves = append(moves, b.FormatPath(path))
	}
	for _, line := range reports.Wrap(strings.Join(moves, ", "), 74) {
		fmt.Fprintf(&s, "   %s\n", line)
	}
	fmt.Fprintf(&s, "   difficulty %.1f, %s\n", p.Difficulty, generate.Level(p.Difficulty))
	if explain {
		f := p.Features
		fmt.Fprintf(&s, "     choices at each move     %s\n", strings.Trim(fmt.Sprint(f.Choices), "[]"))
		fmt.Fprintf(&s, "     wrong first moves        %d that look right\n", f.WrongFirst)
		if f.DeadFirst != nil {
			fmt.Fprintf(&s, "     dead first moves         %d that lose for good\n", *f.DeadFirst)
		}
		fmt.Fprintf(&s, "     longest chain            %d\n", f.LongestChain)
		fmt.Fprintf(&s, "     quiet moves              %d\n", f.Quiet)
		fmt.Fprintf(&s, "     moves away from the goal %d\n", f.Away)
		fmt.Fprintf(&s, "     made by                  %s index=%d\n", p.Form, p.Index)
	}
	s.WriteByte('\n')
	return s.String()
}

// linesInWords says how many minimal lines there are, and what is unique.
func linesInWords(p *generate.Puzzle) string {
	lines := "1 minimal line"
	if p.MoreLines {
		lines = fmt.Sprintf("more than %s minimal lines", p.Lines)
	} else if !p.Lines.IsInt64() || p.Lines.Int64() != 1 {
		lines = fmt.Sprintf("%s minimal lines", p.Lines)
	}
	switch {
	case p.LineUnique:
		lines += ", unique"
	case p.First == 1:
		lines += ", first move unique"
	default:
		lines += fmt.Sprintf(", %d first moves", p.First)
	}
	if p.Taken {
		return "claimed: " + lines
	}
	return lines
}

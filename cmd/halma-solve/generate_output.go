package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/generate"
	"github.com/halma-solve/halma-solve/reports"
)

// puzzleSink is where the puzzles of a batch go.
type puzzleSink interface {
	put(*generate.Puzzle) error
	close() error
}

// puzzleStream writes puzzles as text or lines, to an output that has its name
// when it is whole.
type puzzleStream struct {
	out            *outputStream
	lines, explain bool
	n              int
}

func newPuzzleStream(to outputFile, stdout io.Writer, lines, explain bool) (puzzleSink, error) {
	out, err := to.open(stdout)
	return &puzzleStream{out: out, lines: lines, explain: explain}, err
}

func (s *puzzleStream) put(p *generate.Puzzle) error {
	s.n++
	if s.lines {
		return writeRecord(s.out, p)
	}
	_, err := io.WriteString(s.out, puzzleText(s.n, p, s.explain))
	return err
}

func (s *puzzleStream) close() error { return s.out.keep() }

func writeRecord(w io.Writer, p *generate.Puzzle) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// puzzleFile is a file that grows by a line for every puzzle.
type puzzleFile struct{ file *os.File }

// resumePuzzles opens the file of a batch and takes what is there: whole lines are
// checked and kept, a last one that is torn is cut off.
func resumePuzzles(path string, b *generate.Batch) (puzzleSink, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, ioError("cannot write %s: %v", path, cause(err))
	}
	if err := takeKnown(file, b); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &puzzleFile{file}, nil
}

func takeKnown(file *os.File, b *generate.Batch) error {
	text, err := io.ReadAll(file)
	if err != nil {
		return ioError("cannot read %s: %v", file.Name(), cause(err))
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if torn := text[whole:]; whole == 0 && !startsRecord(torn) {
		return inputError(file.Name(), errors.New("this is no file of puzzles from generate; it is left as it is"))
	}
	form := b.Options.Form()
	n := 0
	for line := range bytes.Lines(text[:whole]) {
		n++
		p, err := generate.ParseRecord(line, form)
		switch {
		case errors.Is(err, generate.ErrOtherOptions):
			return usageError("--output: %s has puzzles that were made with other options; name another file, or the same options", file.Name())
		case err == nil && p.Index < b.From:
			err = fmt.Errorf("%w: its index is not greater than that of the line before", generate.ErrRecord)
		}
		if err != nil {
			return inputError(file.Name(), &positions.SyntaxError{Line: n, Column: 1, Msg: err.Error()})
		}
		b.Known, b.From = append(b.Known, p), p.Index+1
	}
	err = file.Truncate(int64(whole))
	if err == nil {
		_, err = file.Seek(int64(whole), io.SeekStart)
	}
	if err != nil {
		return ioError("cannot write %s: %v", file.Name(), cause(err))
	}
	return nil
}

// startsRecord reports whether a torn line may be the beginning of a record.
func startsRecord(text []byte) bool {
	head := []byte(`{"schema":"` + generate.Schema + `"`)
	return bytes.HasPrefix(text, head) || bytes.HasPrefix(head, text)
}

func (s *puzzleFile) put(p *generate.Puzzle) error {
	if err := writeRecord(s.file, p); err != nil {
		return ioError("cannot write %s: %v", s.file.Name(), cause(err))
	}
	return nil
}

func (s *puzzleFile) close() error {
	if err := errors.Join(s.file.Sync(), s.file.Close(), syncDirectory(filepath.Dir(s.file.Name()))); err != nil {
		return ioError("cannot write %s: %v", s.file.Name(), cause(err))
	}
	return nil
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
	fmt.Fprintf(&s, "   %d moves, proven minimal; %s\n", len(p.Line), lines)
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

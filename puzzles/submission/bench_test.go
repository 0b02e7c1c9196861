package submission

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// thirty is a puzzle of 15 men on the star, a line of 30 moves and 33 hops that
// solves it, and that line as JSON with all cells and with first and last ones.
func thirty(t testing.TB) (p *puzzles.Puzzle, line puzzles.Line, whole, ends []byte) {
	t.Helper()
	p = must(puzzles.Highscore(puzzles.Options{Arrival: positions.Free}))
	generator := positions.NewGenerator(positions.NewMoveTable(p.Board, positions.Short), nil, positions.Moves)
	paths := positions.NewPathfinder(positions.NewMoveTable(p.Board, positions.Short))
	men := p.Start
	var all, short [][]string
	for range 30 {
		positions.Load(generator, (*[4]uint64)(&men))
		var best positions.Move
		value := -100
		for _, m := range generator.Append(nil) {
			if v := 4*(p.Board.Advance(positions.Cell(m.To))-p.Board.Advance(positions.Cell(m.From))) - int(m.From)/4; v > value {
				best, value = m, v
			}
		}
		from, to := positions.Cell(best.From), positions.Cell(best.To)
		path := paths.Append(nil, men, from, to)
		line = append(line, path)
		men = men.Without(from).With(to)
		var names []string
		for _, c := range path {
			names = append(names, p.Board.Name(c))
		}
		all, short = append(all, names), append(short, []string{names[0], names[len(names)-1]})
	}
	p.Goal = men
	write := func(moves [][]string) []byte {
		text, err := json.Marshal(map[string]any{"id": "player 1", "line": moves})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	return p, line, write(all), write(short)
}

// BenchmarkCheck checks a submission of 30 moves and 33 hops on one core: 3.2 µs of
// processor time as JSON, 4.1 µs with the ends of chains only, 2.4 µs as a list,
// nothing allocated (2026-11).
func BenchmarkCheck(b *testing.B) {
	p, line, whole, ends := thirty(b)
	var list strings.Builder
	for i, path := range line {
		fmt.Fprintf(&list, "%d. %s\n", i+1, p.Board.FormatPath(path))
	}
	for name, item := range map[string]Item{
		"json": {Text: whole, JSON: true},
		"ends": {Text: ends, JSON: true},
		"list": {Text: []byte(list.String())},
	} {
		b.Run(name, func(b *testing.B) {
			c, err := NewChecker(Options{Puzzle: p})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.SetBytes(int64(len(item.Text)))
			for b.Loop() {
				if v := c.Check(item); !v.Valid() {
					b.Fatal(v.Reason)
				}
			}
			b.ReportMetric(float64(line.Hops()), "hops/line")
		})
	}
}

// BenchmarkReadJSON compares what it takes to read the same submission.
func BenchmarkReadJSON(b *testing.B) {
	p, _, text, _ := thirty(b)
	names := newCellNames(p.Board)
	b.Run("scanner", func(b *testing.B) {
		var m Moves
		b.ReportAllocs()
		for b.Loop() {
			m.reset()
			e, f := readEntry(text)
			l := list{names: names, limit: 100, into: &m}
			if f != nil || l.readLine(text, e.line) != nil {
				b.Fatal(f)
			}
		}
	})
	b.Run("json.Unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var s struct {
				ID   string
				Line [][]string
			}
			if err := json.Unmarshal(text, &s); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json.Decoder.Token", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d := json.NewDecoder(bytes.NewReader(text))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// BenchmarkEach is the whole way on all cores.
func BenchmarkEach(b *testing.B) {
	p, _, whole, _ := thirty(b)
	o := StreamOptions{Options: Options{Puzzle: p}, Append: say}
	in := io.LimitReader(&again{unit: append(whole, '\n')}, int64(b.N)*int64(len(whole)+1))
	b.SetBytes(int64(len(whole) + 1))
	b.ReportAllocs()
	sum, err := Each(context.Background(), in, io.Discard, o)
	if err != nil || sum.Solved != int64(b.N) {
		b.Fatal(sum, err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "submissions/s")
}

// A submission that is in order costs no memory of its own.
func TestCheckAllocatesNothing(t *testing.T) {
	p, _, whole, _ := thirty(t)
	c, err := NewChecker(Options{Puzzle: p})
	if err != nil {
		t.Fatal(err)
	}
	item := Item{Number: 1, Line: 1, Column: 1, Text: whole, JSON: true}
	if n := testing.AllocsPerRun(20, func() {
		if v := c.Check(item); !v.Valid() {
			t.Fatal(v.Reason)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

package verify_test

import (
	"errors"
	"math"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// Cells that are no cells of the board, at every place of a path.
func TestReplayOutOfRange(t *testing.T) {
	for _, shape := range []positions.Shape{positions.Square, positions.Star, positions.Rhombus} {
		b := positiontest.Board(t, shape, 0)
		p := &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: b, Start: positions.BitsOf(0), Goal: positions.BitsOf(1)}
		for _, c := range []positions.Cell{positions.NoCell, positions.Cell(b.Len()), math.MaxInt16, math.MinInt16} {
			for _, path := range [][]positions.Cell{{c}, {c, c}, {c, 0}, {0, c}, {0, c, 1}, {0, 1, c}, {c, c, c, c}} {
				var illegal *verify.Illegal
				if _, err := verify.Replay(p, puzzles.Line{path}); !errors.As(err, &illegal) || illegal.Move != 1 || illegal.Before != p.Start || illegal.Error() == "" {
					t.Errorf("%s, path %v: %v", b, path, err)
				}
			}
		}
	}
}

// A million moves, and a chain of as many jumps, take a moment: the time grows with the
// line. If it grew with the square, that would be longer than any test may take.
func TestReplayLongLines(t *testing.T) {
	const n = 1_000_001 // odd: there and back, and there
	b := positiontest.Board(t, positions.Square, 16)
	p := &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: b, Start: positiontest.Cells(t, b, "a1 b1"), Goal: positiontest.Cells(t, b, "b1 c1")}
	a, c := line(t, b, "a1-c1"), line(t, b, "c1-a1")
	var many puzzles.Line
	chain := []positions.Cell{a[0][0]}
	for i := range n {
		hop := a[0]
		if i%2 == 1 {
			hop = c[0]
		}
		many = append(many, hop)
		chain = append(chain, hop[1])
	}
	p.Arrival = positions.Free
	if report, err := verify.Replay(p, many); err != nil || report.Moves != n || report.Hops != n {
		t.Errorf("many moves: %v, %v", report, err)
	}
	p.Arrival = positions.Booklet
	if report, err := verify.Replay(p, puzzles.Line{chain}); err != nil || report.Moves != 1 || report.Hops != n {
		t.Errorf("a long chain: %v, %v", report, err)
	}
	_, err := verify.Replay(p, puzzles.Line{append(chain, chain[n])})
	if err == nil || len(err.Error()) > 300 {
		t.Errorf("a long chain that is illegal: %v", err)
	}
}

// FuzzReplay reads cells off the bytes, 255 ends a path, and compares with the
// oracle.
func FuzzReplay(f *testing.F) {
	f.Add(uint8(0), []byte{0, 1, 255, 1, 2})
	f.Add(uint8(1), []byte{5, 13, 255, 6, 18, 255, 255, 0})
	f.Add(uint8(2), []byte{1, 3, 255, 0, 2, 4})
	f.Add(uint8(7), []byte{0, 200, 255, 254})
	for _, seed := range foundReplay {
		f.Add(seed.kind, []byte(seed.data))
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		shapes := []positions.Shape{positions.Square, positions.Star, positions.Rhombus}
		p, err := puzzles.Highscore(puzzles.Options{
			Shape:   shapes[int(kind>>2)%len(shapes)],
			Arrival: positions.Arrival(kind & 1), Jumps: positions.Jumps(kind >> 1 & 1),
		})
		if err != nil {
			t.Fatal(err)
		}
		l := puzzles.Line{nil}
		for _, c := range data {
			if c == 255 {
				l = append(l, nil)
				continue
			}
			l[len(l)-1] = append(l[len(l)-1], positions.Cell(c)-1)
		}
		if got, want := verdict(t, p, l), firstWrong(p, l); got != want {
			t.Errorf("first wrong move %d, the oracle says %d", got, want)
		}
	})
}

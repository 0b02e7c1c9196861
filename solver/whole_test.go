package solver

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
)

// What is proven on the star holds on the rhombus that is a part of it, and the
// certificate says so.
func TestBoundsOfTheStarHoldOnTheRhombus(t *testing.T) {
	for _, c := range []struct {
		star, rhombus int
		army          string
	}{{1, 3, "3"}, {2, 5, "3"}, {2, 5, "6"}, {3, 7, "6"}} {
		store := memory{}
		r := solve(t, cases.On(t, puzzles.Highscore, positions.Star, c.star, c.army, positions.Free), store)
		for _, p := range []*puzzles.Puzzle{
			cases.On(t, puzzles.Highscore, positions.Rhombus, c.rhombus, c.army, positions.Free),
			cases.On(t, puzzles.Highscore, positions.Rhombus, c.rhombus, c.army, positions.Booklet),
			cases.On(t, puzzles.Treffhalma, positions.Rhombus, c.rhombus, c.army, positions.Booklet),
		} {
			alone := solve(t, p, nil)
			told := memory{}
			for key, rec := range store {
				told[key] = rec
			}
			got := solve(t, p, told)
			if got.Status != Optimal || got.Upper != alone.Upper || r.Lower > alone.Upper {
				t.Fatalf("%s: %s %d with what is known of the star, %d without; the star takes %d", p, got.Status, got.Upper, alone.Upper, r.Lower)
			}
			if got.Lower > r.Lower { // the mark takes more moves than the star
				continue
			}
			if !strings.HasPrefix(got.Proof, "every line is one on the star") && p.Marked.Len() == 0 {
				t.Errorf("%s: proof %q", p, got.Proof)
			}
			cert, err := Certify(got, "test")
			if err != nil {
				t.Fatal(p, err)
			}
			layers := 0
			if _, err := cert.Recheck(context.Background(), 1<<20, func(r certificate.Recomputed) { layers += r.Layers }); err != nil || layers == 0 {
				t.Errorf("%s: recomputed %d layers: %v", p, layers, err)
			}
		}
	}
}

// TestTheStarIsNoHarder compares the optima of transfers on rhombi and on the stars
// that they are parts of, under all rules.
func TestTheStarIsNoHarder(t *testing.T) {
	var compared atomic.Int64
	cases.Small(t, cases.UpTo(15_000, 3_000_000), func(t *testing.T, p *puzzles.Puzzle) {
		star := p.Star()
		if star == nil {
			return
		}
		there, err := BreadthFirst(context.Background(), star, 1)
		if err != nil {
			t.Fatal(err)
		}
		here, err := BreadthFirst(context.Background(), p, 1)
		if err != nil || here.Distance >= 0 && (there.Distance < 0 || there.Distance > here.Distance) {
			t.Errorf("%s: %d (%v), on the star %d", p, here.Distance, err, there.Distance)
		}
		compared.Add(1)
	})
	t.Cleanup(func() {
		if compared.Load() == 0 {
			t.Error("nothing was compared")
		}
	})
}

// Certificates that lean on the star and are wrong.
func TestWrongParts(t *testing.T) {
	store := memory{}
	solve(t, cases.On(t, puzzles.Highscore, positions.Star, 2, "6", positions.Free), store)
	p := cases.On(t, puzzles.Highscore, positions.Rhombus, 5, "6", positions.Free)
	good, err := Certify(solve(t, p, store), "test")
	if err != nil {
		t.Fatal(err)
	}
	if len(good.Steps) != 1 || good.Steps[0].Kind != certificate.Part {
		t.Fatalf("steps %+v", good.Steps)
	}
	for name, spoil := range map[string]func(c *certificate.Certificate, s *certificate.Step){
		"a greater value": func(c *certificate.Certificate, s *certificate.Step) { s.Value++ },
		"no whole":        func(_ *certificate.Certificate, s *certificate.Step) { s.Whole = nil },
		"a step less": func(_ *certificate.Certificate, s *certificate.Step) {
			s.Whole.Steps = s.Whole.Steps[:len(s.Whole.Steps)-1]
		},
		"another star": func(_ *certificate.Certificate, s *certificate.Step) {
			s.Whole.Puzzle = certificate.Describe(cases.On(t, puzzles.Highscore, positions.Star, 3, "6", positions.Free))
		},
		"a stricter game": func(_ *certificate.Certificate, s *certificate.Step) {
			s.Whole.Puzzle = certificate.Describe(cases.On(t, puzzles.Highscore, positions.Star, 2, "6", positions.Booklet))
		},
		"twice": func(c *certificate.Certificate, s *certificate.Step) { c.Steps = append(c.Steps, *s) },
		"a part of itself": func(_ *certificate.Certificate, s *certificate.Step) {
			s.Whole.Puzzle = certificate.Describe(p)
		},
	} {
		var text bytes.Buffer
		if err := good.Write(&text); err != nil {
			t.Fatal(err)
		}
		c := positiontest.Must(t, certificate.Parse, text.Bytes())
		if _, err := c.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(c, &c.Steps[0])
		if _, err := c.Check(); !errors.Is(err, certificate.ErrWrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Lines are taken over in both directions, if they keep to the rhombus.
func TestLinesOfTheOtherBoard(t *testing.T) {
	star := cases.On(t, puzzles.Highscore, positions.Star, 2, "6", positions.Booklet)
	rhombus := cases.On(t, puzzles.Highscore, positions.Rhombus, 5, "6", positions.Booklet)
	found := solve(t, rhombus, nil)
	r := Recall(star, memory{rhombus.Fingerprint(): {Lower: 1, Line: found.Line, Cost: found.Moves, Other: found.Hops}})
	if r.Upper != found.Upper {
		t.Fatalf("the star knows a line of %d, the rhombus one of %d", r.Upper, found.Upper)
	}
	if _, err := verify.Replay(star, r.Line); err != nil {
		t.Fatal(err)
	}
	back := Recall(rhombus, memory{star.Fingerprint(): {Lower: 1, Line: r.Line, Cost: r.Moves, Other: r.Hops}})
	if back.Upper != found.Upper {
		t.Errorf("the rhombus knows a line of %d, the star one of %d", back.Upper, found.Upper)
	}
	// A man goes into a side point and out again: two moves that are none on the
	// rhombus.
	line := append(puzzles.Line{}, r.Line...)
	side := detour(t, star, rhombus)
	line = append(side, line...)
	if _, err := verify.Replay(star, line); err != nil {
		t.Fatal("the detour is illegal on the star: ", err)
	}
	back = Recall(rhombus, memory{star.Fingerprint(): {Lower: 1, Line: line, Cost: len(line), Other: 99}})
	if back.Line != nil {
		t.Errorf("the rhombus took a line through a side point: %v", back.Line)
	}
}

// detour returns moves of one man from the start into a side point and back.
func detour(t *testing.T, star, rhombus *puzzles.Puzzle) puzzles.Line {
	t.Helper()
	inside := map[positions.Cell]bool{}
	for _, c := range puzzles.StarCells(rhombus.Board, star.Board) {
		inside[c] = true
	}
	for _, from := range star.Start.Cells() {
		before := map[positions.Cell]positions.Cell{from: positions.NoCell}
		for queue := []positions.Cell{from}; len(queue) > 0; queue = queue[1:] {
			for d := range star.Board.Directions() {
				n := star.Board.Neighbour(queue[0], d)
				if _, known := before[n]; known || n == positions.NoCell || star.Start.Has(n) {
					continue
				}
				before[n] = queue[0]
				if inside[n] {
					queue = append(queue, n)
					continue
				}
				var there, back puzzles.Line
				for at := n; before[at] != positions.NoCell; at = before[at] {
					there = append(puzzles.Line{{before[at], at}}, there...)
					back = append(back, []positions.Cell{at, before[at]})
				}
				return append(there, back...)
			}
		}
	}
	t.Fatal("no way into a side point")
	return nil
}

// TestLargestRhombus has the certificate of the star with 15 men say that 31 moves
// are the optimum on the rhombus 9×9, too: its line keeps to the rhombus.
func TestLargestRhombus(t *testing.T) {
	text := positiontest.Must(t, os.ReadFile, "certificate/testdata/star4-15-free.json")
	c := positiontest.Must(t, certificate.Parse, text)
	found, err := c.Check()
	if err != nil {
		t.Fatal(err)
	}
	star := found.Puzzle
	rec := Record{Lower: found.Lower, Proof: "certificate", Steps: c.Steps, Cost: *c.Upper}
	if _, rec.Line, err = c.Solution(); err != nil {
		t.Fatal(err)
	}
	for _, a := range []positions.Arrival{positions.Free, positions.Booklet} {
		r := Recall(cases.On(t, puzzles.Highscore, positions.Rhombus, 9, "15", a), memory{star.Fingerprint(): rec})
		if r.Status != Optimal || r.Upper != 31 {
			t.Errorf("%s: %s, %d to %d", a, r.Status, r.Lower, r.Upper)
		}
		if _, err := Certify(r, "test"); err != nil {
			t.Error(a, err)
		}
	}
}

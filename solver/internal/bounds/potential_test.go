package bounds

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// mapsOf returns the images of the cells of a puzzle in a corner of its board.
func mapsOf(p *puzzles.Puzzle) *CellMaps {
	m := new(CellMaps)
	turn := puzzles.HalfTurn(p.Board)
	for c := range turn {
		m.Turn[c], m.Mirror[c] = uint8(turn[c]), uint8(c)
	}
	for _, s := range p.Board.Symmetries()[1:] {
		if s.Apply(p.Start) == p.Start && s.Apply(p.Goal) == p.Goal {
			for c := range s {
				m.Mirror[c] = uint8(s[c])
			}
		}
	}
	return m
}

// TestPotential looks at the potential of the best prices, and at others made of it by
// chance: hops change them by their unit at most and images do as they should, the first
// rises by the cheapest assignment, and what is changed in a single cell is none.
func TestPotential(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 6, Army: "6"},
		{Shape: positions.Square, Size: 10, Army: "15"},
		{Shape: positions.Rhombus, Size: 8, Army: "15"},
		{Shape: positions.Rhombus, Size: 9, Army: "15"},
		{Shape: positions.Star, Size: 4, Army: "10"},
	} {
		for _, o.Jumps = range []positions.Jumps{positions.Short, positions.Super} {
			o.Arrival, o.Count = positions.Free, positions.Hops
			t.Run(fmt.Sprintf("%s%d/%s/%s", o.Shape, o.Size, o.Army, o.Jumps), func(t *testing.T) {
				puzzle := positiontest.Must(t, puzzles.Highscore, o)
				d, images := NewHopDistances(puzzle), mapsOf(puzzle)
				p := NewPotential(d, puzzle.Start, puzzle.Goal, images)
				least := NewPriceBound[[4]uint64](d, puzzle.Start, puzzle.Goal)
				men := [4]uint64(puzzle.Start)
				least.load(&men)
				if total := p.Total(puzzle.Start, puzzle.Goal); total != least.Sum*p.Unit {
					t.Errorf("it rises by %d/%d, the cheapest assignment costs %d", total, p.Unit, least.Sum)
				}
				random := rand.New(rand.NewPCG(1, 2))
				changed := 0
				for range 100 {
					c := random.IntN(puzzle.Board.Len())
					other := p.With(c, p.Of[c]+random.IntN(5)-2, d, images)
					if other == nil || other.Equal(p) {
						continue
					}
					p = other
					changed++
					isPotential(t, p, d, images)
					wrong := &Potential{slices.Clone(p.Of), p.Unit + 1} // hops may add as much
					if wrong.Of[c]++; wrong.Sound(d, images) {
						t.Fatalf("cell %d alone is raised", c)
					}
					turned := images.Turn[c]
					if wrong.Of[turned]--; wrong.Sound(d, images) && int(images.Mirror[c]) != c && images.Mirror[c] != turned {
						t.Fatalf("cell %d is raised, and its mirror image is not", c)
					}
				}
				if changed < 10 {
					t.Errorf("changed %d times", changed)
				}
				for name, wrong := range map[string]*Potential{
					"too short": {p.Of[1:], p.Unit}, "no unit": {p.Of, 0}, "a smaller unit": {p.Of, p.Unit - 1},
					"a great unit": {make([]int, len(p.Of)), 1 << 20},
				} {
					if wrong.Sound(d, images) {
						t.Errorf("%s: sound", name)
					}
				}
			})
		}
	}
}

// isPotential checks all pairs of cells.
func isPotential(t *testing.T, p *Potential, d *HopDistances, images *CellMaps) {
	t.Helper()
	if !p.Sound(d, images) {
		t.Fatal("not sound")
	}
	for a := range p.Of {
		if p.Of[images.Turn[a]] != -p.Of[a] || p.Of[images.Mirror[a]] != p.Of[a] {
			t.Fatalf("cell %d: %d, its images have %d and %d", a, p.Of[a], p.Of[images.Turn[a]], p.Of[images.Mirror[a]])
		}
		for b := range p.Of {
			if n := d.Between(positions.Cell(a), positions.Cell(b)); p.Of[b]-p.Of[a] > n*p.Unit {
				t.Fatalf("cells %d and %d are %d hops apart, and %d/%d", a, b, n, p.Of[b]-p.Of[a], p.Unit)
			}
		}
	}
}

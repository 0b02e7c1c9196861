package puzzles

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// TestConnectionLines checks the lines of all sizes: as many holes as men, one
// after the other in a straight line, from tip to tip where the men suffice.
func TestConnectionLines(t *testing.T) {
	for size, want := range map[int]struct{ men, own, all int }{1: {3, 2, 12}, 2: {6, 2, 12}, 3: {10, 2, 6}, 4: {13, 2, 6}} {
		for lines, n := range map[Lines]int{OwnLines: want.own, AnyLines: want.all} {
			p, err := Connection(Options{Size: size, Lines: lines})
			if err != nil {
				t.Fatal(err)
			}
			if p.Men() != want.men || len(p.Goals) != n {
				t.Errorf("size %d, %s: %d men and %d lines, want %d and %d", size, lines, p.Men(), len(p.Goals), want.men, n)
			}
			for _, g := range p.Goals {
				cells := g.Men.Cells()
				if lines == OwnLines && !g.Men.Has(0) {
					t.Errorf("size %d: an own line without the own tip", size)
				}
				straight := false
				for d := range p.Board.Directions() {
					n := 1
					c := cells[0]
					for c = p.Board.Neighbour(c, d); c != positions.NoCell && g.Men.Has(c); c = p.Board.Neighbour(c, d) {
						n++
					}
					ends := c == positions.NoCell && p.Board.Neighbour(cells[0], (d+3)%6) == positions.NoCell
					straight = straight || n == p.Men() && (size < 3 || ends)
				}
				if !straight || len(cells) != p.Men() {
					t.Errorf("size %d, %s: no line from edge to edge:\n%s", size, lines, p.Board.DrawMen(g.Men))
				}
			}
		}
	}
	p, _ := Connection(Options{})
	court, err := Court(p.Board, "13")
	if err != nil || p.Start != court {
		t.Errorf("the 13 men do not start in their point:\n%s", p.Board.DrawMen(p.Start))
	}
}

// TestDefaultHexagon compares the default figure with its definition.
func TestDefaultHexagon(t *testing.T) {
	p, err := Treffpunkt(Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields("f6 g6 h6 f7 g7 h7 i7 f8 g8 h8 i8 j8 g9 h9 i9 j9 h10 i10 j10")
	got := p.Board.Names(p.Goal)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || p.Men() != 19 || p.Board.Len() != 256 {
		t.Errorf("%d men, figure %v", p.Men(), got)
	}
}

// TestTargets checks that every figure that fits has as many cells as there are
// men, is symmetric about the diagonal, and that the others are refused by name.
func TestTargets(t *testing.T) {
	fitting := 0
	for size := 3; size <= 16; size++ {
		b := positiontest.Board(t, positions.Square, size)
		for _, army := range Armies(b) {
			for _, name := range Targets() {
				p, err := Treffpunkt(Options{Size: size, Army: army, Target: name})
				if err != nil {
					if !errors.Is(err, ErrTarget) {
						t.Fatalf("size %d, %s, %s: %v", size, army, name, err)
					}
					continue
				}
				fitting++
				if p.Goal.Len() != p.Men() {
					t.Errorf("size %d, %s, %s: %d cells", size, army, name, p.Goal.Len())
				}
				for _, c := range p.Goal.Cells() {
					at := b.Point(c)
					if !p.Goal.Has(b.CellAt(positions.Point{X: at.Y, Y: at.X})) {
						t.Errorf("size %d, %s, %s: not symmetric", size, army, name)
					}
				}
			}
		}
	}
	if fitting < 80 {
		t.Errorf("only %d figures fit", fitting)
	}
	for _, o := range []Options{
		{Target: "circle"}, {Size: 8}, {Shape: positions.Star}, {Figure: positions.BitsOf(1, 2)},
	} {
		if _, err := Treffpunkt(o); !errors.Is(err, ErrTarget) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

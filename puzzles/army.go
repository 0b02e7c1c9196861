package puzzles

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// ErrArmy is wrapped by every error about men that do not fit a board.
var ErrArmy = errors.New("no such army")

// ring is the army of Schnellhalma: the large court less the small one.
const ring = "ring"

var (
	largeCourt = []int{5, 5, 4, 3, 2}
	smallCourt = []int{4, 4, 3, 2}
)

// Court returns the cells of the court that the named army fills in the corner
// a1 (on the star: in the point whose tip is a1). Names are the number of men
// ("19", "15", …), "ring", or "blockKxK" on square boards. The court must leave
// room for its opposite.
func Court(b *positions.Board, army string) (positions.Bits, error) {
	if !b.Shape().Courts() {
		return positions.Bits{}, fmt.Errorf("%w: the %s has no courts", ErrArmy, b)
	}
	set, ok := Corner(b, army)
	if !ok || set.Intersects(HalfTurn(b).Apply(set)) {
		return positions.Bits{}, fmt.Errorf("%w: %q on the %s (there: %s)", ErrArmy, army, b, strings.Join(Armies(b), ", "))
	}
	return set, nil
}

// Armies lists the names that [Court] takes for b, the usual one first. The
// crosses have no courts, so none.
func Armies(b *positions.Board) []string {
	if !b.Shape().Courts() {
		return nil
	}
	names := []string{"1", "3", "6", "10", "13", "15", "19", "21", ring}
	for k := 2; 2*k <= b.Size(); k++ {
		names = append(names, blockName(k))
	}
	usual := UsualArmy(b)
	out := []string{usual}
	for _, name := range names {
		if name == usual {
			continue
		}
		if set, ok := Corner(b, name); ok && !set.Intersects(HalfTurn(b).Apply(set)) {
			out = append(out, name)
		}
	}
	return out
}

// UsualArmy returns the army that the printed games use on b, or the one
// nearest to it that suits the size: 15 on the star of size 4, 19 on 16×16, 15
// on 10×10 and on large rhombi, 10 on the 9×9 rhombus, "" on the crosses.
func UsualArmy(b *positions.Board) string {
	n := b.Size()
	switch {
	case !b.Shape().Courts():
		return ""
	case b.FromTip():
		return strconv.Itoa((n + 1) * (n + 2) / 2)
	case n >= 16 && b.Shape() == positions.Square:
		return "19"
	case n >= 10:
		return "15"
	case n >= 8:
		return "10"
	case n >= 5:
		return "6"
	default:
		return "3"
	}
}

func blockName(k int) string { return fmt.Sprintf("block%dx%d", k, k) }

// Corner returns the cells that an army fills in the corner a1, and false if the
// board has none of that name. Unlike [Court] it does not look at the opposite court.
func Corner(b *positions.Board, army string) (positions.Bits, bool) {
	if b.Shape() == positions.Square {
		switch army {
		case "19":
			return rows(b, largeCourt)
		case "13":
			return rows(b, smallCourt)
		case ring:
			large, ok := rows(b, largeCourt)
			small, _ := rows(b, smallCourt)
			return large.AndNot(small), ok
		}
		for k := 2; k <= b.Size(); k++ {
			if army == blockName(k) {
				block := make([]int, k)
				for i := range block {
					block[i] = k
				}
				return rows(b, block)
			}
		}
	}
	if b.Shape() == positions.Star && b.Size() == 4 && army == "13" {
		set, _ := starPoint(b, 5)
		ends := 0
		for _, c := range set.Cells() {
			if p := b.Point(c); b.Row(c) == 4 && (p.X == 0 || p.X == 4) {
				set = set.Without(c)
				ends++
			}
		}
		return set, ends == 2
	}
	for k := 1; k <= 6; k++ {
		if army != strconv.Itoa(k*(k+1)/2) {
			continue
		}
		if b.FromTip() {
			return starPoint(b, k)
		}
		triangle := make([]int, k)
		for i := range triangle {
			triangle[i] = k - i
		}
		return rows(b, triangle)
	}
	return positions.Bits{}, false
}

// rows returns the cells of rows of the given lengths from the corner a1.
func rows(b *positions.Board, lengths []int) (positions.Bits, bool) {
	var set positions.Bits
	for y, n := range lengths {
		for x := range n {
			c := b.CellAt(positions.Point{X: x, Y: y})
			if c == positions.NoCell {
				return positions.Bits{}, false
			}
			set = set.With(c)
		}
	}
	return set, true
}

// starPoint returns the first k rows of the point with the tip a1, widened by
// one hole a row; row size+1 belongs to the hexagon.
func starPoint(b *positions.Board, k int) (positions.Bits, bool) {
	s := b.Size()
	if k > s+1 {
		return positions.Bits{}, false
	}
	var set positions.Bits
	for c := range positions.Cell(b.Len()) {
		p := b.Point(c)
		if b.Row(c) < k && p.X <= s && -p.X-p.Y <= s {
			set = set.With(c)
		}
	}
	return set, true
}

// HalfTurn returns the rotation of a board with courts by 180 degrees, which takes each
// court to the opposite one.
func HalfTurn(b *positions.Board) positions.Permutation {
	first, last := positions.Cell(0), positions.Cell(b.Len()-1)
	for _, s := range b.Symmetries() {
		if s[first] == last && s[s[1]] == 1 && s[1] == last-1 {
			return s
		}
	}
	panic("puzzles: a board without half turn") // every one with courts has it
}

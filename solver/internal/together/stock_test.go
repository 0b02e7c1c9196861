package together

import (
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// TestTurnsToIsNeverTooMany plays all turns of a few helpers among men who stay, and asks
// how many of his own a helper has made who comes to a cell.
func TestTurnsToIsNeverTooMany(t *testing.T) {
	for _, b := range []*positions.Board{
		positiontest.Board(t, positions.Square, 5), positiontest.Board(t, positions.Rhombus, 5), positiontest.Board(t, positions.Star, 1),
	} {
		table := positions.NewMoveTable(b, positions.Short)
		j := newJudge(table, b, positions.BitsOf(0))
		random := rand.New(rand.NewPCG(2, uint64(b.Len())))
		byOthers := 0 // cells to which somebody comes sooner if others move, too
		for round := range positiontest.Of(20_000, 200_000) {
			most, some := 2, 6+random.IntN(8) // men
			if round%40 == 0 {
				most, some = 3, 7
			}
			at := helpersAt{}
			stay := set{}
			for _, c := range random.Perm(b.Len())[:min(some, b.Len()-3)] {
				if len(at.men) < 3 {
					at.men = append(at.men, uint8(c))
				} else {
					stay = stay.With(positions.Cell(c))
				}
			}
			at.turns = make([]int, len(at.men))
			men := at.set().Or(stay)
			least, alone := far, far
			at.play(table, stay, most, &least)
			for i := range at.men {
				one := helpersAt{men: at.men[i : i+1], turns: []int{0}}
				one.play(table, men.Without(positions.Cell(at.men[i])), most, &alone)
			}
			got := j.turnsTo(men, at.set(), most)
			for c := range positions.Cell(b.Len()) {
				if men.Has(c) {
					continue // somebody is there now
				}
				if least[c] < alone[c] {
					byOthers++
				}
				if got[c] > least[c] {
					t.Fatalf("%s: to %s %d turns are said to be needed, %d are enough; helpers %s, others %s", b, b.Name(c), got[c], least[c], b.Names(at.set()), b.Names(stay))
				}
			}
		}
		if byOthers < 20 {
			t.Errorf("%s: only %d cells are reached sooner with the help of others", b, byOthers)
		}
	}
}

// helpersAt are helpers with the turns that each has made.
type helpersAt struct {
	men   []uint8
	turns []int
}

func (h *helpersAt) set() (all set) {
	for _, c := range h.men {
		all = all.With(positions.Cell(c))
	}
	return all
}

// play lowers least to the turns that some helper has made when he comes to a cell, in up
// to so many turns of all.
func (h *helpersAt) play(table *positions.MoveTable, stay set, left int, least *grid) {
	for i, from := range h.men {
		least[from] = min(least[from], uint8(h.turns[i]))
	}
	if left == 0 {
		return
	}
	all := h.set().Or(stay)
	for i, from := range h.men {
		f := field{table: table}
		f.put(all, true)
		c := f.chain(from)
		ends := c.turns()
		h.turns[i]++
		for k, word := range ends {
			for ; word != 0; word &= word - 1 {
				h.men[i] = uint8(k<<6 + trailing(word))
				h.play(table, stay, left-1, least)
			}
		}
		h.men[i] = from
		h.turns[i]--
	}
}

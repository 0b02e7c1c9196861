package bounds

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestTurnsOfRows holds the row counts one turn away against what the cells of the board say:
// each man of the army from each cell of a row, with men and room by rows.
func TestTurnsOfRows(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	overOwn := 0 // chains over the row that the man came from, where nobody else is
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 6, Army: "3"},
		{Shape: positions.Rhombus, Size: 5, Army: "3"},
		{Shape: positions.Star, Size: 2, Army: "3"},
		{Shape: positions.Square, Size: 6, Army: "3", Jumps: positions.Super},
		{Shape: positions.Star, Size: 2, Army: "1", Jumps: positions.Super},
	} {
		p := positiontest.Must(t, puzzles.Shortest, o)
		table := NewArmyRows[[1]uint64](p)
		for i := range table.least {
			table.least[i] = slices.Repeat([]uint8{Far}, table.Pairs())
		}
		for range 500 {
			pair, army := random.IntN(table.Pairs()), random.IntN(2)
			if !table.fits(pair) {
				continue
			}
			ranks := [2]int{pair / table.armies[1].Size, pair % table.armies[1].Size}
			want := map[int]bool{pair: true}
			for row, n := range table.counts[army][ranks[army]] {
				if n == 0 {
					continue
				}
				men := table.both(pair)
				men[row]--
				for end := range plainEnds(p, table, uint8(row), &men, &overOwn) {
					own, to := table.counts[army][ranks[army]], ranks
					own[row]--
					own[end]++
					to[army] = table.armies[army].Rank(&own)
					want[table.at(to[0], to[1])] = true
				}
			}
			got := map[int]bool{}
			for _, at := range table.before(army, []int{pair}, 1) {
				got[at], table.least[army][at] = true, Far
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%s: army %d of %v and %v: %d row counts, %d by cells", p, army, table.counts[0][ranks[0]], table.counts[1][ranks[1]], len(got), len(want))
			}
		}
	}
	if overOwn < 20 {
		t.Errorf("only %d chains go over the row they began in: the test says too little", overOwn)
	}
}

// plainEnds returns the rows where a turn from a row may end; the man has been lifted.
func plainEnds(p *puzzles.Puzzle, table *ArmyRows, row uint8, men *RowCounts, overOwn *int) map[uint8]bool {
	room := func(r uint8) bool { return men[r] < table.all.capacity[r] }
	ends, steps := map[uint8]bool{row: true}, map[uint8]bool{}
	for grown := true; grown; {
		grown = false
		for c := range positions.Cell(p.Board.Len()) {
			r := table.all.Of[c]
			for d := range p.Board.Directions() {
				var line []uint8 // the rows of the cells that lie that way
				for to := p.Board.Neighbour(c, d); to != positions.NoCell; to = p.Board.Neighbour(to, d) {
					line = append(line, table.all.Of[to])
				}
				if len(line) > 0 && r == row && room(line[0]) {
					steps[line[0]] = true
				}
				for far := 1; 2*far <= len(line) && (far == 1 || p.Jumps.Long()) && ends[r]; far++ {
					over, land := line[far-1], line[2*far-1]
					if over == row && men[over] == 0 && r != row && room(land) && !ends[land] {
						*overOwn++
					}
					if men[over] > 0 && room(land) && !ends[land] {
						ends[land], grown = true, true
					}
				}
			}
		}
	}
	maps.Copy(ends, steps)
	return ends
}

package together

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestRowCountsAreNumbered one by one, in both directions.
func TestRowCountsAreNumbered(t *testing.T) {
	for _, c := range []struct{ rows, men, number int }{{5, 1, 5}, {5, 3, 35}, {17, 3, 969}, {2, 6, 7}, {31, 4, 46376}} {
		counts := newRowCounts(c.rows, c.men)
		if counts.number != c.number {
			t.Errorf("%d men in %d rows: %d row counts, not %d", c.men, c.rows, counts.number, c.number)
		}
		for n := range counts.number {
			rows := counts.of(n)
			if !slices.IsSorted(rows) || int(slices.Max(rows)) >= c.rows || counts.rank(rows) != n {
				t.Fatalf("%d men in %d rows: number %d is %v, which has number %d", c.men, c.rows, n, rows, counts.rank(rows))
			}
		}
	}
}

// TestMovedKeepsTheOrder of rows.
func TestMovedKeepsTheOrder(t *testing.T) {
	for i := range 4 {
		for to := range uint8(9) {
			rows := []uint8{1, 3, 3, 6}
			want := slices.Delete(slices.Clone(rows), i, i+1)
			want = append(want, to)
			slices.Sort(want)
			if got := moved(rows, i, to); !slices.Equal(got, want) {
				t.Errorf("%d put to %d: %v, not %v", i, to, got, want)
			}
		}
	}
}

// TestThreeMenCrossTheStar in 27 turns: without rows nothing but 17 was proven.
func TestThreeMenCrossTheStar(t *testing.T) {
	p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Star, Size: 4, Army: "3"})
	res, err := session.Answer(t.Context(), p, session.Options{Workers: 2}, Search)
	if err != nil || res.Status != session.Optimal || res.Upper != 27 {
		t.Errorf("%d turns, %s, %v", res.Upper, res.Status, err)
	}
	if r, err := verify.Replay(p, res.Line); err != nil || r.Moves != 27 {
		t.Errorf("replay says %v, %v", r, err)
	}
}

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
		table := newRowTable(p)
		for i := range table.least {
			table.least[i] = slices.Repeat([]uint8{unsolved}, table.pairs())
		}
		for range 500 {
			pair, army := random.IntN(table.pairs()), random.IntN(2)
			both := [2]int{pair / table.armies[1].number, pair % table.armies[1].number}
			own, others := table.armies[army].of(both[army]), table.armies[1-army].of(both[1-army])
			if _, _, fits := table.look(own, others); !fits {
				continue
			}
			want := map[int]bool{pair: true}
			for i, row := range own {
				var men [64]int
				for _, r := range slices.Concat(own[:i], own[i+1:], others) {
					men[r]++
				}
				for end := range plainEnds(p, table, row, men, &overOwn) {
					to := slices.Concat(own[:i], own[i+1:], []uint8{end})
					slices.Sort(to)
					after := both
					after[army] = table.armies[army].rank(to)
					want[table.at(after[0], after[1])] = true
				}
			}
			got := map[int]bool{}
			for _, at := range table.before(army, []int{pair}, 1) {
				got[at], table.least[army][at] = true, unsolved
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%s: army %d with its men in rows %v, the others in %v: %d row counts, %d by cells", p, army, own, others, len(got), len(want))
			}
		}
	}
	if overOwn < 20 {
		t.Errorf("only %d chains go over the row they began in: the test says too little", overOwn)
	}
}

// plainEnds returns the rows where a turn from a row may end; the man has been lifted.
func plainEnds(p *puzzles.Puzzle, table *rowTable, row uint8, men [64]int, overOwn *int) map[uint8]bool {
	room := func(r uint8) bool { return men[r] < int(table.room[r]) }
	ends, steps := map[uint8]bool{row: true}, map[uint8]bool{}
	for grown := true; grown; {
		grown = false
		for c, r := range table.row {
			for d := range p.Board.Directions() {
				var line []uint8 // the rows of the cells that lie that way
				for to := p.Board.Neighbour(positions.Cell(c), d); to != positions.NoCell; to = p.Board.Neighbour(to, d) {
					line = append(line, table.row[to])
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

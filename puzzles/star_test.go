package puzzles_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestRhombusIsPartOfStar checks the theorem move by move: what can be done in a
// random position on the rhombus can be done on the star, and what the star has
// more leads beside the rhombus.
func TestRhombusIsPartOfStar(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	onStar := map[string]bool{}
	for size := 3; size <= 9; size++ {
		for _, army := range []string{"1", "3", "6", "10", "13", "15"} {
			for _, arrival := range []positions.Arrival{positions.Booklet, positions.Free} {
				for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
					for _, count := range []positions.Count{positions.Moves, positions.Hops} {
						p, err := puzzles.Highscore(puzzles.Options{
							Shape: positions.Rhombus, Size: size, Army: army, Arrival: arrival, Jumps: jumps, Count: count,
						})
						if err != nil {
							continue
						}
						star := p.Star()
						if star == nil {
							continue
						}
						if size%2 == 0 {
							t.Fatalf("%s is part of %s", p, star)
						}
						onStar[fmt.Sprintf("%d/%s", size, army)] = true
						if back := star.Rhombus(); back == nil || back.Fingerprint() != p.Fingerprint() {
							t.Fatalf("%s: the rhombus of its star is %v", p, back)
						}
						compareMoves(t, rng, p, star)
					}
				}
			}
		}
	}
	want := []string{"3/1", "3/3", "5/1", "5/3", "5/6", "7/1", "7/10", "7/3", "7/6", "9/1", "9/10", "9/15", "9/3", "9/6"}
	if got := slices.Sorted(maps.Keys(onStar)); !slices.Equal(got, want) {
		t.Errorf("on stars are %v, want %v", got, want)
	}
}

func compareMoves(t *testing.T, rng *rand.Rand, p, star *puzzles.Puzzle) {
	t.Helper()
	cells := puzzles.StarCells(p.Board, star.Board)
	generator := func(q *puzzles.Puzzle) *positions.Generator {
		var zones *positions.Zones
		if q.Arrival == positions.Booklet {
			zones = positions.NewZones(positions.Bits{}, q.Goal, true, false)
		}
		return positions.NewGenerator(positions.NewMoveTable(q.Board, q.Jumps), zones, q.Count)
	}
	small, large := generator(p), generator(star)
	for range 20 {
		var men, image positions.Bits
		for men.Len() < p.Men() {
			men = men.With(positions.Cell(rng.IntN(p.Board.Len())))
		}
		for _, c := range men.Cells() {
			image = image.With(cells[c])
		}
		positions.Load(small, (*[4]uint64)(&men))
		positions.Load(large, (*[4]uint64)(&image))
		on := map[[2]positions.Cell]int{}
		for _, m := range large.Append(nil) {
			on[[2]positions.Cell{positions.Cell(m.From), positions.Cell(m.To)}] = int(m.Hops)
		}
		for _, m := range small.Append(nil) {
			hops, ok := on[[2]positions.Cell{cells[m.From], cells[m.To]}]
			if !ok && m.Hops > 1 && p.Count == positions.Hops {
				continue // a chain through a court; on the star single jumps may do
			}
			if !ok || hops > int(m.Hops) {
				t.Fatalf("%s, men on %v: %s-%s is no move on the star, or a longer one", p, p.Board.Names(men),
					p.Board.Name(positions.Cell(m.From)), p.Board.Name(positions.Cell(m.To)))
			}
		}
		if p.Count == positions.Hops {
			continue
		}
		for m := range on {
			from, to := slices.Index(cells, m[0]), slices.Index(cells, m[1])
			if to < 0 {
				continue
			}
			// Chains may lead through the points, so only steps must be the same.
			if slices.Contains(neighbours(star.Board, m[0]), m[1]) && !slices.Contains(neighbours(p.Board, positions.Cell(from)), positions.Cell(to)) {
				t.Fatalf("%s: %s and %s are neighbours on the star only", p, p.Board.Name(positions.Cell(from)), p.Board.Name(positions.Cell(to)))
			}
		}
	}
}

func neighbours(b *positions.Board, c positions.Cell) (out []positions.Cell) {
	for d := range b.Directions() {
		if n := b.Neighbour(c, d); n != positions.NoCell {
			out = append(out, n)
		}
	}
	return out
}

// TestIsPartOf goes through what makes a line illegal on the star.
func TestIsPartOf(t *testing.T) {
	rhombus := puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6"}
	star := puzzles.Options{Shape: positions.Star, Size: 2, Army: "6"}
	with := func(o puzzles.Options, change func(*puzzles.Options)) puzzles.Options {
		change(&o)
		return o
	}
	free := func(o *puzzles.Options) { o.Arrival = positions.Free }
	type maker = func(puzzles.Options) (*puzzles.Puzzle, error)
	for i, c := range []struct {
		p, q       puzzles.Options
		newP, newQ maker
		want       bool
	}{
		{rhombus, star, puzzles.Highscore, puzzles.Highscore, true},
		{rhombus, with(star, free), puzzles.Highscore, puzzles.Highscore, true},
		{with(rhombus, free), star, puzzles.Highscore, puzzles.Highscore, false},
		{rhombus, star, puzzles.Treffhalma, puzzles.Treffhalma, true},
		{rhombus, star, puzzles.Treffhalma, puzzles.Highscore, true},
		{rhombus, star, puzzles.Highscore, puzzles.Treffhalma, false},
		{rhombus, with(star, func(o *puzzles.Options) { o.Army = "3" }), puzzles.Highscore, puzzles.Highscore, false},
		{rhombus, with(star, func(o *puzzles.Options) { o.Size = 3 }), puzzles.Highscore, puzzles.Highscore, false},
		{rhombus, with(star, func(o *puzzles.Options) { o.Jumps = positions.Super }), puzzles.Highscore, puzzles.Highscore, false},
		{rhombus, with(star, func(o *puzzles.Options) { o.Count = positions.Hops }), puzzles.Highscore, puzzles.Highscore, false},
		{rhombus, rhombus, puzzles.Highscore, puzzles.Highscore, false},
		{star, star, puzzles.Highscore, puzzles.Highscore, false},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			p, err := c.newP(c.p)
			if err != nil {
				t.Fatal(err)
			}
			q, err := c.newQ(c.q)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.IsPartOf(q); got != c.want {
				t.Errorf("%s is part of %s: %t", p, q, got)
			}
		})
	}
}

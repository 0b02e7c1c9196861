package peg

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// mostPagodas is how many pagoda functions a side uses, a multiple of lanes (2026-11: 32
// leave 764,068 positions of a search on the diamond, 64 736,212, 400 676,719), and
// patience how many random games in a row may tell nothing new before no more are looked
// for.
const (
	mostPagodas = 64
	patience    = 40
)

// pagodaFinder looks for pagoda functions of a side.
type pagodaFinder struct {
	game          *game
	side          *side
	origins, ends []uint64
	columns       [][]int8 // of the programs: jumps, and the ends if there are several
	turns         [][]int  // where symmetries that keep the ends take each hole
	random        *rand.Rand
	found         []pagoda
}

// findPagodas returns pagoda functions for the positions between the start and the goal,
// forward or, for the search from the goal, backward.
//
// They come from the positions that random games lead to, of which those known say
// nothing: a function that says that the first dead one of a game is dead is that, and so
// are its images. All steps are the same on every machine. The error is a limit's.
func findPagodas(r *session.Run, g *game, forward bool) (pagodas, error) {
	f := newPagodaFinder(g, forward)
	if err := f.find(r.Stop); err != nil {
		return pagodas{}, err
	}
	return pack(g, f.side, f.found), nil
}

// find looks for functions until there are enough, random games tell nothing new, or stop
// says why it has to end.
func (f *pagodaFinder) find(stop func() error) error {
	for useless := 0; useless < patience && len(f.found) < mostPagodas; useless++ {
		if err := stop(); err != nil {
			return err
		}
		if f.add(f.firstDead(f.play())) {
			useless = -1
		}
	}
	return nil
}

func newPagodaFinder(g *game, forward bool) *pagodaFinder {
	f := &pagodaFinder{game: g, side: &g.forward, origins: []uint64{g.start}, ends: g.goals, random: rand.New(rand.NewPCG(1, 2))}
	end := g.puzzle.Goal
	if !forward {
		f.side, f.origins, f.ends, end = &g.backward, g.goals, f.origins, g.puzzle.Start
	}
	for _, m := range g.puzzle.Board.Symmetries() {
		if m.Apply(end) == end {
			turn := make([]int, g.cells)
			for c := range turn {
				turn[c] = int(m[c])
			}
			f.turns = append(f.turns, turn)
		}
	}
	column := func(plus, minus uint64, last int8) {
		c := make([]int8, g.cells+1)
		for i := range g.cells {
			c[i] = int8(plus>>i&1) - int8(minus>>i&1)
		}
		c[g.cells] = last
		f.columns = append(f.columns, c)
	}
	for _, jumps := range f.side.by {
		for _, j := range jumps {
			column(j.cond, j.mask^j.cond, 0)
		}
	}
	for _, p := range f.ends {
		column(p, 0, 1)
	}
	return f
}

// play returns the positions of a random game that no function known says is dead.
func (f *pagodaFinder) play() []uint64 {
	at := f.origins[f.random.IntN(len(f.origins))]
	game := []uint64{at}
	for {
		var next []uint64
		for _, jumps := range f.side.by {
			for _, j := range jumps {
				if after := at ^ j.mask; at&j.mask == j.cond && !f.dead(after) {
					next = append(next, after)
				}
			}
		}
		if len(next) == 0 {
			return game
		}
		at = next[f.random.IntN(len(next))]
		game = append(game, at)
	}
}

// dead reports whether a function that was found says so.
func (f *pagodaFinder) dead(p uint64) bool {
	return slices.ContainsFunc(f.found, func(g pagoda) bool { return g.slack(p) < 0 })
}

// firstDead returns the values of a function that says that the first position of a game
// is dead of which there is such a function; nil if there is none, or none of small whole numbers. What comes
// of a dead position is dead by the same function.
func (f *pagodaFinder) firstDead(game []uint64) (values []int8) {
	for from, to := 0, len(game); from < to; {
		middle := (from + to) / 2
		if v := f.against(game[middle]); v != nil {
			to, values = middle, v
		} else {
			from = middle + 1
		}
	}
	return values
}

// add adds a function and its images and reports whether there was a new one.
func (f *pagodaFinder) add(values []int8) (added bool) {
	if values == nil {
		return false
	}
	for _, turn := range f.turns {
		image := make([]int8, len(values))
		for c, v := range values {
			image[turn[c]] = v
		}
		known := func(g pagoda) bool { return slices.Equal(g.values, image) }
		if len(f.found) == mostPagodas || slices.ContainsFunc(f.found, known) {
			continue
		}
		if p, ok := newPagoda(image, f.side, f.origins, f.ends); ok {
			f.found, added = append(f.found, p), true
		}
	}
	return added
}

// Values of a function are whole numbers of at most largestValue when they are multiplied
// by one of 1 … mostParts.
const (
	mostParts    = 6
	largestValue = 30
)

// against returns the values of a function by which a position is dead, or nil.
//
// Jumps x, as many of each as one likes, also in parts, and parts of the ends, 1 in all,
// lead to the position up to some rest. The prices of the holes by which the least rest
// is least are, negated, the values of a function; by it the position has less than the
// ends just if there is a rest (duality of linear programs). Each is told from its
// neighbours by a little more or less at random, so that the program has one solution.
func (f *pagodaFinder) against(p uint64) []int8 {
	n := f.game.cells
	target, most := make([]float64, n+1), make([]float64, n+1)
	for i := range n {
		target[i], most[i] = float64(p>>i&1)+f.random.Float64()*1e-4, 1
	}
	target[n], most[n] = 1, float64(n+1) // no end is worth more
	prices := leastRest(f.columns, target, most)
parts:
	for parts := 1; parts <= mostParts; parts++ {
		values := make([]int8, n)
		for i := range values {
			v := -prices[i] * float64(parts)
			if math.Abs(v-math.Round(v)) > 1e-6 || math.Abs(v) > largestValue {
				continue parts
			}
			values[i] = int8(math.Round(v))
		}
		if g, ok := newPagoda(values, f.side, f.origins, f.ends); ok && g.slack(p) < 0 {
			return values
		}
		return nil
	}
	return nil
}

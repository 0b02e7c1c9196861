package levels

import (
	"math/rand/v2"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/solver/internal/sample"
)

// Estimate is what solving a game takes at the most, before anything is known of the
// positions that can be reached.
type Estimate struct {
	Positions int64 // numbers that they have room in
	Bytes     int64 // of memory, for marks of as many
	// Each is how long one worker takes for a position that is reached.
	Each time.Duration
	// Alike is how many positions symmetries make of one, most of them: for each of these
	// only one is looked at.
	Alike int
}

// Time is how long a worker takes for a game of which so many positions can be reached.
func (e Estimate) Time(positions int64) time.Duration {
	return time.Duration(float64(e.Each) * float64(positions) / float64(e.Alike))
}

// A position takes so many times as long as making its turns and looking up where they
// lead: measured on twelve games from 3,000 to 9,000,000 positions, of which those without
// dice took from two thirds to one and a half times as long; with dice it depends on how
// often all are gone through, and took from two thirds to three times as long.
const (
	acyclicFactor = 2.2
	cyclicFactor  = 5.0
	chanceFactor  = 15.0
)

// EstimateOf returns what [Solve] or [SolveChances] would take, by a sample that is
// measured here and now: positions of games that are played at random, always the same
// ones.
func EstimateOf(g *contest.Game) Estimate {
	e := Estimate{}
	cyclic := false
	for _, l := range g.Levels() {
		e.Positions += int64(l.Codes)
		e.Bytes += int64(l.Codes+63) / 64 * 8
		cyclic = cyclic || l.Cycles && l.Codes > 0
	}
	factor := acyclicFactor
	switch {
	case g.Kind.Chance:
		factor = chanceFactor
	case cyclic && !g.Kind.Scores:
		factor = cyclicFactor
	}
	each, alike := sampled(g)
	e.Each, e.Alike = time.Duration(factor*float64(each)), alike
	return e
}

// sampled returns how long it takes to make the turns of a position and to find the
// places of those that they lead to, and how many images one of the positions has at the
// most.
func sampled(g *contest.Game) (each time.Duration, alike int) {
	random := rand.New(rand.NewPCG(1, 1))
	var turns []contest.Turn
	alike = 1
	next := g.Start()
	found := uint64(0)
	each = sample.Mean(func() contest.Position {
		p := next
		turns = g.AppendTurns(turns[:0], p)
		if next = g.Start(); len(turns) > 0 {
			next = turns[random.IntN(len(turns))].After
		}
		alike = max(alike, g.Copies(p))
		return p
	}, func(p contest.Position) {
		turns = g.AppendTurns(turns[:0], p)
		for _, t := range turns {
			_, code := g.Place(g.Canonical(t.After))
			found |= code
		}
	})
	if found == 1 { // hardly ever, but now no part of the work can be left out
		alike = 1
	}
	return each, alike
}

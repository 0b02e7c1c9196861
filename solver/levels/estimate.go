package levels

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Estimate is what solving a game takes at the most, before anything is known of the
// positions that can be reached.
type Estimate struct {
	Positions int64 // numbers that they have room in
	Bytes     int64 // of memory, for marks of as many
	// Each is how long one worker takes for a position that is reached.
	Each time.Duration
}

// A sample is of so many slices of so much time, of which the middle one counts, as other
// work may have the machine meanwhile.
const (
	sampleSlices = 9
	sampleTime   = 2 * time.Millisecond
)

// A position takes so many times as long as making its turns and looking up where they
// lead: measured on games from 80,000 to 3,000,000 positions, of which few took less than
// half or more than twice as long.
const (
	acyclicFactor = 1.3
	cyclicFactor  = 2.7
	chanceFactor  = 5.0
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
	e.Each = time.Duration(factor * float64(sampled(g)))
	return e
}

// sampled returns how long it takes to make the turns of a position and to find the
// places of those that they lead to.
func sampled(g *contest.Game) time.Duration {
	random := rand.New(rand.NewPCG(1, 1))
	var turns []contest.Turn
	var parts []time.Duration
	p := g.Start()
	found := uint64(0)
	for range sampleSlices {
		n := 0
		began := time.Now()
		for time.Since(began) < sampleTime {
			turns = g.AppendTurns(turns[:0], p)
			n++
			for _, t := range turns {
				_, code := g.Place(g.Canonical(t.After))
				found |= code
			}
			if p = g.Start(); len(turns) > 0 {
				p = turns[random.IntN(len(turns))].After
			}
		}
		parts = append(parts, time.Since(began)/time.Duration(n))
	}
	if found == 1 { // hardly ever, but now no part of the work can be left out
		return parts[0]
	}
	slices.Sort(parts)
	return parts[len(parts)/2]
}

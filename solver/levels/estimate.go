package levels

import (
	"math/rand/v2"
	"slices"
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
// lead: measured on fifteen games from 800,000 to 172,000,000 positions, by processor time,
// of which those without dice took from 0.6 to 1.8 times as long, those without cycles from
// 0.9 to 1.2. With dice it depends on how often all are gone through: from 0.4 to three times.
const (
	acyclicFactor = 2.8
	cyclicFactor  = 5.0
	chanceFactor  = 15.0
)

// EstimateOf returns what [Solve] or [SolveChances] would take, by a sample that is
// measured here and now: positions of games that are played at random, always the same
// ones, of each level as many as it has numbers and as its positions take time.
func EstimateOf(g *contest.Game) Estimate {
	e := Estimate{}
	for _, l := range g.Levels() {
		e.Positions += int64(l.Codes)
		e.Bytes += int64(l.Codes+63) / 64 * 8
	}
	s := samplesOf(g)
	each, found := s.mean()
	e.Each, e.Alike = time.Duration(s.factor*float64(each)), s.alike
	if found == 1 { // hardly ever, but now no part of the work can be left out
		e.Alike = 1
	}
	return e
}

// factorOf is that of a level.
func factorOf(g *contest.Game, l contest.Level) float64 {
	switch {
	case g.Kind.Chance:
		return chanceFactor
	case l.Cycles && !g.Kind.Scores:
		return cyclicFactor
	}
	return acyclicFactor
}

// samples are positions of games that are played at random, by level.
type samples struct {
	game    *contest.Game
	random  *rand.Rand
	levels  [][]contest.Position // without those that have none
	weights []float64            // their sums, up to each level
	factor  float64              // in the mean of all positions of these levels
	alike   int                  // images that a position has at the most
}

// Positions are played until there are so many, of which a level keeps as many.
const (
	sampledPlies  = 2000
	sampledLevels = 100
)

func samplesOf(g *contest.Game) *samples {
	s := &samples{game: g, random: rand.New(rand.NewPCG(1, 1)), alike: 1}
	levels := g.Levels()
	met := make([][]contest.Position, len(levels))
	var turns []contest.Turn
	for p, n := g.Start(), 0; n < sampledPlies; n++ {
		at, _ := g.Place(p)
		if len(met[at]) < sampledLevels {
			met[at] = append(met[at], p)
			s.alike = max(s.alike, g.Copies(p))
		}
		turns = g.AppendTurns(turns[:0], p)
		if p = g.Start(); len(turns) > 0 {
			p = turns[s.random.IntN(len(turns))].After
		}
	}
	weight, codes := 0.0, 0.0
	for at, list := range met {
		if len(list) == 0 {
			continue
		}
		n := float64(levels[at].Codes)
		weight, codes = weight+n*factorOf(g, levels[at]), codes+n
		s.levels, s.weights = append(s.levels, list), append(s.weights, weight)
	}
	s.factor = weight / codes
	return s
}

// pick returns one of them.
func (s *samples) pick() contest.Position {
	at := s.random.Float64() * s.weights[len(s.weights)-1]
	list := s.levels[slices.IndexFunc(s.weights, func(sum float64) bool { return at < sum })]
	return list[s.random.IntN(len(list))]
}

// mean returns how long it takes to make the turns of a position and to find the places of
// those that they lead to, and something of what was found.
func (s *samples) mean() (each time.Duration, found uint64) {
	g := s.game
	var turns []contest.Turn
	each = sample.Mean(s.pick, func(p contest.Position) {
		turns = g.AppendTurns(turns[:0], p)
		for _, t := range turns {
			_, code := g.Place(g.Canonical(t.After))
			found |= code
		}
	})
	return each, found
}

package retrograde

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Repetition is a proof that the rule "a position occurring three times is a
// draw" turns a win into a draw.
//
// Call the side that wins without the rule the winner, W(t) the positions it wins
// without the rule after t turns, y ≥ 0 weights of positions with the sum Y.
//
// Theorem. If the other side can make the weights of the positions at the turns
// 0 … T add up to more than 2·Y as long as the winner keeps to W, the game is a
// draw under the rule. Proof: if the winner leaves W at some turn, the other side
// does not lose without the rule from there on, and the rule only makes draws. If
// it keeps to W, some position occurs three times: if all occurred at most twice,
// the sum would be at most 2·Y. The winner does not lose either:
// it has a strategy that wins or is stopped by a draw.
//
// The sum that can be forced is worked out exactly, backwards from turn T, with
// whole numbers. Weights are found by trying: those of positions visited grow, the
// other side steers to heavy positions and the winner away from them.
type Repetition struct {
	Turns     int        // T
	Positions int        // that have a weight
	Without   duel.Value // of the start without the rule
}

// repetitionPlaces is the greatest number of stored positions of spaces in which
// [Repetition] is looked for, perPlace about how many bytes that takes for each.
const (
	repetitionPlaces = 1 << 18
	perPlace         = 500
)

// arenaNodes is the greatest number of positions that get weights.
const arenaNodes = 60_000

// horizon is the last turn of a proof by repetition when so many turns are
// allowed: W is known for the turn after it, too, but not at the limit itself.
// Near the limit the winner has less to fear.
func horizon(turns int) int { return turns - max(turns/8, 2) }

// The kinds of nodes.
const (
	ours  = iota // the winner to move
	other        // the other side to move
	left         // the winner has left W
	over         // the winner has won
)

// arena is the graph of a game in which the winner keeps to W. Edges of node n are
// edges[from[n]:from[n+1]]. Node 0 is the start.
type arena struct {
	kinds []uint8
	from  []int32
	edges []int32
	turns int // T
	times int // a position that occurs so often is a draw
	first int // kind to move at turn 0
}

// repetition looks for a proof for a position with no turn made, nil if it finds
// none. It must be won without the rule for the side to move, or lost.
func (t *Online) repetition(ctx context.Context, start duel.View, times int) *Repetition {
	if t.kept[lost][0] == nil {
		return nil
	}
	all := t.arena(start, times)
	sizes := all.treeSizes(4)
	for _, width := range []int{1, 3, len(all.kinds)} {
		a := all.narrow(sizes, width)
		if len(a.kinds) > arenaNodes {
			break
		}
		if weights := a.search(ctx); weights != nil && a.exceeds(weights) {
			n := 0
			for _, y := range weights {
				if y > 0 {
					n++
				}
			}
			value, _, _ := t.Lookup(start)
			return &Repetition{Turns: a.turns, Positions: n, Without: value}
		}
	}
	return nil
}

// numbers counts nodes in the order in which they are met.
type numbers[N comparable] struct {
	ids   map[N]int32
	nodes []N
}

// of returns the number of a node.
func (s *numbers[N]) of(n N) int32 {
	id, ok := s.ids[n]
	if !ok {
		if s.ids == nil {
			s.ids = make(map[N]int32)
		}
		id = int32(len(s.nodes))
		s.ids[n] = id
		s.nodes = append(s.nodes, n)
	}
	return id
}

// arena lists the positions that can be reached.
func (t *Online) arena(start duel.View, times int) *arena {
	s := t.Free.state
	g := s.game
	in := func(v duel.View, kind, made int) bool {
		row, col := s.at(v)
		place := row*s.cols + col
		return t.kept[kind][made&1][place>>6]>>(place&63)&1 != 0
	}
	a := &arena{from: []int32{0}, turns: horizon(t.turns), times: times, first: ours}
	if value, _, _ := t.Lookup(start); value == duel.ValueLost {
		a.first = other
	}
	type node struct {
		duel.View
		kind int // ours or other
	}
	met := numbers[node]{}
	met.of(node{start, a.first})
	for i := 0; i < len(met.nodes); i++ {
		n := met.nodes[i]
		next := node{kind: 1 - n.kind}
		made := n.kind ^ a.first // modulo 2
		if n.kind == other || in(n.View, won, made) {
			for _, turn := range g.AppendTurns(nil, n.View) {
				next.View = g.After(n.View, turn)
				if n.kind == ours && !in(next.View, lost, made+1) {
					continue
				}
				a.edges = append(a.edges, met.of(next))
			}
		}
		kind := n.kind
		if int(a.from[i]) == len(a.edges) {
			kind += left // over, if the other side has no turn
		}
		a.kinds = append(a.kinds, uint8(kind))
		a.from = append(a.from, int32(len(a.edges)))
	}
	return a
}

func (a *arena) next(n int32) []int32 { return a.edges[a.from[n]:a.from[n+1]] }

// treeSizes returns, for positions with the winner to move, in how many ways it
// can play so many turns if the other side leaves it as little choice as it can.
func (a *arena) treeSizes(turns int) []float64 {
	now, before := make([]float64, len(a.kinds)), make([]float64, len(a.kinds))
	for n, kind := range a.kinds {
		if kind == ours {
			now[n] = 1
		}
	}
	for range turns {
		for n, kind := range a.kinds {
			before[n] = 0
			if kind != ours {
				continue
			}
			for _, q := range a.next(int32(n)) {
				least := math.MaxFloat32
				for _, p := range a.next(q) {
					least = min(least, now[p])
				}
				before[n] += least
			}
			before[n] = min(before[n], math.MaxFloat32)
		}
		now, before = before, now
	}
	return now
}

// narrow returns the part in which the other side has only so many turns left in
// each position, those that leave the winner least choice.
func (a *arena) narrow(sizes []float64, width int) *arena {
	out := &arena{from: []int32{0}, turns: a.turns, times: a.times, first: a.first}
	met := numbers[int32]{}
	met.of(0)
	for i := 0; i < len(met.nodes); i++ {
		n := met.nodes[i]
		next := a.next(n)
		if a.kinds[n] == other && width < len(next) {
			next = slices.Clone(next)
			slices.SortStableFunc(next, func(p, q int32) int { return cmp.Compare(sizes[p], sizes[q]) })
			next = next[:width]
		}
		for _, m := range next {
			out.edges = append(out.edges, met.of(m))
		}
		out.kinds = append(out.kinds, a.kinds[n])
		out.from = append(out.from, int32(len(out.edges)))
	}
	return out
}

// unlimited is the sum where the winner has left W, and with a minus where it has
// won: more than all weights of all turns.
const unlimited = int64(1) << 60

// force fills sums: sums[t][n] is the weight of the positions at the turns t … T
// that the other side can force from node n at turn t.
func (a *arena) force(weights []int64, sums [][]int64) {
	for n, kind := range a.kinds {
		var end int64
		switch kind {
		case left:
			end = unlimited
		case over:
			end = -unlimited
		}
		for t := range sums {
			sums[t][n] = end
		}
		if kind == left { // at T+1 that depends on W a turn later
			sums[a.turns+1][n] = 0
		}
	}
	for t := a.turns; t >= 0; t-- {
		now, after := sums[t], sums[t+1]
		turn := uint8(a.first ^ t&1)
		for n, kind := range a.kinds {
			if kind != turn {
				continue
			}
			next := a.next(int32(n))
			sum := after[next[0]]
			if kind == ours {
				for _, m := range next[1:] {
					sum = min(sum, after[m])
				}
			} else {
				for _, m := range next[1:] {
					sum = max(sum, after[m])
				}
			}
			now[n] = sum
			if -unlimited < sum && sum < unlimited {
				now[n] += weights[n]
			}
		}
	}
}

// newSums returns room for force.
func (a *arena) newSums() [][]int64 {
	sums := make([][]int64, a.turns+2)
	for t := range sums {
		sums[t] = make([]int64, len(a.kinds))
	}
	return sums
}

// exceeds reports whether weights are a proof.
func (a *arena) exceeds(weights []int64) bool {
	sums := a.newSums()
	a.force(weights, sums)
	return sums[0][0] > int64(a.times-1)*total(weights)
}

func total(weights []int64) (sum int64) {
	for _, y := range weights {
		sum += y
	}
	return sum
}

// How weights are searched.
const (
	searchRounds = 400
	searchEdges  = 1e9  // looked at in all rounds
	growth       = 0.02 // of the logarithm of a weight with each visit
	heaviest     = 1e9
)

// search returns weights that are a proof, or nil; also when the context ends. In
// each round both sides play best for the weights, and positions get heavier with
// every visit.
func (a *arena) search(ctx context.Context) []int64 {
	sums := a.newSums()
	weights := make([]int64, len(a.kinds))
	visits := make([]float64, len(a.kinds))
	rounds := int(min(searchRounds, searchEdges/float64((a.turns+1)*(len(a.edges)+1))))
	most := 0.0
	for range rounds {
		if ctx.Err() != nil {
			return nil
		}
		a.force(weights, sums)
		if sum := sums[0][0]; sum <= -unlimited {
			return nil
		} else if sum > int64(a.times-1)*total(weights) {
			return weights
		}
		n := int32(0)
		for t := 0; t <= a.turns && a.kinds[n] <= other; t++ {
			visits[n]++
			most = max(most, visits[n])
			next := a.next(n)
			best := next[0]
			for _, m := range next[1:] {
				d := sums[t+1][m] - sums[t+1][best]
				if a.kinds[n] == other && d > 0 || a.kinds[n] == ours && d < 0 {
					best = m
				}
			}
			n = best
		}
		for n, v := range visits {
			if v > 0 {
				weights[n] = int64(heaviest * (math.Exp(growth*(v-most)) - math.Exp(-growth*most)))
			}
		}
	}
	return nil
}

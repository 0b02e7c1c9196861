package levels

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Chances are the chances of all positions of a space of a game with dice, by value
// iteration from both sides (Shapley 1953; with both bounds: Haddad, Monmege 2014).
//
// One table begins with 0 everywhere, the other with 1, but for positions that are
// over. In each sweep a position gets, roll by roll, the best of its turns' values in
// the table before: for its own lower bound it needs the upper ones of the opponent,
// and the other way round.
//
// The bounds are proven. The step is monotone; by induction the lower table never
// exceeds the least table that the step keeps, which is the value if endless play is
// lost, and the upper one is never below the greatest, the value if it is won. Values
// are whole numbers of 1/[contest.ChanceUnit], the lower rounded down and the upper
// up, which keeps both inequalities: no error has to be estimated. As the tables only
// rise or fall, they come to rest.
type Chances struct {
	*Space
	first        []int // index of the first position of each level
	lower, upper []uint64
	moves        [][]uint32
	total        uint64 // weight of all rolls

	Sweeps int
	// Rests says that a sweep changed nothing. Where bounds are apart then, no further
	// one brings them together.
	Rests   bool
	Elapsed time.Duration
	Bytes   int64 // of memory, at the most
}

// SolveChances works out the chances of every position that can be reached, until all
// are settled or a sweep changes none. If the context ends before, it returns what is
// proven until then besides the context's error.
func SolveChances(ctx context.Context, g *contest.Game, o Options) (*Chances, error) {
	dice, ok := g.Rules.(contest.Dice)
	if !ok {
		return nil, fmt.Errorf("%s has no dice", g)
	}
	w := newWork(ctx, o, len(g.Levels()))
	t := &Chances{Space: newSpace(g, w)}
	for _, roll := range dice.Rolls() {
		t.total += uint64(roll.Weight)
	}
	if t.total > contest.MostWeight {
		return nil, contest.ErrPacked
	}
	if err := t.keep(w, t); err != nil {
		return nil, err
	}
	if err := t.reach(w); err != nil {
		return nil, err
	}
	if w.Phase == phaseReach {
		if err := t.take(w); err != nil {
			return nil, err
		}
		w.begin(phaseTurns, 0)
	}
	for ; w.Phase == phaseTurns && w.Level < len(t.levels); w.Level++ {
		if err := t.list(dice, w.Level, w); err != nil {
			return nil, err
		}
	}
	if w.Phase == phaseTurns {
		w.begin(phaseSolve, 0)
	}
	err := t.iterate(w)
	t.moves = nil
	t.Elapsed, t.Bytes = time.Since(w.began), w.meter.peak.Load()
	return t, err
}

// take takes the memory for chances and turns, when all positions are reached.
func (t *Chances) take(w *work) error {
	n := 0
	for i := range t.levels {
		t.first = append(t.first, n)
		n += t.levels[i].Count
	}
	if n >= 1<<31 {
		return contest.ErrPacked
	}
	if err := w.meter.use(int64(n) * (4*8 + 24)); err != nil {
		return err
	}
	t.moves, t.lower, t.upper = make([][]uint32, n), make([]uint64, n), make([]uint64, n)
	return nil
}

// list writes down the turns of a level's positions: for each set of turns the weight
// of the rolls that allow just these, their number, and the indexes of where they lead
// to, doubled, and 1 more if the same side moves again. Positions that are over have
// none, and their chances.
func (t *Chances) list(dice contest.Dice, at int, w *work) error {
	l := &t.levels[at]
	rolls := dice.Rolls()
	var failed atomic.Pointer[error]
	err := w.sweep(len(l.Words), func() func(from, to int) {
		return func(from, to int) {
			bytes := int64(0)
			l.Each(from, to, func(code uint64, rank int) {
				p, i := t.Game.At(at, code), t.first[at]+rank
				if t.moves[i] != nil { // by a checkpoint
					return
				}
				all := dice.Rolled(p)
				if all == nil {
					c := t.Game.FinalChance(p)
					t.lower[i], t.upper[i] = uint64(c.Lower*contest.ChanceUnit), uint64(c.Upper*contest.ChanceUnit)
					return
				}
				t.upper[i] = contest.ChanceUnit
				t.moves[i] = t.grouped(all, rolls)
				bytes += int64(4 * len(t.moves[i]))
			})
			if err := w.meter.use(bytes); err != nil {
				failed.Store(&err)
			}
		}
	})
	if e := failed.Load(); e != nil {
		return *e
	}
	return err
}

// grouped writes down the turns of a position.
func (t *Chances) grouped(all [][]contest.Turn, rolls []contest.Roll) (moves []uint32) {
	type group struct {
		weight uint32
		to     []uint32
	}
	var groups []group
	for roll, turns := range all {
		to := make([]uint32, len(turns))
		for i, turn := range turns {
			at, rank, _ := t.Find(turn.After)
			to[i] = uint32(t.first[at]+rank) << 1
			if turn.Again {
				to[i]++
			}
		}
		slices.Sort(to)
		to = slices.Compact(to)
		same := slices.IndexFunc(groups, func(g group) bool { return slices.Equal(g.to, to) })
		if same < 0 {
			same = len(groups)
			groups = append(groups, group{to: to})
		}
		groups[same].weight += uint32(rolls[roll].Weight)
	}
	for _, g := range groups {
		moves = append(append(moves, g.weight, uint32(len(g.to))), g.to...)
	}
	return slices.Clip(moves)
}

// iterate sweeps until the bounds meet or nothing changes.
func (t *Chances) iterate(w *work) error {
	lower, upper := slices.Clone(t.lower), slices.Clone(t.upper)
	for {
		var changed, apart atomic.Bool
		err := w.sweep(len(t.moves), func() func(from, to int) {
			return func(from, to int) {
				for i := from; i < to; i++ {
					if t.moves[i] != nil {
						lower[i], upper[i] = t.step(t.moves[i])
					}
					if lower[i] != t.lower[i] || upper[i] != t.upper[i] {
						changed.Store(true)
					}
					if upper[i]-lower[i] >= contest.ChanceWidth {
						apart.Store(true)
					}
				}
			}
		})
		if err != nil {
			return err // the tables before this sweep are whole
		}
		t.lower, t.upper, lower, upper = lower, upper, t.lower, t.upper
		w.Sweeps++
		t.Sweeps = w.Sweeps
		if w.options.Swept != nil {
			w.options.Swept()
		}
		if t.Rests = !changed.Load(); t.Rests || !apart.Load() {
			return nil
		}
	}
}

// step returns the bounds of a position by those of its turns.
func (t *Chances) step(moves []uint32) (lower, upper uint64) {
	for len(moves) > 0 {
		weight, n := uint64(moves[0]), 2+int(moves[1])
		var low, high uint64
		for _, to := range moves[2:n] {
			l, u := t.lower[to>>1], t.upper[to>>1]
			if to&1 == 0 {
				l, u = contest.ChanceUnit-u, contest.ChanceUnit-l
			}
			low, high = max(low, l), max(high, u)
		}
		lower += weight * low
		upper += weight * high
		moves = moves[n:]
	}
	return lower / t.total, (upper + t.total - 1) / t.total
}

// Chance implements [contest.ChanceSource]. Its error wraps [contest.ErrNotReached] if
// the table does not have the position.
func (t *Chances) Chance(p contest.Position) (contest.Chance, error) {
	at, rank, ok := t.Find(p)
	if !ok {
		return contest.Chance{}, fmt.Errorf("%w: %s", contest.ErrNotReached, t.Game.Format(p))
	}
	c, _ := t.packed(t.first[at] + rank).Unpack()
	return c, nil
}

func (t *Chances) packed(i int) contest.PackedChance {
	return contest.PackedChance{Lower: t.lower[i], Upper: t.upper[i]}
}

// Level returns the positions of a level and their chances by rank.
func (t *Chances) Level(at int) (*contest.Marks, []contest.PackedChance) {
	l := &t.levels[at]
	out := make([]contest.PackedChance, l.Count)
	for rank := range out {
		out[rank] = t.packed(t.first[at] + rank)
	}
	return &l.Marks, out
}

// Counts goes through all positions.
func (t *Chances) Counts() (c contest.ChanceCounts) {
	for at := range t.levels {
		l := &t.levels[at]
		l.Each(0, len(l.Words), func(code uint64, rank int) {
			p, n, i := t.Game.At(at, code), int64(1), t.first[at]+rank
			if !t.plain {
				n = int64(t.Game.Copies(p))
			}
			c.Kept++
			c.Positions += n
			switch {
			case t.upper[i]-t.lower[i] >= contest.ChanceWidth:
				c.Apart += n
			case len(t.Game.AppendTurns(nil, p)) == 0:
				c.Over += n
			}
		})
	}
	return c
}

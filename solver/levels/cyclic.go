package levels

import (
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// retrograde solves a level whose turns can lead back.
//
// Distance by distance, from 0, all positions get their values that are won or lost
// in as many turns. A position is won in n if it has a turn to one that is lost in
// n−1 and none to one lost sooner, and lost in n if all its turns lead to won ones,
// the slowest in n−1. So only those can get a value in n that have a turn to a
// position of the level that got its own in n−1, or whose turns to lower levels allow
// it first in n: the touched and the due. What they are worth is looked up anew; so
// it does not matter if too many are touched.
type retrograde struct {
	*Table
	at      int
	level   *level
	values  []contest.Packed
	due     []uint16    // the distance at which lower levels may settle a position first, 0 for never
	touched []uint64    // to be looked at
	found   [2][]uint64 // lost and won, in this distance
}

// retrogradeRoom is what a level with cycles has while it is worked at.
var retrogradeRoom = room{planes: 3, due: true}

// solveCyclic solves a level with cycles, or goes on with that: the stage of the work says
// at which distance it is, and in which of its steps.
func (t *Table) solveCyclic(at int, w *work) error {
	l := &t.levels[at]
	if err := w.takeRoom(l, retrogradeRoom); err != nil {
		return err
	}
	defer w.leaveRoom()
	r := &retrograde{Table: t, at: at, level: l, values: t.values[at], due: w.due, touched: w.planes[0], found: [2][]uint64{w.planes[1], w.planes[2]}}
	for more := true; more; more = r.any() || w.Turns <= int(slices.Max(r.due)) {
		if w.Turns > contest.MaxTurns {
			return contest.ErrPacked
		}
		steps := retrogradeSteps
		if w.Turns == 0 {
			steps[0] = (*retrograde).begin
		}
		for ; w.Step < len(steps); w.Step++ {
			if err := steps[w.Step](r, w); err != nil {
				return err
			}
		}
		w.Step = 0
		w.Turns++
	}
	w.Turns = 0
	for rank, v := range r.values { // what is never settled is drawn
		if v == contest.Unpacked {
			r.values[rank] = contest.PackedDrawn
		}
	}
	return nil
}

// retrogradeSteps are those of a distance, a sweep each, but for the first step of the
// first one.
var retrogradeSteps = [...]func(r *retrograde, w *work) error{(*retrograde).settle, (*retrograde).store, (*retrograde).touch}

// any reports whether positions were found in this distance.
func (r *retrograde) any() bool {
	return slices.ContainsFunc(r.found[:], func(plane []uint64) bool {
		return slices.ContainsFunc(plane, func(word uint64) bool { return word != 0 })
	})
}

// begin finds the positions that are over, and for the others the distance at which
// lower levels may settle them.
func (r *retrograde) begin(w *work) error {
	return w.sweep(len(r.level.Words), func() func(from, to int) {
		v := visitor{table: r.Table, at: r.at}
		return func(from, to int) {
			r.level.Each(from, to, func(code uint64, rank int) {
				p := r.Game.At(r.at, code)
				v.turns = r.Game.AppendTurns(v.turns[:0], p)
				if len(v.turns) > 0 {
					r.due[rank] = uint16(v.due())
				} else if score := r.Game.Score(p); score != 0 {
					r.found[(score+1)/2][code/64] |= 1 << (code % 64)
				} else {
					r.values[rank] = contest.PackedDrawn
				}
			})
		}
	})
}

// due returns the distance at which a position, whose turns are known, may be
// settled by the values of lower levels, 0 for never.
func (v *visitor) due() int {
	best, worst := 0, 0
	saved := false // by a draw
	for _, turn := range v.turns {
		at, code := v.table.Game.Place(v.table.canonical(turn.After))
		if at == v.at {
			continue
		}
		rank, _ := v.table.levels[at].Rank(code)
		switch value := v.table.Game.Kind.Unpack(v.table.values[at][rank]).By(turn); {
		case value.Score > 0 && (best == 0 || value.Turns < best):
			best = value.Turns
		case value.Score == 0:
			saved = true
		case value.Score < 0:
			worst = max(worst, value.Turns)
		}
	}
	switch {
	case best > 0:
		return best
	case saved:
		return 0
	}
	return worst
}

// settle looks at the touched positions and those due and finds those that are won or
// lost in so many turns.
func (r *retrograde) settle(w *work) error {
	turns := w.Turns
	return w.sweep(len(r.level.Words), func() func(from, to int) {
		v := visitor{table: r.Table, at: r.at}
		return func(from, to int) {
			clear(r.found[0][from:to])
			clear(r.found[1][from:to])
			r.level.Each(from, to, func(code uint64, rank int) {
				word, bit := code/64, uint64(1)<<(code%64)
				if r.values[rank] != contest.Unpacked || r.touched[word]&bit == 0 && int(r.due[rank]) != turns {
					return
				}
				if score := v.settled(r.Game.At(r.at, code), turns); score != 0 {
					r.found[(score+1)/2][word] |= bit
				}
			})
			clear(r.touched[from:to])
		}
	})
}

// settled returns 1 if a position is won in so many turns, -1 if it is lost, else 0.
// Nobody writes values meanwhile.
func (v *visitor) settled(p contest.Position, turns int) int {
	t := v.table
	v.turns = t.Game.AppendTurns(v.turns[:0], p)
	lost := true
	for _, turn := range v.turns {
		at, code := t.Game.Place(t.canonical(turn.After))
		rank, _ := t.levels[at].Rank(code)
		value := t.Game.Kind.Unpack(t.values[at][rank]).By(turn)
		switch {
		case value.Score > 0 && value.Turns <= turns:
			return 1
		case value.Score >= 0, value.Turns > turns:
			lost = false
		}
	}
	if lost {
		return -1
	}
	return 0
}

// store gives the positions that were found their values.
func (r *retrograde) store(w *work) error {
	turns := w.Turns
	return w.sweep(len(r.level.Words), func() func(from, to int) {
		return func(from, to int) {
			for kind, found := range r.found {
				r.level.EachOf(found, from, to, func(_ uint64, rank int) { r.values[rank] = contest.Packed(1 + kind + 2*turns) })
			}
		}
	})
}

// touch touches the positions from which those that were found may follow.
func (r *retrograde) touch(w *work) error {
	back, ok := r.Game.Rules.(contest.Backward)
	return w.sweep(len(r.level.Words), func() func(from, to int) {
		var sources []contest.Position
		return func(from, to int) {
			for i := from; i < to; i++ {
				for word := r.found[0][i] | r.found[1][i]; word != 0; word &= word - 1 {
					if !ok {
						r.touchAll()
						return
					}
					sources = back.AppendSources(sources[:0], r.Game.At(r.at, contest.CodeOf(i, word)))
					for _, p := range sources {
						_, code := r.Game.Place(r.canonical(p))
						if atomic.LoadUint64(&r.touched[code/64])>>(code%64)&1 == 0 {
							atomic.OrUint64(&r.touched[code/64], 1<<(code%64))
						}
					}
				}
			}
		}
	})
}

// touchAll touches all positions, for want of better knowledge.
func (r *retrograde) touchAll() {
	for i, word := range r.level.Words {
		atomic.StoreUint64(&r.touched[i], word)
	}
}

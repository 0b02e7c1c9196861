package retrograde

import (
	"math"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Mail of a full level takes a third as much memory as the tables. Two levels done together
// leave out most of it:
//
// Let all positions settled in n−1 turns be won. Then those of level n are all lost, as a
// turn to a position lost in n−1 turns is what makes one won, and those of level n+1 all
// won. A row's share in level n hangs on its own positions and the wins up to level n−1
// only, one in level n+1 on what was lost in level n anywhere. So the rows of level n can be
// done in parts, and after each of them
//
//   - what level n+1 gains by the positions lost in it, in any row: such a position has a
//     turn to a lost one and cannot be lost itself, so that a row of which level n is still
//     to come does without it;
//   - the news of that, wins of level n+1, in the rows of which level n is done. Other rows
//     wait for it, or they would take positions for lost a level too soon.
//
// So of what was lost one part's mail is kept, and of what was won no more than a quarter:
// with a share x of the rows done, x of it is known and 1−x of that waits. In the end
// nothing is left. Nobody knows then from where the wins came, so the next level looks at
// all open positions of all rows; in a level as full as that it would do so anyway.

// pairFrom is how many positions won in a level of rows that can be swept have the next two
// levels done together: their mail takes some 10 MB.
const pairFrom = 1 << 23

// inPair reports whether the next two levels are done together.
func (a *analysis) inPair() bool {
	n := len(a.levels)
	return n > 0 && a.canSweep() && a.levels[n-1].Lost == 0 && a.levels[n-1].Won/2 >= a.pairFrom
}

// canPair reports whether the levels of men all alike have won positions only in turn with
// lost ones, so that the full ones are done in pairs. Estimates go by it; the analysis
// looks at the levels themselves.
func (r *rules) canPair() bool { return r.special == nil && !r.wonAtOnce }

// canSweep reports whether rows can be swept, see [worker.sweep].
func (a *analysis) canSweep() bool { return a.kinds.ways == 1 && a.kernel.special == nil }

// pair settles the positions that end in ply turns, and one more, in the rows from one on:
// those before are done.
func (a *analysis) pair(ply, from int) error {
	size, tell := a.partRows(), a.telling(ply)
	for ; from < a.rows; from += size {
		if err := a.pause(ply, from); err != nil {
			return err
		}
		err := a.inRows(ply, from, from+size, tell, (*worker).sweepAll)
		if err == nil {
			err = a.inRows(ply+1, 0, a.rows, nil, (*worker).gain)
		}
		if err == nil {
			err = a.inRows(ply+1, 0, from+size, nil, (*worker).deliverNew)
		}
		if err != nil {
			return err
		}
	}
	a.endPair(ply)
	return nil
}

// endPair ends two levels.
func (a *analysis) endPair(ply int) {
	found, before := a.part, a.plies
	a.sweeping = true
	a.part = part{Level: Level{Lost: found.Lost}, First: math.MaxInt64}
	a.end(ply)
	if a.open {
		a.part = part{Level: Level{Won: found.Won}, First: found.First}
		a.end(ply + 1)
	}
	if start := a.game.View(a.game.Start()); a.plies != before { // it was open
		if row, col := a.at(start); a.value(start, row, col) == duel.ValueWon {
			a.plies = ply + 1
		}
	}
}

// sweepAll goes through all open positions of a row and settles those that are lost.
func (w *worker) sweepAll(at int) {
	w.deliver(at)
	w.clear(w.now, at)
	w.sweep()
}

// gain settles the positions of a row that are won by a turn to one of those just lost.
func (w *worker) gain(at int) {
	if w.news[lost] = w.read(w.news[lost][:0], w.next, lost, at); len(w.news[lost]) == 0 {
		return
	}
	w.clearKind(w.next, lost, at)
	w.begin(at)
	for _, n := range w.news[lost] {
		w.lead(w.sender(n))
	}
}

// deliverNew notes the positions won in the level in work to which turns of a row lead.
func (w *worker) deliverNew(at int) {
	w.deliverOf(w.next, at)
	w.clearKind(w.next, won, at)
}

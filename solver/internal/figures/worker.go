package figures

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// searcher is one worker of a [deepening].
type searcher[W positions.Words] struct {
	*deepening[W]
	generator *positions.Generator
	bound     *bounds.FigureBound[W]
	levels    []level[W]
	key       []uint64
	solved    bool             // the position expanded last makes a figure
	line      []positions.Move // of the task, when it holds one
	task      int64
	first     *atomic.Int64 // the first task known to hold a line
	err       error

	expandedHere, generatedHere, prunedHere, hits int64
}

// level is one position of the way that is searched.
type level[W positions.Words] struct {
	node     node[W]
	moves    []positions.Move
	children []child
	left     int // least that the moves and figures cut off would have needed
}

type child struct {
	move  positions.Move
	bound int16
}

// checkEvery is after how many positions a worker asks whether to go on.
const checkEvery = 512

func (d *deepening[W]) worker(length int) *searcher[W] {
	p := d.Puzzle()
	w := &searcher[W]{
		deepening: d, generator: positions.NewGenerator(d.board.moves, d.board.zones, p.Count),
		bound:  bounds.NewFigureBound[W](p, puzzles.Pattern{Men: p.Start, Marked: p.Marked}, p.Patterns()),
		levels: make([]level[W], length+2), key: make([]uint64, d.table.words),
	}
	return w
}

// flush adds the counts of the worker to the run's and returns why it stopped.
func (w *searcher[W]) flush() error {
	w.Expanded.Add(w.expandedHere)
	w.Generated.Add(w.generatedHere)
	w.Pruned.Add(w.prunedHere)
	w.Duplicates.Add(w.hits)
	w.expandedHere, w.generatedHere, w.prunedHere, w.hits = 0, 0, 0, 0
	return w.err
}

// do works on a task: it visits its position, unless the table knows better.
func (w *searcher[W]) do(t *task[W], left int) (bound int) {
	w.line = w.line[:0]
	hash := w.board.name(&t.node, w.key)
	if known := w.table.find(hash, w.key); known > left {
		w.hits++
		return known
	}
	w.levels[0].node = t.node
	bound, nodes := w.visit(0, left)
	if bound > left && w.err == nil && !w.dropped() {
		hash = w.board.name(&t.node, w.key)
		w.table.put(hash, w.key, bound, bits.Len64(uint64(nodes)), w.generation)
	}
	return bound
}

// expand lists the successors of the position of a level that may be completed
// with left, the most promising first.
func (w *searcher[W]) expand(depth, left int) {
	l := &w.levels[depth]
	w.expandedHere++
	w.bound.Load(&l.node.men, &l.node.marks)
	if w.solved = w.bound.Here() == 0; w.solved {
		return
	}
	positions.Load(w.generator, &l.node.men)
	l.moves = w.generator.Append(l.moves[:0])
	l.children, l.left = l.children[:0], w.bound.Leave(left)
	for _, m := range l.moves {
		b := w.bound.After(m)
		if need := b + w.board.cost(m); need > left {
			l.left = min(l.left, need)
			continue
		}
		l.children = append(l.children, child{m, int16(b)})
	}
	w.generatedHere += int64(len(l.moves))
	w.prunedHere += int64(len(l.moves) - len(l.children))
	slices.SortStableFunc(l.children, func(a, b child) int { return cmp.Compare(a.bound, b.bound) })
}

// visit searches below the position of a level for a line of at most left more.
// It returns a bound of the position, at most left if there is a line, which then
// is in w.line, and the number of positions searched.
func (w *searcher[W]) visit(depth, left int) (bound int, nodes int64) {
	l := &w.levels[depth]
	if w.expand(depth, left); w.solved {
		w.line = w.line[:0]
		return 0, 1
	}
	if w.expandedHere >= checkEvery && !w.goesOn() {
		return bounds.NoFigure, 1
	}
	bound, nodes = l.left, 1
	for i := range l.children {
		m := l.children[i].move
		rest := left - w.board.cost(m)
		next := &w.levels[depth+1]
		w.board.after(&next.node, &l.node, m)
		hash := w.board.name(&next.node, w.key)
		if known := w.table.find(hash, w.key); known > rest {
			w.hits++
			bound = min(bound, known+w.board.cost(m))
			continue
		}
		b, n := w.visit(depth+1, rest)
		nodes += n
		if b <= rest {
			w.line = slices.Insert(w.line, 0, m)
			return b + w.board.cost(m), nodes
		}
		if w.err != nil || w.dropped() {
			return bounds.NoFigure, nodes
		}
		hash = w.board.name(&next.node, w.key)
		w.table.put(hash, w.key, b, bits.Len64(uint64(n)), w.generation)
		bound = min(bound, b+w.board.cost(m))
	}
	return min(bound, bounds.NoFigure), nodes
}

// dropped reports whether a task before this one holds a line.
func (w *searcher[W]) dropped() bool { return w.first != nil && w.first.Load() < w.task }

// goesOn looks at the limits. When it says no, w.err says why, or the task is
// dropped.
func (w *searcher[W]) goesOn() bool {
	w.err = w.flush()
	if w.err == nil {
		w.err = w.Stop()
	}
	if w.err == nil && w.deepening.nodes > 0 && w.Expanded.Load() >= w.deepening.nodes {
		w.err = session.ErrBudget
	}
	return w.err == nil && !w.dropped()
}

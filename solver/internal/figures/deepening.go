package figures

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Iterative deepening (IDA*, Korf 1985) with a transposition table (Reinefeld,
// Marsland 1994): depth-first searches for lines of at most L moves or hops, L
// rising from the proven lower bound, each of which drops a position when what it
// has cost and the bound on what is left exceed L. It takes no memory but the
// table, counts hops of any number a move, and knows marked men.
//
// What a search that fails below a position has proven is a better bound of that
// position: the least, over its moves, of the cost of the move and the bound of
// the successor, and over the figures that it did not look for (bounds.FigureBound.Leave),
// of their bounds. It goes into the table and holds for ever, whatever the way to
// the position and whatever L, for what is left to do depends on men and marks
// alone. So does the bound of the mirror image; the canonical form stands for
// both.
//
// Parallel: the positions a few moves from the start are the tasks, taken in
// their order by the workers, who share the table. A table never hides a line, so
// the first task, in their order, that holds one holds the same one whatever the
// others did; tasks before it are finished, those behind it dropped. So the
// answer does not depend on the number of workers. With one worker neither do the
// positions expanded.
type deepening[W positions.Words] struct {
	*session.Run
	*session.Knowledge
	board      *board[W]
	mutable    sync.Mutex // held while the table is replaced, and while it is saved
	table      *transpositions
	generation int
	recalled   int   // bounds taken from the store
	nodes      int64 // limit of positions expanded, for tests; 0: none
}

// board is what all workers know of a puzzle.
type board[W positions.Words] struct {
	puzzle  *puzzles.Puzzle
	moves   *positions.MoveTable
	zones   *positions.Zones
	mirror  [positions.MaxCells]uint8
	keys    *positions.Zobrist
	keysOfM [positions.MaxCells]uint64 // of the mirrored cells
	marked  bool
}

// markTurn turns the key of a cell into the key of a marked man on it.
const markTurn = 23

// node is a position with its mirror image and the keys of both.
type node[W positions.Words] struct {
	men, marks   W
	menM, marksM W
	key, keyM    uint64
}

// tasksAtLeast is how many tasks a search is cut into, if it has so many.
const tasksAtLeast = 256

// tableShare is the part of the memory that goes to the table at most, in
// percent.
const tableShare = 75

const (
	smallestTable = 32 << 20 // bytes
	slotsPerNode  = 32       // in a new table, for each position that the last iteration expanded
)

// tableSize returns the size in bytes of a table for the iteration after one that
// expanded so many positions. A table far larger than what there is to enter
// would only take time to clear.
func (d *deepening[W]) tableSize(expanded int64, words int) int64 {
	return min(max(expanded*slotsPerNode*8*int64(words+1), smallestTable), d.Memory*tableShare/100)
}

// grow replaces the table by a larger one with the same entries, if one iteration
// more will need it.
func (d *deepening[W]) grow(expanded int64) {
	size := d.tableSize(expanded, d.table.words)
	if size < 2*d.table.bytes() || size+d.table.bytes() > d.Memory {
		return
	}
	larger := newTranspositions(d.table.words, size)
	d.table.each(0, func(key []uint64, bound, effort int) {
		larger.put(d.hashOf(key), key, bound, effort, d.generation)
	})
	d.table = larger
}

// hashOf returns the hash of a canonical position by its words.
func (d *deepening[W]) hashOf(key []uint64) uint64 {
	men, marks := d.split(key)
	n := d.board.start(men, marks)
	return d.board.name(&n, make([]uint64, len(key)))
}

// split returns the men and marks of the words of a position.
func (d *deepening[W]) split(key []uint64) (men, marks positions.Bits) {
	if d.board.marked {
		copy(marks[:], key[len(key)/2:])
		key = key[:len(key)/2]
	}
	copy(men[:], key)
	return men, marks
}

// deepen solves a puzzle by iterative deepening.
func deepen[W positions.Words](r *session.Run, k *session.Knowledge) error {
	if r.Options.Positions > 0 {
		return session.ErrPositions // it counts none
	}
	return newDeepening[W](r, k).settle()
}

func newDeepening[W positions.Words](r *session.Run, k *session.Knowledge) *deepening[W] {
	d := &deepening[W]{Run: r, Knowledge: k, board: newBoard[W](k.Puzzle())}
	var w W
	words := len(w)
	if d.board.marked {
		words *= 2
	}
	d.table = newTranspositions(words, d.tableSize(0, words))
	return d
}

func newBoard[W positions.Words](p *puzzles.Puzzle) *board[W] {
	b := &board[W]{puzzle: p, moves: positions.NewMoveTable(p.Board, p.Jumps), keys: positions.NewZobrist(), marked: p.Marked != positions.Bits{}}
	b.zones, _ = zonesOf(p)
	mirror := mirror(p)
	for c := range positions.Cell(p.Board.Len()) {
		b.mirror[c] = uint8(mirror[c])
		b.keysOfM[c] = b.keys[mirror[c]]
	}
	return b
}

// start returns the node of a position.
func (b *board[W]) start(men, marks positions.Bits) node[W] {
	n := node[W]{men: positions.Narrow[W](men), marks: positions.Narrow[W](marks)}
	for _, c := range men.Cells() {
		n.key ^= b.keys[c]
		n.keyM ^= b.keysOfM[c]
		positions.Flip(&n.menM, b.mirror[c])
	}
	for _, c := range marks.Cells() {
		n.key ^= bits.RotateLeft64(b.keys[c], markTurn)
		n.keyM ^= bits.RotateLeft64(b.keysOfM[c], markTurn)
		positions.Flip(&n.marksM, b.mirror[c])
	}
	return n
}

// after makes n the successor of from by a move.
func (b *board[W]) after(n, from *node[W], m positions.Move) {
	*n = *from
	positions.Flip(&n.men, m.From)
	positions.Flip(&n.men, m.To)
	positions.Flip(&n.menM, b.mirror[m.From])
	positions.Flip(&n.menM, b.mirror[m.To])
	change, changeM := b.keys[m.From]^b.keys[m.To], b.keysOfM[m.From]^b.keysOfM[m.To]
	n.key ^= change
	n.keyM ^= changeM
	if b.marked && layers.Has(&from.marks, m.From) == 1 {
		positions.Flip(&n.marks, m.From)
		positions.Flip(&n.marks, m.To)
		positions.Flip(&n.marksM, b.mirror[m.From])
		positions.Flip(&n.marksM, b.mirror[m.To])
		n.key ^= bits.RotateLeft64(change, markTurn)
		n.keyM ^= bits.RotateLeft64(changeM, markTurn)
	}
}

// name writes the words of the canonical form to key and returns its hash.
func (b *board[W]) name(n *node[W], key []uint64) uint64 {
	men, marks, hash := &n.men, &n.marks, n.key
	if n.keyM < n.key || n.keyM == n.key && (positions.Less(&n.menM, &n.men) || n.menM == n.men && positions.Less(&n.marksM, &n.marks)) {
		men, marks, hash = &n.menM, &n.marksM, n.keyM
	}
	words := len(n.men)
	for k := 0; k < words; k++ {
		key[k] = (*men)[k]
	}
	if b.marked {
		for k := 0; k < words; k++ {
			key[words+k] = (*marks)[k]
		}
	}
	return hash
}

// cost is what a move counts.
func (b *board[W]) cost(m positions.Move) int {
	if b.puzzle.Count.EachHop() {
		return int(m.Hops)
	}
	return 1
}

// settle goes on from the bounds in the store, and removes them once they are of no
// more use.
func (d *deepening[W]) settle() error {
	d.load()
	stop := d.saveNowAndThen()
	err := d.deepen()
	stop() // first: what is being saved would come after what removes it
	if err == nil {
		err = d.forget()
	}
	return err
}

// deepen raises L until there is a line or none is possible.
func (d *deepening[W]) deepen() error {
	for round := 0; !d.Settled(); round++ {
		if most := exhaustions[round]; most > 0 {
			if none, err := d.unreachable(min(most, int(d.Memory/bytesListed))); err != nil {
				return errors.Join(err, d.save())
			} else if none {
				return d.Deny("complete search: the goal is not among the positions that can be reached")
			}
		}
		length := d.Lower()
		if length >= bounds.NoFigure {
			return errors.Join(session.ErrBudget, d.save())
		}
		var line puzzles.Line
		before := d.Expanded.Load()
		err := d.Phase(fmt.Sprintf("deepening %d", length), func() (outcome string, _ int, err error) {
			d.Hold(d.table.bytes(), nil)
			line, err = d.search(length)
			if line == nil {
				return "no line", 0, err
			}
			return fmt.Sprintf("%d %s", d.Puzzle().Cost(line), d.Puzzle().Count), 0, err
		})
		switch {
		case err != nil:
			return errors.Join(err, d.save())
		case line != nil:
			if err := d.Offer(line); err != nil {
				return err
			}
			if d.Lower() < d.Upper() {
				return fmt.Errorf("a line of %d %s where none of less than %d was refuted", d.Upper(), d.Puzzle().Count, length)
			}
			return nil
		}
		if err := d.Raise(length+1, proofOfDeepening(d.Puzzle().Count, length)); err != nil {
			return err
		}
		d.generation++
		d.mutable.Lock()
		d.grow(d.Expanded.Load() - before)
		d.mutable.Unlock()
	}
	return nil
}

// proofOfDeepening is the sentence for a length that was refuted.
func proofOfDeepening(c positions.Count, length int) string {
	return fmt.Sprintf("complete depth-first search found no line of %d %s or fewer", length, c)
}

// task is a position a few moves from the start with the way there.
type task[W positions.Words] struct {
	node node[W]
	way  []positions.Move
	cost int
}

// tasks cuts the search for lines of at most length into parts. If one of their
// ways is a line already, it is the only task.
func (d *deepening[W]) tasks(length int) []task[W] {
	w := d.worker(length)
	list := []task[W]{{node: d.board.start(d.Puzzle().Start, d.Puzzle().Marked)}}
	seen := map[node[W]]int{}
	for len(list) > 0 && len(list) < tasksAtLeast {
		var next []task[W]
		for _, t := range list {
			w.levels[0].node = t.node
			if w.expand(0, length-t.cost); w.solved {
				return []task[W]{t}
			}
			for _, c := range w.levels[0].children {
				s := task[W]{way: append(append([]positions.Move{}, t.way...), c.move), cost: t.cost + d.board.cost(c.move)}
				d.board.after(&s.node, &t.node, c.move)
				if cost, ok := seen[s.node]; ok && cost <= s.cost {
					continue
				}
				seen[s.node] = s.cost
				next = append(next, s)
			}
		}
		list = next
	}
	return list
}

// search looks for a line of at most length.
func (d *deepening[W]) search(length int) (puzzles.Line, error) {
	tasks := d.tasks(length)
	var next, first atomic.Int64
	first.Store(int64(len(tasks)))
	lines := make([][]positions.Move, len(tasks))
	d.Enter(length, 0, len(tasks))
	var over atomic.Bool // the table has its size from the beginning
	defer d.Watch(&over)()
	err := parallel.Run(d.Workers, func(int) error {
		w := d.worker(length)
		w.first = &first
		for {
			i := next.Add(1) - 1
			if i >= first.Load() {
				return w.flush()
			}
			w.task = i
			t := &tasks[i]
			bound := w.do(t, length-t.cost)
			if err := w.flush(); err != nil {
				return err
			}
			d.Done.Add(1)
			if bound > length-t.cost {
				continue
			}
			lines[i] = append(append([]positions.Move{}, t.way...), w.line...)
			for old := first.Load(); i < old && !first.CompareAndSwap(old, i); old = first.Load() {
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if i := first.Load(); i < int64(len(tasks)) {
		return d.board.line(lines[i]), nil
	}
	return nil, nil
}

// line makes a line of moves.
func (b *board[W]) line(moves []positions.Move) puzzles.Line {
	line := make(puzzles.Line, 0, len(moves))
	men := b.puzzle.Start
	for _, m := range moves {
		from, to := positions.Cell(m.From), positions.Cell(m.To)
		line = append(line, positions.Path(b.moves, men, from, to))
		men = men.Without(from).With(to)
	}
	return line
}

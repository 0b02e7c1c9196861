package layers

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// ErrMarked is wrapped when more men are marked than the search can follow.
var ErrMarked = errors.New("no breadth-first search with several marked men")

// Exhaustion is what a breadth-first search through all positions found.
type Exhaustion struct {
	Distance int          // from start to goal in the puzzle's count, −1 if there is no way
	Layers   []uint64     // positions at each distance from the start, up to the goal's
	Line     puzzles.Line // a shortest line, nil if there is no way
}

// BreadthFirst searches from the start through all positions, layer by layer,
// until it meets the goal or nothing is left. It uses no bound, no symmetry and
// no hashing, so it is the yardstick for the other searches, and the proof that
// a puzzle is impossible.
//
// Positions are numbered by [positions.Ranker]; each set of positions is one bit
// a number: C(cells, men) bits for the visited ones and as many for each layer. A
// man that is marked multiplies that by the number of men: see numbering.
// Errors wrap [positions.ErrTooMany] or, if more than one man is marked,
// [ErrMarked]; or they are those of ctx.
func BreadthFirst(ctx context.Context, p *puzzles.Puzzle, workers int) (*Exhaustion, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if p.Marked.Len() > 1 {
		return nil, fmt.Errorf("%w: %s", ErrMarked, p)
	}
	numbers, err := NewNumbering(p)
	if err != nil {
		return nil, err
	}
	var zones *positions.Zones
	if p.Arrival.KeepsGoal() {
		zones = positions.NewZones(positions.Bits{}, p.Goal, true, false)
	}
	b := &breadthFirst{
		puzzle: p, zones: zones, numbers: numbers, table: positions.NewMoveTable(p.Board, p.Jumps),
		visited: make([]atomic.Uint64, numbers.Size/64+1), layers: map[int][]atomic.Uint64{},
	}
	start := numbers.rank(placed{p.Start, markOf(p.Marked)})
	b.layer(0)[start/64].Or(1 << (start % 64))
	out := &Exhaustion{Distance: -1}
	for d := 0; len(b.layers) > 0; d++ {
		now := b.layers[d]
		delete(b.layers, d)
		size := b.visit(now)
		out.Layers = append(out.Layers, size)
		b.done = append(b.done, now)
		if end, ok := b.solved(now); ok {
			out.Distance = d
			out.Line = b.lineTo(end)
			return out, nil
		}
		if size > 0 {
			b.layer(d + 1)
			if p.Count.EachHop() && zones != nil {
				for far := 2; far <= maxThrough; far++ {
					b.layer(d + far)
				}
			}
			if err := b.expand(ctx, now, d, workers); err != nil {
				return nil, err
			}
		}
	}
	// The last layers are empty.
	for n := len(out.Layers); n > 0 && out.Layers[n-1] == 0; n-- {
		out.Layers = out.Layers[:n-1]
	}
	return out, nil
}

// maxThrough is the greatest number of hops of a move when hops are counted:
// chains through a court, see positions.NewGenerator. A chain lands on no cell
// twice, so on the boards for which this search is feasible it is far shorter.
const maxThrough = 64

type breadthFirst struct {
	puzzle  *puzzles.Puzzle
	zones   *positions.Zones
	numbers *Numbering
	table   *positions.MoveTable
	visited []atomic.Uint64
	layers  map[int][]atomic.Uint64 // by distance, those not yet expanded
	done    [][]atomic.Uint64       // by distance, the others; nil for empty ones
}

// solved returns the first position of a layer that solves the puzzle.
func (b *breadthFirst) solved(l []atomic.Uint64) (placed, bool) {
	if b.puzzle.Goals == nil {
		end := placed{b.puzzle.Goal, positions.NoCell}
		goal := b.numbers.rank(end)
		return end, l[goal/64].Load()>>(goal%64)&1 != 0
	}
	for i := range l {
		for w := l[i].Load(); w != 0; w &= w - 1 {
			at := b.numbers.unrank(uint64(i)<<6 + uint64(bits.TrailingZeros64(w)))
			if b.puzzle.Solved(at.men, at.marked()) {
				return at, true
			}
		}
	}
	return placed{}, false
}

func (b *breadthFirst) layer(d int) []atomic.Uint64 {
	if b.layers[d] == nil {
		b.layers[d] = make([]atomic.Uint64, len(b.visited))
	}
	return b.layers[d]
}

// visit removes the visited positions from l, marks the rest visited and
// returns their number.
func (b *breadthFirst) visit(l []atomic.Uint64) uint64 {
	var n uint64
	for i := range l {
		if w := l[i].Load(); w != 0 {
			w &^= b.visited[i].Load()
			l[i].Store(w)
			b.visited[i].Or(w)
			n += uint64(bits.OnesCount64(w))
		}
	}
	return n
}

func (b *breadthFirst) expand(ctx context.Context, l []atomic.Uint64, d, workers int) error {
	next := make([][]atomic.Uint64, maxThrough+1)
	for far := range next {
		next[far] = b.layers[d+far]
	}
	type expander struct {
		moves *positions.Generator
		near  *neighbours
	}
	expanders := make(chan expander, workers)
	for range workers {
		expanders <- expander{positions.NewGenerator(b.table, b.zones, b.puzzle.Count), b.numbers.neighbours()}
	}
	return parallel.InParts(workers, len(l), 1<<10, func(from, to int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := <-expanders
		defer func() { expanders <- e }()
		var moves []positions.Move
		for i := from; i < to; i++ {
			for w := l[i].Load(); w != 0; w &= w - 1 {
				at := b.numbers.unrank(uint64(i)<<6 + uint64(bits.TrailingZeros64(w)))
				positions.Load(e.moves, (*[4]uint64)(&at.men))
				e.near.load(at)
				moves = e.moves.Append(moves[:0])
				for _, m := range moves {
					r := e.near.rank(positions.Cell(m.From), positions.Cell(m.To))
					step := 1
					if b.puzzle.Count.EachHop() {
						step = int(m.Hops)
					}
					if word := &next[step][r/64]; word.Load()>>(r%64)&1 == 0 {
						word.Or(1 << (r % 64))
					}
				}
			}
		}
		return nil
	})
}

// lineTo returns a shortest line to a position of the last layer, the first in
// the order of its reversed moves.
func (b *breadthFirst) lineTo(end placed) puzzles.Line {
	g := positions.NewGenerator(b.table, nil, positions.Moves)
	var line puzzles.Line
	at := end
	for d := len(b.done) - 1; d > 0; {
		positions.Load(g, (*[4]uint64)(&at.men))
		for _, m := range g.Append(nil) {
			now, before := positions.Cell(m.From), positions.Cell(m.To)
			step := 1
			if b.puzzle.Count.EachHop() {
				step = int(m.Hops)
			}
			if step > d || b.done[d-step] == nil || b.zones != nil && b.zones.Barred(before, now) {
				continue
			}
			earlier := at.moved(now, before)
			r := b.numbers.rank(earlier)
			if b.done[d-step][r/64].Load()>>(r%64)&1 == 0 {
				continue
			}
			line = append(line, positions.Path(b.table, earlier.men, before, now))
			at, d = earlier, d-step
			break
		}
	}
	slices.Reverse(line)
	return line
}

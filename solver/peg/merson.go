package peg

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// On boards with more than rows and columns, and on odd shapes, the databases of runs of
// cells along the lines (pattern.go) miss most of what Merson's regions tell. So there
// are further partitions, made of such regions.
//
// A set of cells is closed if on every line through one of its cells at least one of the
// two neighbours is in the set, wherever there are two. Of a closed set that is full no
// man is jumped before one of its own has begun a move: who jumps him comes from one
// neighbour and needs the other one empty. So it takes a move that begins there to empty
// it. Closed are a corner of the triangle, two neighbours on its edge, a hexagon of
// seven, a square of four where men jump along rows and columns.
//
// Disjoint closed sets, as many as fit, are put together in regions, for a database of
// several tells more than each by itself. Which regions there are is no matter of proof:
// the databases of any partition may be added up.

// closedCells is the greatest closed set that is looked for, tries how many ways of
// choosing disjoint ones are tried, layouts of how many of these databases are made, and
// mostMerson how many of these are used.
const (
	closedCells = 8
	tries       = 256
	layouts     = 6
	mostMerson  = 2
)

// closedSets returns the closed sets of a few cells that contain no other one, the
// smallest first.
func closedSets(g *game) (least []uint64) {
	seen := make(map[uint64]bool)
	var found []uint64
	var grow func(set uint64)
	grow = func(set uint64) {
		if seen[set] || bits.OnesCount64(set) > closedCells {
			return
		}
		seen[set] = true
		for _, j := range g.jumps {
			if ends := uint64(1)<<j.from | 1<<j.to; set>>j.over&1 != 0 && set&ends == 0 {
				grow(set | 1<<j.from)
				grow(set | 1<<j.to)
				return
			}
		}
		found = append(found, set)
	}
	for c := range g.cells {
		grow(1 << c)
	}
	slices.SortFunc(found, func(a, b uint64) int {
		if d := bits.OnesCount64(a) - bits.OnesCount64(b); d != 0 || a == b {
			return d
		} else if a < b {
			return -1
		}
		return 1
	})
	for _, set := range found {
		if !slices.ContainsFunc(least, func(in uint64) bool { return set&in == in }) {
			least = append(least, set)
		}
	}
	return least
}

// packing chooses disjoint closed sets of cells that have men in a position, small ones
// rather than great ones, else at random.
func packing(sets []uint64, men uint64, r *rand.Rand) (out []uint64) {
	order := make([]int, len(sets))
	for i, set := range sets {
		order[i] = 4*bits.OnesCount64(set) + r.IntN(12)
	}
	byOrder := make([]int, len(sets))
	for i := range byOrder {
		byOrder[i] = i
	}
	slices.SortStableFunc(byOrder, func(a, b int) int { return order[a] - order[b] })
	for _, i := range byOrder {
		if men&sets[i] == sets[i] {
			men &^= sets[i]
			out = append(out, sets[i])
		}
	}
	return out
}

// clusters puts sets and all cells that are in none together, again and again the two
// with the least mean square of the distances between their cells, as long as no more
// cells come together than most.
func clusters(b *positions.Board, sets []uint64, most int) []uint64 {
	sets = slices.Clone(sets)
	rest := ^uint64(0) >> (64 - b.Len())
	for _, set := range sets {
		rest &^= set
	}
	for ; rest != 0; rest &= rest - 1 {
		sets = append(sets, rest&-rest)
	}
	away := squaresBetween(b, sets)
	for {
		first, second, least := 0, 0, 0
		for i, a := range sets {
			for k, c := range sets[:i] {
				if bits.OnesCount64(a|c) > most {
					continue
				}
				d := away[i][k] * 1000 / (bits.OnesCount64(a) * bits.OnesCount64(c))
				if second == first || d < least {
					first, second, least = k, i, d
				}
			}
		}
		if second == first {
			return sets
		}
		sets[first] |= sets[second]
		sets = slices.Delete(sets, second, second+1)
		for i := range away {
			away[first][i] += away[second][i]
		}
		for i := range away {
			away[i][first] += away[i][second]
			away[i] = slices.Delete(away[i], second, second+1)
		}
		away = slices.Delete(away, second, second+1)
	}
}

// squaresBetween adds up the squares of the distances between the cells of any two sets.
func squaresBetween(b *positions.Board, sets []uint64) [][]int {
	steps := stepsBetween(b)
	out := make([][]int, len(sets))
	for i, set := range sets {
		for _, other := range sets {
			sum := 0
			for m := set; m != 0; m &= m - 1 {
				for n := other; n != 0; n &= n - 1 {
					d := steps[bits.TrailingZeros64(m)][bits.TrailingZeros64(n)]
					sum += d * d
				}
			}
			out[i] = append(out[i], sum)
		}
	}
	return out
}

// stepsBetween returns the distances between all cells, in steps along the lines.
func stepsBetween(b *positions.Board) [][]int {
	all := make([][]int, b.Len())
	for c := range all {
		steps := slices.Repeat([]int{b.Len()}, b.Len()) // no way is that long
		steps[c] = 0
		next := []positions.Cell{positions.Cell(c)}
		for len(next) > 0 {
			at := next[0]
			next = next[1:]
			for d := range b.Directions() {
				if to := b.Neighbour(at, d); to != positions.NoCell && steps[to] > steps[at]+1 {
					steps[to] = steps[at] + 1
					next = append(next, to)
				}
			}
		}
		all[c] = steps
	}
	return all
}

// addMerson adds partitions to boards that are large enough for several regions, if they
// tell more of the whole puzzle than the runs along the lines.
func (g *game) addMerson() {
	if g.cells > alongLines*regionCells && len(g.maps) < columnView {
		g.findMerson(regionCells, newPatternBound(g, true).of(g, g.start)+1)
	}
}

// findMerson looks for partitions of regions of at most so many cells that tell so much
// of the whole puzzle, and gives those that tell most a view each where symmetries have
// left one.
func (g *game) findMerson(cells, wanted int) {
	full := g.start
	if g.puzzle.Game == puzzles.GameRetour {
		full = g.goals[0]
	}
	var best [][]uint64
	for _, sets := range g.packings(full, wanted) {
		regions, view := clusters(g.puzzle.Board, sets, cells), len(g.maps)
		g.addRegions(view, regions)
		p := newPartition(g, view, runsOf(regions), true)
		n := p.at(g.view(view, g.start))
		if n > wanted {
			wanted, best = n, nil
		}
		if n == wanted && len(best) < min(mostMerson, columnView-len(g.maps)) {
			best = append(best, regions)
		}
	}
	g.merson = best
	for i, regions := range best {
		g.addRegions(len(g.maps)+i, regions)
	}
	g.makeSides()
}

// runsOf returns the runs of cells that regions are in their view.
func runsOf(regions []uint64) (runs [][2]int) {
	at := 0
	for _, cells := range regions {
		runs = append(runs, [2]int{at, at + bits.OnesCount64(cells)})
		at += bits.OnesCount64(cells)
	}
	return runs
}

// addRegions makes a view in which regions are runs of cells.
func (g *game) addRegions(view int, regions []uint64) {
	order := make(positions.Permutation, g.cells)
	at := 0
	for _, cells := range regions {
		for ; cells != 0; cells &= cells - 1 {
			order[bits.TrailingZeros64(cells)] = positions.Cell(at)
			at++
		}
	}
	g.addView(view, order)
}

// packings returns ways to choose disjoint closed sets that have men everywhere in a
// position, the most that were found to fit; none if these are fewer than wanted.
func (g *game) packings(full uint64, wanted int) (out [][]uint64) {
	sets := closedSets(g)
	r := rand.New(rand.NewPCG(1, 2))
	for range tries {
		p := packing(sets, full, r)
		if len(p) > wanted {
			wanted, out = len(p), nil
		}
		slices.Sort(p)
		if len(p) == wanted && !slices.ContainsFunc(out, func(q []uint64) bool { return slices.Equal(p, q) }) {
			out = append(out, p)
		}
	}
	return out[:min(len(out), layouts)]
}

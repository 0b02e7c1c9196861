package peg

import (
	"cmp"
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
// mostMerson how many of these are used. Up to smallBoard holes they have to tell more
// than the lines.
const (
	closedCells = 8
	tries       = 256
	layouts     = 6
	mostMerson  = 4
	smallBoard  = 38
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

// turned is a partition of Merson's regions, or what a symmetry makes of one.
type turned struct {
	*partition
	cells   numbering
	upright bool // no image
}

// turnings returns the databases of a partition and its images under the symmetries that
// keep the end of the puzzle that they look to, each once. A symmetry that keeps the end
// takes lines to it into lines of as many moves, so what a database tells of the image of
// a position is true of the position. All images share the tables.
func turnings(g *game, regions []uint64, forward bool) (out []turned) {
	order := orderOf(g.cells, regions)
	upright := newNumbering(order)
	p := newPartition(g, &upright, runsOf(regions), forward)
	end := g.puzzle.Goal
	if !forward {
		end = g.puzzle.Start
	}
	var seen [][]uint64
	for _, m := range g.puzzle.Board.Symmetries() {
		if m.Apply(end) != end {
			continue
		}
		turn := make(positions.Permutation, g.cells)
		image := make([]uint64, len(regions))
		for c := range turn {
			turn[c] = order[m[c]]
			for i, cells := range regions {
				image[i] |= cells >> m[c] & 1 << c
			}
		}
		slices.Sort(image)
		if !slices.ContainsFunc(seen, func(old []uint64) bool { return slices.Equal(old, image) }) {
			seen = append(seen, image)
			out = append(out, turned{&p, newNumbering(turn), m.IsIdentity()})
		}
	}
	return out
}

// addMerson adds partitions to boards that are large enough for several regions, where
// the lines tell so many moves of the whole puzzle. On small ones to ask them takes longer
// than it saves, unless they tell more.
func (g *game) addMerson(lines int) {
	if g.cells <= smallBoard {
		lines++
	}
	if g.cells > alongLines*regionCells {
		g.findMerson(regionCells, lines)
	}
}

// findMerson looks for partitions of regions of at most so many cells and keeps those
// that tell most of the whole puzzle, and least moves.
func (g *game) findMerson(cells, least int) {
	full := g.start
	if g.puzzle.Game == puzzles.GameRetour {
		full = g.goals[0]
	}
	type found struct {
		regions []uint64
		tells   int
	}
	var all []found
	for _, sets := range g.packings(full, least) {
		regions := clusters(g.puzzle.Board, sets, cells)
		t := newNumbering(orderOf(g.cells, regions))
		p := newPartition(g, &t, runsOf(regions), true)
		if n := p.at(t.of(g.start)); n >= least {
			all = append(all, found{regions, n})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.tells, a.tells) })
	for _, f := range all[:min(len(all), mostMerson)] {
		g.merson = append(g.merson, f.regions)
	}
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

// orderOf numbers the cells of regions one after the other.
func orderOf(cells int, regions []uint64) positions.Permutation {
	order := make(positions.Permutation, cells)
	at := 0
	for _, cells := range regions {
		for ; cells != 0; cells &= cells - 1 {
			order[bits.TrailingZeros64(cells)] = positions.Cell(at)
			at++
		}
	}
	return order
}

// packings returns ways to choose disjoint closed sets that have men everywhere in a
// position, the most that were found to fit; none if these are fewer than least.
func (g *game) packings(full uint64, least int) (out [][]uint64) {
	sets := closedSets(g)
	r := rand.New(rand.NewPCG(1, 2))
	most := least
	for range tries {
		p := packing(sets, full, r)
		if len(p) > most {
			most, out = len(p), nil
		}
		slices.Sort(p)
		if len(p) == most && !slices.ContainsFunc(out, func(q []uint64) bool { return slices.Equal(p, q) }) {
			out = append(out, p)
		}
	}
	return out[:min(len(out), layouts)]
}

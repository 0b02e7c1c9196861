package peg

import (
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// finePartitions are the partitions of a bound and others of smaller regions: runs of
// three cells along the lines, and Merson's of at most five cells. Without them boards
// that can be searched to the end would be one region each. The last bound is the
// greatest of all.
func finePartitions(g *game, forward bool) (out []*patternBound) {
	g.merson = nil
	g.findMerson(5, 0)
	b := newPatternBound(g, forward)
	for _, view := range []int{0, columnView} {
		var runs [][2]int
		for from := 0; from < g.cells; from += 3 {
			runs = append(runs, [2]int{from, min(from+3, g.cells)})
		}
		p := newPartition(g, &g.image[view], runs, forward)
		p.view = view
		b.lines = append(b.lines, p)
	}
	for _, p := range b.lines {
		out = append(out, &patternBound{lines: []partition{p}})
	}
	for _, p := range b.merson {
		out = append(out, &patternBound{merson: []turned{p}})
	}
	return append(out, b)
}

// Every bound is at most the true distance, for all positions of small boards; and a
// chain that goes on lowers the bound by one at the most.
func TestPegBoundIsAdmissible(t *testing.T) {
	checked, sharp, merson, images := 0, 0, 0, 0
	smallPegs(t, 11, 40, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		brute := newBruteForce(p)
		bounds := finePartitions(g, true)
		merson += len(g.merson)
		for _, b := range bounds {
			if len(b.merson) == 1 && !b.merson[0].upright {
				images++
			}
		}
		for men := uint64(1); men <= g.full; men++ {
			a := brute.solve(men)
			for _, b := range bounds {
				if n := b.of(g, men); a.moves >= 0 && n > a.moves {
					t.Fatalf("%s: bound %d, distance %d of\n%s", name, n, a.moves, p.Board.DrawBoard(positions.Bits{men}))
				}
			}
			all := bounds[len(bounds)-1]
			bound := all.of(g, men)
			if a.moves >= 0 {
				checked++
				if bound == a.moves && a.moves > 1 {
					sharp++
				}
			}
			for c := range g.cells {
				if men>>c&1 != 0 {
					brute.chains(men, c, func(next uint64) {
						if bound > all.of(g, next)+1 {
							t.Fatalf("%s: a move lowers the bound by more than one", name)
						}
					})
				}
			}
		}
		boundsFromStart(t, name, g, brute)
	})
	if checked < 5000 || sharp < 1000 || merson < 100 || images < 40 {
		t.Errorf("%d positions checked, the bound is sharp in %d, %d partitions of Merson's regions, %d images", checked, sharp, merson, images)
	}
}

// boundsFromStart holds the bounds from the start against the distances from there.
func boundsFromStart(t *testing.T, name string, g *game, brute *bruteForce) {
	bounds := finePartitions(g, false)
	depth := map[uint64]int{g.start: 0}
	for layer := []uint64{g.start}; len(layer) > 0; {
		var next []uint64
		for _, men := range layer {
			for _, b := range bounds {
				if b.of(g, men) > depth[men] {
					t.Fatalf("%s: bound %d, %d from the start", name, b.of(g, men), depth[men])
				}
			}
			for c := range g.cells {
				if men>>c&1 != 0 {
					brute.chains(men, c, func(after uint64) {
						if _, ok := depth[after]; !ok {
							depth[after] = depth[men] + 1
							next = append(next, after)
						}
					})
				}
			}
		}
		layer = next
	}
}

// Merson's regions tell more of large triangles than runs along the lines do: with side
// 10 there are 17 disjoint ones beside the empty hole, and one of the three corners may
// keep the last man.
func TestMersonsRegions(t *testing.T) {
	for _, c := range []struct {
		size  int
		from  string
		lines int
		want  int
	}{{8, "b2", 10, 12}, {9, "c1", 10, 12}, {10, "c1", 11, 16}} {
		b := positiontest.Board(t, positions.Triangle, c.size)
		g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: c.from, To: puzzles.AnyHole}))
		if n := newPatternBound(g, true).of(g, g.start); n != c.lines {
			t.Errorf("%s from %s: at least %d moves by runs along the lines, want %d", b, c.from, n, c.lines)
		}
		g.addMerson(c.lines)
		if n := newPatternBound(g, true).of(g, g.start); n != c.want {
			t.Errorf("%s from %s: at least %d moves, want %d", b, c.from, n, c.want)
		}
	}
}

// Closed on the triangle of side 5 are the corners and two neighbours on an edge.
func TestClosedSets(t *testing.T) {
	g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 5}))
	var got []string
	for _, set := range closedSets(g) {
		got = append(got, strings.Join(g.puzzle.Board.Names(positions.Bits{set}), " "))
	}
	slices.Sort(got)
	want := []string{"a1", "a2 a3", "a3 a4", "a5", "b1 c1", "c1 d1", "c3 b4", "d2 c3", "e1"}
	if !slices.Equal(got, want) {
		t.Errorf("closed sets %q, want %q", got, want)
	}
}

package peg

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Positions expanded together make what each makes alone, listed plainly, by pagoda
// functions less those that they rule out; with eight directions there are more chains than
// a set of them begins with.
func TestExpander(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 3))
	most := 0
	for _, directions := range []int{4, 6, 8} {
		p, err := puzzles.Solo(puzzles.Options{Directions: directions})
		if err != nil {
			t.Fatal(err)
		}
		g := newGame(p)
		bound := newPatternBound(g, true)
		for i := range 4 {
			f := newPagodaFinder(g, i%2 == 0)
			s := f.side
			var ps []uint64
			for range 2*batch + 3 {
				ps = append(ps, random.Uint64()&random.Uint64()&g.full)
			}
			if i >= 2 {
				if err := f.find(t.Context().Err); err != nil {
					t.Fatal(err)
				}
				ps = f.play()
				bound.pagodas = pack(g, s, f.found)
			}
			x := newExpander(g, s, bound, nil)
			want := make(map[uint64]bool)
			for _, q := range ps {
				for _, m := range g.moves(s, q, true) {
					if bound.of(g, m.after) < never && !f.dead(m.after) {
						want[g.canonicalOf(m.after)] = true
					}
				}
			}
			got := make(map[uint64]bool)
			if err := x.expand(ps, never-2, func(q uint64) { got[q] = true }); err != nil {
				t.Fatal(err)
			}
			most = max(most, len(x.known.slots))
			for q := range want {
				if !got[q] {
					t.Fatalf("%d directions, backward %v: not visited:\n%s", directions, s.backward, p.Board.DrawBoard(positions.Bits{q}))
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d directions, backward %v: %d positions visited, plainly there are %d", directions, s.backward, len(got), len(want))
			}
		}
	}
	if most == fewChains {
		t.Error("no set of chains has grown: the positions are too easy")
	}
}

// What is told of layers adds up to what the run has counted.
func TestFrontTells(t *testing.T) {
	p, err := puzzles.Solo(puzzles.Options{Shape: positions.Triangle, Size: 5})
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(p)
	r := session.NewRun(t.Context(), session.Options{Workers: 2})
	alive, err := newAliveFilter(r, g, r.Memory)
	if err != nil {
		t.Fatal(err)
	}
	g.look(alive.blocks)
	f := newFront(r, g, &g.forward, newPatternBound(g, true), alive, []uint64{g.start})
	moves, repeated := int64(0), int64(0)
	cuts := map[string]int64{}
	for depth := 1; len(f.last()) > 0; depth++ {
		if err := f.grow(9); err != nil { // the shortest line has 10
			t.Fatal(err)
		}
		l := f.tell()
		if l.Depth != depth || l.FromGoal || l.Positions != int64(len(f.last())) || l.Repeated < 0 {
			t.Errorf("of layer %d, of %d positions, %+v is told", depth, len(f.last()), l)
		}
		rest := l.Moves - l.Positions - l.Repeated
		for _, c := range l.Cuts {
			cuts[c.Bound] += c.Count
			rest -= c.Count
		}
		if rest != 0 {
			t.Errorf("%d jumps of layer %d are not told of", rest, depth)
		}
		moves, repeated = moves+l.Moves, repeated+l.Repeated
	}
	if moves != r.Generated.Load() || cuts["pattern databases"]+cuts["filter"] != r.Pruned.Load() || repeated < r.Duplicates.Load() {
		t.Errorf("%d jumps, %v cut, %d repeated; the run has counted %d, %d, %d", moves, cuts, repeated, r.Generated.Load(), r.Pruned.Load(), r.Duplicates.Load())
	}
	if cuts["pattern databases"] == 0 || cuts["filter"] == 0 {
		t.Errorf("%v: the board is too easy", cuts)
	}
}

// The positions that others were made of are found by the moves from them as by those that
// are taken back.
func TestMadeBy(t *testing.T) {
	found := 0
	smallPegs(t, 14, 24, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		r := session.NewRun(t.Context(), session.Options{Workers: 1})
		f := newFront(r, g, &g.forward, newPatternBound(g, true), nil, []uint64{g.start})
		for len(f.last()) > 0 && len(f.layers) < 5 {
			before := f.last()
			if err := f.grow(g.jumpsOf()); err != nil {
				t.Fatal(err)
			}
			some := f.last()[:min(len(f.last()), 20)]
			c := lineCounter{run: r, game: g}
			made, err := c.madeOf(&g.forward, some, before)
			back, err2 := c.before(&g.forward, some, before)
			slices.Sort(made)
			slices.Sort(back)
			if err := errors.Join(err, err2); err != nil || len(some) > 0 && len(made) == 0 || !slices.Equal(slices.Compact(made), slices.Compact(back)) {
				t.Fatalf("%s: made of %#x, taken back %#x, %v", name, made, back, err)
			}
			for _, q := range some {
				m, err := g.madeBy(r, &g.backward, q, before)
				want := g.among(g.moves(&g.backward, q, true), before)
				if err != nil || m == nil || want == nil || g.canonicalOf(m.after) > g.canonicalOf(want.after) {
					t.Fatalf("%s: made by %v, taken back %v", name, m, want)
				}
				if !slices.ContainsFunc(g.moves(&g.backward, q, false), func(b move) bool { return b.after == m.after && slices.Equal(b.path, m.path) }) {
					t.Fatalf("%s: %v is no move", name, m.path)
				}
				found++
			}
		}
	})
	if found < 1000 {
		t.Errorf("%d positions: too few", found)
	}
}

// A lone man has more ways over a large board than there is memory or time for: the layer
// behind him ends at the limit, and says which.
func TestChainsEndAtLimits(t *testing.T) {
	var points []positions.Point
	for i := range 64 {
		points = append(points, positions.Point{X: i % 8, Y: i / 8})
	}
	b := positiontest.Must(t, positiontest.Must(t, positions.NewDrawn, points).WithDirections, 8)
	g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: "d4", To: "d4"}))
	for want, o := range map[error]session.Options{
		session.ErrMemory: {Memory: session.LeastMemory, Time: time.Hour},
		session.ErrTime:   {Memory: 8 << 30, Time: 50 * time.Millisecond},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), o.Time)
		r := session.NewRun(ctx, o)
		f := newFront(r, g, &g.backward, newPatternBound(g, false), nil, g.goals)
		if err := f.grow(g.jumpsOf()); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		cancel()
	}
	// Who makes all moves looks at the clock.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, n := lineCounter{run: session.NewRun(ctx, session.Options{}), game: newGame(positiontest.Must(t, puzzles.Retour, puzzles.Options{Board: b, From: "d4", To: "d4"}))}, 0
	c.each(c.game.start, func(uint64, []positions.Cell) bool {
		n++
		return n <= manyMoves
	})
	if !errors.Is(c.err, session.ErrInterrupt) || n >= manyMoves {
		t.Errorf("%v after %d moves", c.err, n)
	}
	// Lines are counted all the same.
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: positions.Bits{0x56<<56 | 0x08<<48}, To: puzzles.AnyHole})
	s, err := CountLines(t.Context(), p, 2, 0, session.Options{Time: time.Minute})
	if want := newBruteForce(p).solve(p.Start[0]); err != nil || want.moves != 2 || s.Sequences.Int64() != int64(want.lines) {
		t.Errorf("%v lines, %v; brute force counts %d of %d moves", s, err, want.lines, want.moves)
	}
}

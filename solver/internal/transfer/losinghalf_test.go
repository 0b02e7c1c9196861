package transfer

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// someHalves returns midpoints by the potential of the best prices and by some that are
// changed by chance, nothing if hops are not counted.
func someHalves[W positions.Words](s *layers.Space[W]) (out []*losingHalf[W]) {
	if !s.Puzzle.Count.EachHop() {
		return nil
	}
	d, images := bounds.NewHopDistances(s.Puzzle), &bounds.CellMaps{Mirror: s.Mirror, Turn: s.Turn}
	p := bounds.NewPotential(d, s.Puzzle.Start, s.Puzzle.Goal, images)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 3 {
		if p.Sound(d, images) {
			out = append(out, newLosingHalf(s, p))
		}
		for range 10 * i {
			if other := p.With(random.IntN(s.Cells), random.IntN(5)-2, d, images); other != nil {
				p = other
			}
		}
	}
	return out
}

// passing returns the positions on shortest lines that pass a midpoint. all has those on
// shortest lines by depth.
//
// A line of an odd length has the midpoint before the middle, and is the one of it and its
// mirrored reversal that has lost no more there.
func (h *losingHalf[W]) passing(all [][]W) map[W]bool {
	length := len(all) - 1
	marked := map[W]bool{}
	if length%2 == 0 {
		for _, w := range all[length/2] {
			if 2*h.lost(&w, length/2) <= h.all(length) {
				marked[w] = true
			}
		}
		spread(h.space, all, marked)
		return marked
	}
	k := (length + 1) / 2
	g := positions.NewGenerator(h.space.Table, nil, h.space.Puzzle.Count)
	for _, w := range all[k-1] {
		men := h.space.Men(&w)
		positions.Load(g, &men)
		for _, m := range g.Append(nil) {
			x := h.space.Moved(&w, m)
			lost := h.lost(&w, k-1)
			if 2*lost > h.all(length) || lost+h.lost(&x, k) > h.all(length) || !slices.Contains(all[k], x) {
				continue
			}
			// The line leads to w and on from x.
			to, from := map[W]bool{w: true}, map[W]bool{x: true}
			spread(h.space, all[:k], to)
			spread(h.space, append(make([][]W, k), all[k:]...), from)
			maps.Copy(marked, to)
			maps.Copy(marked, from)
		}
	}
	return marked
}

// TestHalvesAreRecomputed refutes lengths, or finds their lines, by midpoints of several
// potentials; the plain program finds the same layers. No shorter line is found, and none is
// missed.
func TestHalvesAreRecomputed(t *testing.T) {
	cut := map[string]int64{}
	for _, p := range smallInHops(t) {
		e := cases.Explored(t, p)
		even := e.Distance + e.Distance%2
		for _, lengths := range [][2]int{{e.Distance - 1, e.Distance - 1}, {e.Distance, e.Distance}, {even - 1, even}} {
			s := layers.NewSpace[[1]uint64](p)
			for _, half := range someHalves(s) {
				r := session.NewRun(context.Background(), session.Options{Workers: 2, Layers: true})
				rows := bounds.NewRows(s)
				f := newRefutation(r, s, nil, refutationOptions[[1]uint64]{
					from: lengths[0], length: lengths[1], rules: certificate.RulesFree, rows: rows, table: newGainTable(s, rows),
					prices: newTransferPrices(s), half: half,
				})
				line, err := f.advance(1 << 40)
				if err != nil || (line != nil) != (lengths[1] >= e.Distance) || line != nil && len(line) != e.Distance {
					t.Fatalf("%s, %v of %d: %v, %v", p, lengths, e.Distance, line, err)
				}
				for _, l := range f.tallied() {
					for _, c := range l.Cuts {
						cut[c.Bound] += c.Count
					}
				}
				recompute(t, p, []certificate.Step{f.certify(certificate.RulesFree)})
			}
		}
	}
	for _, bound := range []int{byPotential, byImages, byAssignment} {
		if cut[boundNames[bound]] == 0 {
			t.Errorf("%s: nothing is cut", boundNames[bound])
		}
	}
}

// TestClimb chooses a potential by which fewer positions lose little than by that of the
// prices, the same one whenever it is asked, and one that needs no choice for a short length.
func TestClimb(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
		Shape: positions.Rhombus, Size: 7, Army: "10", Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops,
	})
	var chosen []*bounds.Potential
	for _, workers := range []int{1, 2} {
		r := session.NewRun(context.Background(), session.Options{Workers: workers})
		a := newAttack[[1]uint64](session.NewKnowledge(p, r))
		if err := a.prepare(); err != nil {
			t.Fatal(err)
		}
		half, err := a.halfFor(23)
		if err != nil || half == nil {
			t.Fatal(half, err)
		}
		chosen = append(chosen, half.potential)
		if again, err := a.halfFor(23); again != half || err != nil || a.Work != 0 {
			t.Errorf("asked again: another one, %v, after %d positions", err, a.Work)
		}
		if short, err := a.halfFor(22); err != nil || !short.potential.Equal(a.potential) {
			t.Errorf("of 22 hops: not that of the prices, %v", err)
		}
		if half.potential.Equal(a.potential) || !half.potential.Sound(a.prices.distances, &a.prices.images) {
			t.Error("the potential of the prices was not replaced, or by none")
		}
		if none, err := a.halfFor(a.Lower()); none != nil || err != nil {
			t.Errorf("%d hops lose nothing, and go by halves; %v", a.Lower(), err)
		}
	}
	if !chosen[0].Equal(chosen[1]) {
		t.Error("two workers choose another potential than one")
	}
}

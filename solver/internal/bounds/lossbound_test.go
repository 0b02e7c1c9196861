package bounds

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// TestLossBoundTakesTheBestWeights goes through all lists of weights of small squares, for
// sets of men at random.
func TestLossBoundTakesTheBestWeights(t *testing.T) {
	for _, size := range []int{3, 4, 5} {
		p := hopsOf(t, size, "3")
		b := NewLossBound(NewDiagonals(p.Board, p.Start, p.Goal, [2]bool{}))
		r := rand.New(rand.NewPCG(1, uint64(size)))
		for range 60 {
			sets := someSets(r, b.Diagonals)
			b.Load(&sets)
			if want := heaviest(b, &sets, nil); b.Loss() != want {
				t.Fatalf("size %d: %d, by the best of all weights %d", size, b.Loss(), want)
			}
			sum := 0
			weights := b.Weights()
			for on := range b.N {
				sum += b.By(on, weights[on], sets[on])
			}
			if sum != b.Loss() || !fit(weights[:b.N]) {
				t.Fatalf("size %d: %d by the weights %v, not %d", size, sum, weights[:b.N], b.Loss())
			}
		}
	}
}

// TestLossBoundFollowsChanges changes up to three diagonals within five, as hops do.
func TestLossBoundFollowsChanges(t *testing.T) {
	for _, size := range []int{3, 6, 16} {
		p := hopsOf(t, size, "3")
		d := NewDiagonals(p.Board, p.Start, p.Goal, [2]bool{})
		b, fresh := NewLossBound(d), NewLossBound(d)
		r := rand.New(rand.NewPCG(2, uint64(size)))
		for range 500 {
			sets := someSets(r, d)
			b.Load(&sets)
			low := r.IntN(d.N)
			high := min(low+r.IntN(5), d.N-1)
			changed := sets
			var changes []Change
			for range 3 {
				on := low + r.IntN(high-low+1)
				changed[on] = someSets(r, d)[on]
				changes = append(changes, Change{on, changed[on]})
			}
			fresh.Load(&changed)
			if loss := b.After(changes); loss != fresh.Loss() || b.Sets != sets {
				t.Fatalf("size %d: %d after changes from %d to %d, loaded %d", size, loss, low, high, fresh.Loss())
			}
		}
	}
}

// TestNoHopTakesMoreThanItLoses walks at random: what is still to lose falls by no more than
// the hop lost, is at least that of DiagonalBound, and alike for mirror images.
func TestNoHopTakesMoreThanItLoses(t *testing.T) {
	for size, armies := range map[int][]string{4: {"3"}, 6: {"3", "6"}, 8: {"10", "19"}, 16: {"13", "ring"}} {
		for _, army := range armies {
			t.Run(fmt.Sprintf("%d/%s", size, army), func(t *testing.T) {
				p := hopsOf(t, size, army)
				s := layers.NewSpace[[4]uint64](p)
				d := NewDiagonals(p.Board, p.Start, p.Goal, [2]bool{})
				b, relaxed, lists := NewLossBound(d), NewRelaxedBound(d), NewDiagonalBound(p)
				if d.Rows() != s.TotalGain {
					t.Fatalf("%d rows to gain, not %d", d.Rows(), s.TotalGain)
				}
				r := rand.New(rand.NewPCG(3, uint64(size)))
				g := positions.NewGenerator(s.Table, nil, p.Count)
				loss := func(w *[4]uint64) int {
					sets := d.SetsOf(s.CellsOf(w))
					b.Load(&sets)
					return b.Loss()
				}
				lossRelaxed := func(w *[4]uint64) int {
					sets := d.SetsOf(s.CellsOf(w))
					components := d.ComponentsOf(&sets)
					relaxed.Load(&components)
					return relaxed.Loss()
				}
				if loss(&s.Goal) != 0 {
					t.Errorf("%d to lose at the goal", loss(&s.Goal))
				}
				w := s.Start
				for range size * 60 {
					here, hereRelaxed := loss(&w), lossRelaxed(&w)
					if hereRelaxed > here {
						t.Fatalf("%d to lose, but %d in the relaxed game", here, hereRelaxed)
					}
					image := s.Permuted(&w, &s.Mirror)
					lists.LoadMen(s.CellsOf(&w))
					if rows := s.TotalGain - s.Gain(&w); here != loss(&image) || rows+here < lists.Rest() {
						t.Fatalf("%d to lose, mirrored %d, of %d rows; by lists %d", here, loss(&image), rows, lists.Rest())
					}
					positions.Load(g, &w)
					moves := g.Append(nil)
					then := moves[r.IntN(len(moves))]
					for _, m := range moves {
						after := s.Moved(&w, m)
						lost := rowsOfHop - int(d.Advance[m.To]-d.Advance[m.From])
						if now := lossRelaxed(&after); now+lost < hereRelaxed {
							t.Fatalf("relaxed from %d to %d by a hop that loses %d", hereRelaxed, now, lost)
						}
						if now := loss(&after); now+lost < here {
							t.Fatalf("from %d to %d by a hop that loses %d", here, now, lost)
						} else if now < here && r.IntN(3) == 0 {
							then = m
						}
					}
					w = s.Moved(&w, then)
				}
			})
		}
	}
}

// someSets returns some men on each diagonal.
func someSets(r *rand.Rand, d *Diagonals) (sets [mostDiagonals]uint32) {
	for on := range d.N {
		sets[on] = r.Uint32() & r.Uint32() & d.Cells[on]
	}
	return sets
}

// heaviest returns what is lost by the best of all lists of weights that begin with some.
func heaviest(b *LossBound, sets *[mostDiagonals]uint32, begun []uint8) int {
	if !fit(begun) {
		return -1
	}
	on := len(begun)
	if on == b.N {
		return 0
	}
	most := -1
	for w := range uint8(mostWeight + 1) {
		if rest := heaviest(b, sets, append(begun[:on:on], w)); rest >= 0 {
			most = max(most, rest+b.By(on, w, sets[on]))
		}
	}
	return most
}

// fit reports whether no hop between diagonals of these weights is charged more than it
// loses.
func fit(weights []uint8) bool {
	for i, w := range weights {
		for j, v := range weights[:i] {
			if i-j < len(lostBetween) && lostBetween[i-j] > 0 && int(w)+int(v) > lostBetween[i-j] {
				return false
			}
		}
	}
	return true
}

package retrograde

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// TestMail sends numbers from three writers through several rounds, near ones and far
// ones, and pairs that come in the wrong order.
func TestMail(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const rows, writers = 40, 3
	var chunks depot
	var clerks []*clerk
	for range writers {
		clerks = append(clerks, chunks.clerk())
	}
	now, next := newMail(rows, writers, outcomes), newMail(rows, writers, outcomes)
	taken := int64(0)
	for round := range 6 {
		want := map[[2]int][]uint32{}
		for stream, c := range clerks {
			c.meet()
			p := postman{clerk: c}
			p.deliverTo(next, stream)
			for row := range 30_000 {
				sender := uint32(row) << (1 + 8*(round%2))
				kind, to := random.IntN(outcomes), random.IntN(rows)
				both := []uint32{sender, sender | 1}
				if random.IntN(2) == 0 {
					slices.Reverse(both)
				}
				for _, n := range both[:1+random.IntN(2)] {
					p.write(kind, to, n)
					want[[2]int{kind, to}] = append(want[[2]int{kind, to}], n)
				}
			}
		}
		now, next = next, now
		for _, c := range clerks {
			c.meet()
		}
		for kind := range outcomes {
			for row := range rows {
				if got := clerks[round%writers].read(nil, now, kind, row); !slices.Equal(got, want[[2]int{kind, row}]) {
					t.Fatalf("round %d, kind %d, row %d: %d numbers differ from those written, %d", round, kind, row, len(got), len(want[[2]int{kind, row}]))
				}
			}
		}
		for row := range rows {
			clerks[(round+row)%writers].clear(now, row)
		}
		if round == 2 {
			taken = chunks.bytes()
		}
	}
	// All chunks are used again, but for what each writer keeps.
	if most := taken + writers*2*slabBytes; chunks.bytes() > most {
		t.Errorf("%d bytes after six rounds, %d after three", chunks.bytes(), taken)
	}
}

// TestQuiet looks at all positions that quiet says are not over.
func TestQuiet(t *testing.T) {
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 3, Men: 3},
		{Shape: positions.Rhombus, Size: 4, Men: 2},
		{Shape: positions.Rhombus, Size: 4, Men: 6, Rules: duel.Paper}, // a tip shut in
		{Shape: positions.Star, Size: 1, Men: 2},
	} {
		sets := withoutLimit(o)
		if o.Rules != nil {
			sets = []*duel.Rules{o.Rules}
		}
		for _, o.Rules = range sets {
			a := analysisOf(t, positiontest.Must(t, duel.New, o))
			if a.kernel.quiet == nil || a.kinds.ways > 1 {
				continue
			}
			quiet := 0
			for at := 0; at < a.rows; at += 1 + a.rows/60 {
				r := a.rowOf(a.kernel, at)
				a.eachCol(at, func(_ int, mine army) {
					for m := mine.set; m != 0; m &= m - 1 {
						if !r.quiet(&r, mine.set&^(m&-m)) {
							continue
						}
						quiet++
						if _, over := r.ended(mine.set, 0); over {
							t.Fatalf("%v: %x against %x is over", o, mine.set, r.theirs)
						}
					}
				})
			}
			if quiet == 0 {
				t.Errorf("%v: nothing is quiet", o)
			}
		}
	}
}

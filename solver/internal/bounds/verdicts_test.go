package bounds

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// What is remembered of other positions with the same row counts is what each move
// would be told by itself, question after question; and it is asked less often.
func TestVerdictsAreThoseOfEachMove(t *testing.T) {
	linkCases(t, func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) {
		g := positions.NewGenerator(s.Table, nil, positions.Moves)
		for _, names := range []Encoding{NewKeys(rw, rw.Count(s.CellsOf(&s.Goal)), 1<<16, nil), nil} {
			question, asked, moves, kept := 1, 0, 0, 0
			keeps := func(f *RowFilter, a, b uint8) bool {
				k := f.Moved(a, b)
				h := 0
				for i, n := range k {
					h = h*7 + i*int(n)
				}
				return (h+question)%3 == 0
			}
			v := NewVerdicts[[2]uint64](rw, names, judgeFunc(func(f *RowFilter, a, b uint8) bool {
				if asked++; b < a {
					t.Fatalf("%s: asked about row %d, before the floor %d", name, b, a)
				}
				return keeps(f, a, b)
			}))
			plain := NewRowFilter(rw, names)
			few := make([][2]uint64, 40)
			for i := range few {
				few[i] = scattered(s, rw, random)
			}
			for round := range 400 {
				if round%100 == 99 {
					question++
				}
				men := few[random.IntN(len(few))]
				positions.Load(g, &men)
				plain.Load(g.Men())
				all := g.Append(nil)
				var want []positions.Move
				for _, m := range all {
					if a, b := rw.Of[m.From], rw.Of[m.To]; a <= b && keeps(plain, a, b) {
						want = append(want, m)
					}
				}
				if got := narrowed(v, g.Men(), all, question); !slices.Equal(got, want) {
					t.Fatalf("%s: %v are kept, not %v", name, got, want)
				}
				moves, kept = moves+len(all), kept+len(want)
			}
			if kept == 0 || kept == moves {
				t.Errorf("%s: %d of %d moves are kept", name, kept, moves)
			}
			if names != nil && asked*2 > moves {
				t.Errorf("%s: asked %d times for %d moves", name, asked, moves)
			}
		}
	})
}

// judgeFunc is a judge who keeps no move back, and is asked about none.
type judgeFunc func(f *RowFilter, a, b uint8) bool

func (judgeFunc) Floor(_ *RowFilter, a uint8) int { return int(a) }

func (keeps judgeFunc) Judge(f *RowFilter, moves []RowMove) {
	for i := range moves {
		m := &moves[i]
		m.Kept = keeps(f, m.From, m.To)
	}
}

// A floor is the first row for which the sum and Lift come up to what is needed, whatever
// the man and the moves: there is none before and, Lift being what it is by definition,
// none behind that fails. And no corridor leads on from a row before its floor.
func TestFloorsByDefinition(t *testing.T) {
	cut, led := 0, 0
	linkCases(t, func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) {
		const length = 6
		goal := rw.Count(s.CellsOf(&s.Goal))
		encodings := []Encoding{NewKeys(rw, goal, 1<<20, nil)}
		if ranks := ranksOf(t, s, rw); ranks != nil {
			encodings = append(encodings, ranks)
		}
		for _, names := range encodings {
			f := NewRowFilter(rw, names)
			for range 60 {
				men := scattered(s, rw, random)
				f.Load(s.CellsOf(&men))
				least := make([]int, length+1)
				for i := range least { // as much as a move gains now and then
					least[i] = f.lineup().sum + i*i/2 + random.IntN(3)
				}
				slices.Sort(least)
				c := names.Corridor(least, random.IntN(2) == 0)
				for depth := range length {
					q := Question{Depth: depth, Least: least[depth], Corridor: c}
					for a := range uint8(rw.n) {
						if f.k[a] == 0 {
							continue
						}
						floor := q.Floor(f, a)
						for b := range uint8(rw.n) {
							k, sum, n := f.Moved(a, b), f.SumAfter(a, b), 1
							for depth+n < length && least[depth+n] <= sum-int(b) {
								n++
							}
							hopeless := sum < least[depth] || sum+rw.Lift(&k, n) < least[depth+n]
							if hopeless != (int(b) < floor) {
								t.Fatalf("%s, %T: from row %d to row %d, floor %d: hopeless is %t", name, names, a, b, floor, hopeless)
							}
							if keeps := sum >= least[depth] && leadsOn(c, f, a, b, depth); keeps && hopeless {
								t.Fatalf("%s, %T: from row %d a corridor leads on in row %d, before the floor %d", name, names, a, b, floor)
							} else if keeps {
								led++
							}
							if hopeless {
								cut++
							}
						}
					}
				}
			}
		}
	})
	if cut < 1000 || led < 1000 {
		t.Errorf("%d moves before floors, %d kept: too few to show anything", cut, led)
	}
}

// narrowed returns what of the moves is left when sets of the cells where they end are
// narrowed.
func narrowed(v *Verdicts[[2]uint64], men []uint8, moves []positions.Move, question int) (out []positions.Move) {
	ends := make([][2]uint64, len(men))
	for _, m := range moves {
		positions.Flip(&ends[slices.Index(men, m.From)], m.To)
	}
	v.Narrow(men, ends, question)
	for _, m := range moves {
		if layers.Has(&ends[slices.Index(men, m.From)], m.To) != 0 {
			out = append(out, m)
		}
	}
	return out
}

// No move takes the bound of classes beyond what is said of all, or of those of men on no
// hole; and the others are answered for without a look at what stands next to holes.
func TestAfterAnyIsGreatest(t *testing.T) {
	closest, reached, leaving := Far, 0, 0
	linkCases(t, func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) {
		b := NewClassBound(NewGeometry[[2]uint64](s.Puzzle.Board), s.Puzzle.Goal, positions.Bits{})
		counted := *b
		g := positions.NewGenerator(s.Table, nil, positions.Moves)
		for range 1000 {
			men := scattered(s, rw, random)
			b.Load(&men)
			counted.Count(&men)
			most, outside := b.AfterAny(), counted.AfterOutside()
			positions.Load(g, &men)
			for _, m := range g.Append(nil) {
				n := b.After(m)
				if n > most {
					t.Fatalf("%s: %d after a move, at the most %d of all", name, n, most)
				}
				closest = min(closest, most-n)
				switch {
				case b.Leaves(m):
					if got := counted.After(m); got != n {
						t.Fatalf("%s: %d after a move that leaves a hole, %d without a look", name, n, got)
					}
					leaving++
				case n > outside:
					t.Fatalf("%s: %d after a move outside, at the most %d", name, n, outside)
				case n == outside:
					reached++
				}
			}
		}
	})
	if closest > 3 || reached == 0 || leaving == 0 {
		t.Errorf("no move comes nearer than %d to what is said of all; %d are as far as is said of those outside, %d leave holes", closest, reached, leaving)
	}
}

// A table of verdicts forgets, but never mixes up names or questions; it grows to its
// room and no further.
func TestVerdictTableForgetsButNeverLies(t *testing.T) {
	const rows = 20
	random := rand.New(rand.NewPCG(7, 7))
	table := newVerdictTable(rows, 4*leastVerdicts)
	first, remembered := len(table.slots), 0
	names := make([]rowName, 3*first/(rows+verdictHead))
	for i := range names {
		names[i] = rowName{random.Uint64() >> 40, random.Uint64() >> 40}
	}
	for i := range 10 * len(names) {
		name, question := names[random.IntN(len(names))], 1+i/(5*len(names))
		note := verdict(name.lo<<20^name.hi<<3^uint64(question)) | 1
		for a, known := range table.of(name, question) {
			if known != 0 && known != note+verdict(a) {
				t.Fatalf("%x to question %d: row %d has %x, not %x", name, question, a, known, note+verdict(a))
			}
			if known != 0 && a == 0 {
				remembered++
			}
		}
		for a := range rows {
			table.of(name, question)[a] = note + verdict(a)
		}
	}
	if remembered < 2*len(names) {
		t.Errorf("remembered %d times of %d", remembered, 10*len(names))
	}
	if bytes := 8 * len(table.slots); len(table.slots) <= first || bytes > 4*leastVerdicts {
		t.Errorf("grown from %d words to %d, with room for %d bytes", first, len(table.slots), 4*leastVerdicts)
	}
}

package positions_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// named writes moves as "a1-c3" in order, with "/2" for two hops.
func named(b *positions.Board, moves []positions.Move) []string {
	var out []string
	for _, m := range moves {
		name := b.Name(positions.Cell(m.From)) + "-" + b.Name(positions.Cell(m.To))
		if m.Hops != 1 {
			name += "/" + string(rune('0'+m.Hops))
		}
		out = append(out, name)
	}
	return out
}

func TestGeneratorByHand(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 6)
	court := func(names ...string) positions.Bits { return positiontest.Cells(t, b, names...) }
	keep := func(goal positions.Bits) *positions.Zones {
		return positions.NewZones(court("f6"), goal, true, false)
	}
	tests := []struct {
		name  string
		jumps positions.Jumps
		mode  positions.Count
		zones *positions.Zones
		men   positions.Bits
		from  string
		want  []string
	}{
		{"steps in the corner", positions.Short, positions.Moves, nil, court("a1"), "a1", []string{"a1-b1", "a1-b2", "a1-a2"}},
		{"nearest first", positions.Short, positions.Moves, nil, court("a1", "b1", "c2", "b2"), "a1", []string{"a1-a2", "a1-c1", "a1-c3", "a1-a3/2"}},
		{"a chain", positions.Short, positions.Moves, nil, court("a1", "b1", "d1", "e2"), "a1", []string{"a1-b2", "a1-a2", "a1-c1", "a1-e1/2", "a1-e3/3"}},
		{"a chain in single hops", positions.Short, positions.Hops, nil, court("a1", "b1", "d1", "e2"), "a1", []string{"a1-b2", "a1-a2", "a1-c1"}},
		{"a long jump", positions.Super, positions.Moves, nil, court("a1", "c1"), "a1", []string{"a1-b1", "a1-b2", "a1-a2", "a1-e1"}},
		{"no long jump over two", positions.Super, positions.Moves, nil, court("a1", "c1", "d1"), "a1", []string{"a1-b1", "a1-b2", "a1-a2"}},
		{"arrived", positions.Short, positions.Moves, keep(court("a1", "a2", "b2")), court("a1", "b1"), "a1", []string{"a1-b2", "a1-a2"}},
		{"through foreign land and home again, whole turns", positions.Short, positions.Moves, keep(court("a1", "e1")), court("a1", "b1", "d1"), "a1", []string{"a1-e1/2"}},
		{"through foreign land and home again, hops", positions.Short, positions.Hops, keep(court("a1", "e1")), court("a1", "b1", "d1"), "a1", []string{"a1-e1/2"}},
		{"through the goal and on, hops", positions.Short, positions.Hops, keep(court("c1")), court("a1", "b1", "d1"), "a1", []string{"a1-b2", "a1-a2", "a1-c1", "a1-e1/2"}},
		{"through the goal, or the long way round it, hops", positions.Short, positions.Hops, keep(court("c1")), court("a1", "b1", "d1", "a2", "b3", "d3", "e2"), "a1", []string{"a1-b2", "a1-c1", "a1-a3", "a1-e1/2"}},
		{"around the goal, hops", positions.Short, positions.Hops, keep(court("f1")), court("a1", "b1", "d1"), "a1", []string{"a1-b2", "a1-a2", "a1-c1"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := positions.NewGenerator(positions.NewMoveTable(b, tc.jumps), tc.zones, tc.mode)
			positions.Load(g, (*[4]uint64)(&tc.men))
			from := uint8(positiontest.Cells(t, b, tc.from).Cells()[0])
			if diff := cmp.Diff(tc.want, named(b, g.AppendFrom(nil, from))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGeneratorLoad(t *testing.T) {
	b := positiontest.Board(t, positions.Star, 4)
	g := positions.NewGenerator(positions.NewMoveTable(b, positions.Short), nil, positions.Moves)
	rapid.Check(t, func(t *rapid.T) { // one after the other into the same generator
		men := drawMen(t, b)
		var want []uint8
		for _, c := range men.Cells() {
			want = append(want, uint8(c))
		}
		w := positions.Narrow[[2]uint64](men)
		positions.Load(g, &w)
		if !slices.Equal(g.Men(), want) {
			t.Fatalf("men %v, want %v", g.Men(), want)
		}
		for c := range positions.Cell(b.Len()) {
			if g.Has(uint8(c)) != men.Has(c) {
				t.Fatalf("Has(%s) is %v", b.Name(c), g.Has(uint8(c)))
			}
		}
	})
}

// A generator that has listed many positions, in any width, lists the next one
// as a fresh generator does: nothing is left over, no stamp wears out.
func TestGeneratorLeavesNothingBehind(t *testing.T) {
	b := positiontest.Board(t, positions.Star, 2)
	zones := positions.NewZones(positions.BitsOf(0, 1, 2), positions.BitsOf(34, 35, 36), true, false)
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		for _, mode := range []positions.Count{positions.Moves, positions.Hops} {
			table := positions.NewMoveTable(b, jumps)
			old := positions.NewGenerator(table, zones, mode)
			rapid.Check(t, func(t *rapid.T) {
				for range 20 {
					men := drawMen(t, b)
					w := positions.Narrow[[1]uint64](men)
					positions.Load(old, &w)
					fresh := positions.NewGenerator(table, zones, mode)
					positions.Load(fresh, (*[4]uint64)(&men))
					if diff := cmp.Diff(fresh.Append(nil), old.Append(nil)); diff != "" {
						t.Fatalf("%v:\n%s", b.Names(men), diff)
					}
				}
			})
		}
	}
}

// A symmetry of the board takes the moves of a position to those of its image,
// and every move without the arrival rule can be taken back.
func TestGeneratorIsSymmetricAndReversible(t *testing.T) {
	boards := everyBoard(t)
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SampledFrom(boards).Draw(t, "board")
		table := positions.NewMoveTable(b, rapid.SampledFrom([]positions.Jumps{positions.Short, positions.Super}).Draw(t, "jumps"))
		g := positions.NewGenerator(table, nil, rapid.SampledFrom([]positions.Count{positions.Moves, positions.Hops}).Draw(t, "mode"))
		list := func(men positions.Bits) map[positions.Move]bool {
			positions.Load(g, (*[4]uint64)(&men))
			out := map[positions.Move]bool{}
			for _, m := range g.Append(nil) {
				out[m] = true
			}
			return out
		}
		men := drawMen(t, b)
		s := rapid.SampledFrom(b.Symmetries()).Draw(t, "symmetry")
		moves, images := list(men), list(s.Apply(men))
		if len(moves) != len(images) {
			t.Fatalf("%d moves, the image has %d", len(moves), len(images))
		}
		for m := range moves {
			if image := (positions.Move{From: uint8(s[m.From]), To: uint8(s[m.To]), Hops: m.Hops}); !images[image] {
				t.Fatalf("%v has no image %v", named(b, []positions.Move{m}), named(b, []positions.Move{image}))
			}
			after := men.Without(positions.Cell(m.From)).With(positions.Cell(m.To))
			if !list(after)[positions.Move{From: m.To, To: m.From, Hops: m.Hops}] {
				t.Fatalf("%v cannot be taken back", named(b, []positions.Move{m}))
			}
		}
	})
}

func TestGeneratorAllocatesNothing(t *testing.T) {
	b := positiontest.Board(t, positions.Star, 4)
	men := triangle(t, b, 1, 2, 3, 4, 5)
	zones := positions.NewZones(men, positions.Bits{}, true, false)
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		for _, mode := range []positions.Count{positions.Moves, positions.Hops} {
			g := positions.NewGenerator(positions.NewMoveTable(b, jumps), zones, mode)
			list := make([]positions.Move, 0, 1000)
			w := positions.Narrow[[2]uint64](men)
			if n := testing.AllocsPerRun(10, func() {
				positions.Load(g, &w)
				list = g.Append(list[:0])
			}); n != 0 || len(list) == 0 {
				t.Errorf("%s, %s: %v allocations for %d moves", jumps, mode, n, len(list))
			}
		}
	}
}

// rays lists the landing cells of the single jumps from a cell by the rules: along each line
// to the first man, and over him as far as he is away, if nobody stands there or between.
func rays(b *positions.Board, men positions.Bits, from positions.Cell, long bool) (out []positions.Cell) {
	for d := range b.Directions() {
		over, away := b.Neighbour(from, d), 1
		for ; over != positions.NoCell && !men.Has(over) && long; over = b.Neighbour(over, d) {
			away++
		}
		if over == positions.NoCell || !men.Has(over) {
			continue
		}
		land, free := over, true
		for range away {
			if land != positions.NoCell {
				land = b.Neighbour(land, d)
			}
			free = free && land != positions.NoCell && !men.Has(land)
		}
		if free {
			out = append(out, land)
		}
	}
	return out
}

// Jumps, single and in chains, are those of the rules, on every board.
func TestGeneratorJumps(t *testing.T) {
	boards := everyBoard(t)
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SampledFrom(boards).Draw(t, "board")
		jumps := rapid.SampledFrom([]positions.Jumps{positions.Short, positions.Super}).Draw(t, "jumps")
		count := rapid.SampledFrom([]positions.Count{positions.Moves, positions.Hops}).Draw(t, "count")
		g := positions.NewGenerator(positions.NewMoveTable(b, jumps), nil, count)
		for range 2 { // the second position after the first
			men := drawMen(t, b)
			positions.Load(g, (*[4]uint64)(&men))
			for _, from := range g.Men() {
				var want []positions.Move
				for d := range b.Directions() {
					if to := b.Neighbour(positions.Cell(from), d); to != positions.NoCell && !men.Has(to) {
						want = append(want, positions.Move{From: from, To: uint8(to), Hops: 1})
					}
				}
				others := men.Without(positions.Cell(from))
				seen := others.With(positions.Cell(from))
				layer := []positions.Cell{positions.Cell(from)}
				for hops := uint8(1); len(layer) > 0 && (hops == 1 || count == positions.Moves); hops++ {
					var next []positions.Cell
					for _, c := range layer {
						for _, to := range rays(b, others, c, jumps == positions.Super) {
							if !seen.Has(to) {
								seen = seen.With(to)
								next = append(next, to)
								want = append(want, positions.Move{From: from, To: uint8(to), Hops: hops})
							}
						}
					}
					layer = next
				}
				if got := g.AppendFrom(nil, from); !slices.Equal(got, want) {
					t.Fatalf("%s from %s: %v, want %v", b, b.Name(positions.Cell(from)), named(b, got), named(b, want))
				}
			}
		}
	})
}

// middleGame is a position of 19 men on their way.
func middleGame(b *testing.B) (*positions.Board, positions.Bits) {
	board := positiontest.Board(b, positions.Square, 16)
	return board, positiontest.Cells(b, board, "a1 b2 c3 d3 e5 f6 g6 h8 i9 j9 k11 l12 c1 d2 f4 g3 h6 j8 m13")
}

// BenchmarkGenerator lists all moves of a position in the middle of a game.
func BenchmarkGenerator(b *testing.B) {
	board, men := middleGame(b)
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		b.Run(jumps.String(), func(b *testing.B) {
			g := positions.NewGenerator(positions.NewMoveTable(board, jumps), nil, positions.Moves)
			list := make([]positions.Move, 0, 1000)
			for b.Loop() {
				positions.Load(g, (*[4]uint64)(&men))
				list = g.Append(list[:0])
			}
			b.ReportMetric(float64(len(list)), "moves")
		})
	}
}

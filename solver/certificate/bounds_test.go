package certificate

import (
	"maps"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// smallTransfers calls f with highscore on every board up to a size, every army, both
// kinds of jumps and both counts.
func smallTransfers(t *testing.T, largest int, f func(p *puzzles.Puzzle, m *model)) {
	t.Helper()
	n := 0
	for _, shape := range []positions.Shape{positions.Square, positions.Rhombus, positions.Star} {
		smallest, most, _ := shape.Sizes()
		for size := smallest; size <= min(most, largest); size++ {
			board := positiontest.Board(t, shape, size)
			for _, army := range puzzles.Armies(board) {
				for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
					for _, count := range []positions.Count{positions.Moves, positions.Hops} {
						p, err := puzzles.Highscore(puzzles.Options{
							Shape: shape, Size: size, Army: army, Jumps: jumps, Count: count, Arrival: positions.Free,
						})
						if err != nil {
							t.Fatal(err)
						}
						f(p, newModel(p, false))
						n++
					}
				}
			}
		}
	}
	t.Logf("%d puzzles", n)
}

// What all bounds rest on, on every board and for every court: σ turns the rows
// around and takes the start to the goal, the mirror keeps both and the marked man.
func TestSymmetriesKeepRows(t *testing.T) {
	smallTransfers(t, 16, func(p *puzzles.Puzzle, m *model) {
		for c, row := range m.row {
			if m.row[m.turn[c]] != m.top-row || m.row[m.mirror[c]] != row {
				t.Fatalf("%s: the rows of %d are not those of its images", p, c)
			}
		}
		if m.mirror[0] != 0 && p.Start.Has(0) {
			t.Errorf("%s: the mirror moves the corner", p)
		}
		if string(m.image(m.start, m.turn)) != string(m.goal) || string(m.image(m.start, m.mirror)) != string(m.start) {
			t.Errorf("%s: start and goal are no images", p)
		}
	})
}

// The greatest gains by bounds alone are never below those of all positions.
func TestGreatestGainsAreBounds(t *testing.T) {
	const most = 200 // positions of a layer
	layers := 0
	smallTransfers(t, 10, func(p *puzzles.Puzzle, m *model) {
		if testing.Short() && p.Board.Size() > 5 {
			return
		}
		bound := m.greatest([]int{0}, 40)
		r := &recheck{model: m, ctx: t.Context(), left: 1 << 40}
		r.begin()
		gain := 0
		for d := 1; d <= 40 && r.layers[d-1].size > 0 && r.layers[d-1].size < most; d++ {
			next, err := r.expand(r.layers[d-1], RulesFree, everything, r.before(d)...)
			if err != nil {
				t.Fatal(err)
			}
			r.layers = append(r.layers, next)
			for code := range next.all() {
				if gain = max(gain, m.gainOf(code)); m.gainOf(code) != m.sum(m.decode(code))-m.startSum {
					t.Fatalf("%s: the gain of a code is %d", p, m.gainOf(code))
				}
			}
			if gain > bound[d] {
				t.Errorf("%s: a gain of %d in %d moves is above the bound %d", p, gain, d, bound[d])
			}
			layers++
		}
	})
	t.Logf("%d layers", layers)
}

// Where the goal is not the foremost set of cells a gain may be above that of the
// goal: a block beside its corner, the men of the ring on the corner.
func TestGainsAboveTheGoal(t *testing.T) {
	above := map[string]bool{}
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 6, Army: "block3x3"},
		{Shape: positions.Square, Size: 12, Army: "ring"},
		{Shape: positions.Square, Size: 12, Army: "13"},
		{Shape: positions.Square, Size: 12, Army: "19"},
		{Shape: positions.Star, Size: 4, Army: "13"},
		{Shape: positions.Star, Size: 4, Army: "15"},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		m := newModel(p, false)
		// All positions within two moves of the goal, and moves can be taken back.
		near := &recheck{model: m, ctx: t.Context(), left: 1 << 40}
		near.layers = []*codes{near.only(m.canonical(m.goal))}
		gain := 0
		for d := 1; d <= 2; d++ {
			next, err := near.expand(near.layers[d-1], RulesFree, everything)
			if err != nil {
				t.Fatal(err)
			}
			near.layers = append(near.layers, next)
			for code := range next.all() {
				gain = max(gain, m.gainOf(code))
			}
		}
		if bound := m.greatest([]int{0}, maxMoves)[maxMoves]; gain > bound {
			t.Errorf("%s: a gain of %d is possible, the bound is %d", p, gain, bound)
		}
		above[o.Army] = above[o.Army] || gain > m.total
	}
	if !above["block3x3"] || !above["ring"] || above["15"] {
		t.Errorf("gains above that of the goal: %v", above)
	}
}

// The distance among row counts is that of a search with nothing clever, from the
// start alone and all of the way, and abstract moves can be taken back.
func TestRowDistance(t *testing.T) {
	compared := 0
	smallTransfers(t, 16, func(p *puzzles.Puzzle, m *model) {
		r := m.newRanks()
		if r.ways[0][m.men] > 2000 {
			return
		}
		compared++
		at := map[string]bool{string(m.counts(m.start)): true}
		seen := maps.Clone(at)
		want := 0
		for goal := m.counts(m.goal); !at[string(goal)]; want++ {
			next := map[string]bool{}
			for k := range at {
				for _, to := range m.abstract(k) {
					if !seen[to] {
						seen[to], next[to] = true, true
					}
				}
			}
			if at = next; len(at) == 0 {
				want = -2
				break
			}
		}
		if got := m.rowDistance(); got != want && want >= 0 {
			t.Errorf("%s: %d, a plain search: %d", p, got, want)
		}
		counts := make([]byte, m.top+1)
		ranks := map[uint64]bool{}
		for k := range seen {
			rank := r.rank([]byte(k))
			if r.unrank(rank, counts); string(counts) != k || ranks[rank] || rank >= r.ways[0][m.men] {
				t.Fatalf("%s: the row count %v has the number %d, which is %v", p, []byte(k), rank, counts)
			}
			ranks[rank] = true
			var byRank []uint64
			r.neighbours([]byte(k), func(to uint64) { byRank = append(byRank, to) })
			var plainly []uint64
			for _, to := range m.abstract(k) {
				plainly = append(plainly, r.rank([]byte(to)))
				if compared%8 == 0 && !slices.Contains(m.abstract(to), k) {
					t.Fatalf("%s: the move from %v to %v cannot be taken back", p, []byte(k), []byte(to))
				}
			}
			slices.Sort(byRank)
			slices.Sort(plainly)
			if !slices.Equal(byRank, plainly) {
				t.Fatalf("%s: neighbours of %v: %v and %v", p, []byte(k), byRank, plainly)
			}
		}
	})
	if compared < 100 {
		t.Errorf("only %d puzzles were compared", compared)
	}
}

// What men still have to do is never said to be more than it is: of all positions up
// to three moves or hops before the goal, on the way there; and whatever a move does
// to rows, an abstract one does.
func TestErrandsAreBounds(t *testing.T) {
	const most = 100 // positions of a layer
	asked, weighed := 0, 0
	smallTransfers(t, 16, func(p *puzzles.Puzzle, m *model) {
		if testing.Short() && p.Board.Size() > 5 || p.Board.Size() > 8 && p.Men() < 10 {
			return
		}
		var prices *priceList
		if p.Count == positions.Hops {
			step := Step{Kind: Assignment, Prices: make([]int, p.Men())}
			for i := range step.Prices {
				step.Prices[i] = i % 4
			}
			var err error
			if prices, err = m.newPriceList(step); err != nil {
				t.Fatal(err)
			}
		}
		assignment := m.newAssignment()
		var lost *losses
		if weights := make([]int, p.Board.Size()); p.Board.Size() <= 10 && m.weighable(Step{Weights: [][]int{weights}}) == nil {
			for i := range weights {
				weights[i] = 1
			}
			weighed++
			var err error
			if lost, err = m.newLosses(Step{Weights: [][]int{weights}}); err != nil {
				t.Fatal(err)
			}
		}
		layer := newCodes(m.width())
		layer.add(m.code(m.goal))
		for d := 1; d <= 3 && layer.size < most; d++ {
			next := newCodes(m.width())
			for code := range layer.all() {
				men := m.decode(code)
				abstract := m.abstract(string(m.counts(men)))
				for i, mv := range m.moves(men, RulesFree) {
					after := m.moved(men, mv)
					next.add(m.code(after))
					if i%8 == 0 && m.row[mv.from] != m.row[mv.to] && !slices.Contains(abstract, string(m.counts(after))) {
						t.Fatalf("%s: no abstract move from %v to %v", p, m.counts(men), m.counts(after))
					}
					if least := m.byClasses(after); least > d {
						t.Fatalf("%s: %d moves are said to be needed by the classes, but %d are enough", p, least, d)
					}
					if prices != nil && prices.of(after) > d {
						t.Fatalf("%s: %d hops are said to be needed by the prices, but %d are enough", p, prices.of(after), d)
					}
					if prices != nil && i%8 == 0 && p.Men() <= 21 && (assignment.of(after) > d || assignment.of(after) < prices.of(after)) {
						t.Fatalf("%s: %d hops are said to be needed by the cheapest assignment, %d by the prices, and %d are enough",
							p, assignment.of(after), prices.of(after), d)
					}
					if lost != nil && lost.of(after) > d {
						t.Fatalf("%s: %d hops are said to be needed by the diagonals, but %d are enough", p, lost.of(after), d)
					}
					if gain := m.sum(m.goal) - m.sum(after); gain > m.lift(m.counts(after), d) {
						t.Fatalf("%s: the rows still to go, %d, are more than %d moves are said to lift, %d", p, gain, d, m.lift(m.counts(after), d))
					}
					if sum := m.sum(m.goal); sum > m.crammed(m.counts(after), d) {
						t.Fatalf("%s: there is room for a sum of %d in %d moves, it is said to be for %d", p, sum, d, m.crammed(m.counts(after), d))
					}
					asked++
				}
			}
			layer = next
		}
	})
	t.Logf("%d positions, diagonals of %d puzzles", asked, weighed)
	if weighed < 5 {
		t.Error("diagonals were hardly asked")
	}
}

// abstract lists the row counts one abstract move away, as keys of a map.
func (m *model) abstract(counts string) []string {
	var out []string
	k := []byte(counts)
	for a := range k {
		if k[a] == 0 {
			continue
		}
		k[a]-- // the man is lifted
		ends := m.ends(k, a)
		for c := range k {
			if ends>>c&1 != 0 {
				k[c]++
				out = append(out, string(k))
				k[c]--
			}
		}
		k[a]++
	}
	return out
}

// The set of codes is as one of package maps.
func TestCodes(t *testing.T) {
	for _, width := range []int{1, 2, 8, 16, 17, 33} {
		set, want := newCodes(width), map[string]bool{}
		code := make([]byte, width)
		for i := range 20_000 {
			code[0], code[width-1] = byte(i%251+1), byte(i%241)
			code[width/2] ^= byte(i * i % 7)
			if isFree(code) {
				continue
			}
			if set.has(code) != want[string(code)] {
				t.Fatalf("width %d: %x: %t", width, code, set.has(code))
			}
			set.add(code)
			want[string(code)] = true
		}
		got := map[string]bool{}
		for code := range set.all() {
			got[string(code)] = true
		}
		if !maps.Equal(got, want) || set.size != len(want) {
			t.Errorf("width %d: %d codes, %d are wanted", width, set.size, len(want))
		}
		if even := set.filter(func(code []byte) bool { return code[0]%2 == 0 }); even.size == 0 || even.size >= set.size {
			t.Errorf("width %d: %d of %d are even", width, even.size, set.size)
		}
	}
}

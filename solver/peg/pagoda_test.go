package peg

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// No position that can be won, and none that can be reached, is dead by a pagoda function;
// of the others many are. Packed into lanes the slacks are what they are one by one.
func TestPagodas(t *testing.T) {
	lost, told, apart := 0, 0, 0
	smallPegs(t, 12, 24, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		brute := newBruteForce(p)
		finders := func(forward bool) *pagodaFinder {
			f := newPagodaFinder(g, forward)
			if err := f.find(t.Context().Err); err != nil {
				t.Fatal(err)
			}
			packed := pack(g, f.side, f.found)
			for range 5 {
				for _, at := range f.play() {
					comparePacked(t, name, f, &packed, at)
				}
			}
			return f
		}
		toGoal, fromStart := finders(true), finders(false)
		for men := uint64(1); men <= g.full; men++ {
			dead := toGoal.dead(men)
			switch won := brute.solve(men).moves >= 0; {
			case won && dead:
				t.Fatalf("%s: dead, and can be won:\n%s", name, p.Board.DrawBoard(positions.Bits{men}))
			case !won:
				lost++
				if dead {
					told++
				}
			}
		}
		reached := brute.reached(g.start)
		for men := range reached {
			if fromStart.dead(men) {
				t.Fatalf("%s: dead, and can be reached:\n%s", name, p.Board.DrawBoard(positions.Bits{men}))
			}
		}
		for men := uint64(1); men <= g.full; men++ {
			if !reached[men] && fromStart.dead(men) {
				apart++
			}
		}
	})
	if told < lost/4 || apart == 0 {
		t.Errorf("%d of %d lost positions are told, %d that cannot be reached", told, lost, apart)
	}
}

// Values are refused by which a jump raises the sum, or takes off more than a lane holds, or
// a side begins with more.
func TestNewPagoda(t *testing.T) {
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 5})
	g := newGame(p)
	values := func(of map[uint8]int8) []int8 {
		v := make([]int8, g.cells)
		for c, n := range of {
			v[c] = n
		}
		return v
	}
	j := g.jumps[0]
	for _, c := range []struct {
		name   string
		values []int8
		want   bool
	}{
		{"nothing", values(nil), true},
		{"less for all", slices.Repeat([]int8{1}, g.cells), true},
		{"more for a jump", values(map[uint8]int8{j.to: 1}), false},
		{"less where it ends", values(map[uint8]int8{j.to: -1}), false}, // a jump from there raises it
		{"off a lane", slices.Repeat([]int8{127}, g.cells), false},
		{"more than a lane", slices.Repeat([]int8{20}, g.cells), false},
	} {
		if _, ok := newPagoda(c.values, &g.forward, []uint64{g.start}, g.goals); ok != c.want {
			t.Errorf("%s: taken %v, want %v", c.name, ok, c.want)
		}
	}
}

// comparePacked holds the lanes of a position, and what jumps take off, against the sums.
func comparePacked(t *testing.T, name string, f *pagodaFinder, packed *pagodas, at uint64) {
	t.Helper()
	slacks := packed.of(at, nil)
	sum := 0
	for i := range f.found {
		got := int(slacks[i/lanes]>>(8*(i%lanes))&0xff) - mostSlack - 1
		if got != f.found[i].slack(at) {
			t.Fatalf("%s: slack %d in its lane, %d by the values", name, got, f.found[i].slack(at))
		}
		sum += got
	}
	if fallen(slacks) != f.dead(at) {
		t.Fatalf("%s: fallen %v, dead %v", name, fallen(slacks), f.dead(at))
	}
	if n := len(f.found); n%lanes == 0 && n > 0 && packed.meanSlack(at) != 4*sum/n {
		t.Fatalf("%s: slack %d in all, want %d", name, packed.meanSlack(at), 4*sum/n)
	}
	if f.dead(at) {
		return // nothing is gone on with
	}
	for _, jumps := range f.side.by {
		for _, j := range jumps {
			if after := at ^ j.mask; at&j.mask == j.cond && fallsBy(slacks, packed.off(j.number)) != f.dead(after) {
				t.Fatalf("%s: a jump falls: %v, dead behind it: %v", name, !f.dead(after), f.dead(after))
			}
		}
	}
}

// The diamond: from three of its holes to the middle of a side no line leads, by a function
// that is less at the start already; from a tip to another hole because each first jump is
// ruled out, once the first 20,000 positions have settled nothing. From d2 to f2 there is a line.
func TestPagodasOnTheDiamond(t *testing.T) {
	b := positiontest.Board(t, positions.Diamond, 0)
	for _, c := range []struct {
		from, to, proof string
	}{
		{"e3", "e4", proofOfPagoda},
		{"e4", "e6", proofOfPagoda},
		{"e1", "e6", "complete search"},
	} {
		p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: c.from, To: c.to})
		r := solvePegs(t, p, session.Options{Workers: 2})
		if r.Status != session.Impossible || !strings.HasPrefix(r.Proof, c.proof) || r.Stats.Expanded > 30_000 {
			t.Errorf("%s to %s: %s, %q, %d positions", c.from, c.to, r.Status, r.Proof, r.Stats.Expanded)
		}
	}
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: "d2", To: "f2"})
	r := solvePegs(t, p, session.Options{Workers: 2, Beam: 4000})
	if r.Moves == 0 {
		t.Errorf("d2 to f2: %s", r.Status)
	}
}

// The prices of the least rest: no column is worth anything, none is greater than a unit of
// its row costs, and they price the target at the cost of some rest, so at that of the
// least.
func TestLeastRest(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 2))
	for range 200 {
		rows, n := 1+random.IntN(4), 1+random.IntN(5)
		columns := make([][]int8, n)
		target, most := make([]float64, rows), make([]float64, rows)
		for i := range rows {
			target[i], most[i] = random.Float64()*4-2, 1+random.Float64()
		}
		for j := range columns {
			columns[j] = make([]int8, rows)
			for i := range columns[j] {
				columns[j][i] = int8(random.IntN(3) - 1)
			}
		}
		prices := leastRest(columns, target, most)
		value := 0.0
		for i, y := range prices {
			if math.Abs(y) > most[i]+1e-6 {
				t.Fatalf("price %f of %f", y, most[i])
			}
			value += y * target[i]
		}
		for _, c := range columns {
			worth := 0.0
			for i, y := range prices {
				worth += y * float64(c[i])
			}
			if worth > 1e-6 {
				t.Fatalf("a column is worth %f", worth)
			}
		}
		if least := restBySteps(columns, target, most); value < least-1e-3 {
			t.Fatalf("the target is worth %f, the least rest costs %f", value, least)
		}
	}
}

// restBySteps returns the cost of a small rest, near the least: all choices of as many
// columns as there are rows, or fewer, by elimination.
func restBySteps(columns [][]int8, target, most []float64) float64 {
	// Columns and units, in place of a rest, of either sign: a basis of the program.
	var all [][]float64
	var costs []float64
	for _, c := range columns {
		v := make([]float64, len(target))
		for i := range v {
			v[i] = float64(c[i])
		}
		all, costs = append(all, v), append(costs, 0)
	}
	for i := range target {
		for _, sign := range []float64{1, -1} {
			v := make([]float64, len(target))
			v[i] = sign
			all, costs = append(all, v), append(costs, most[i])
		}
	}
	best := math.Inf(1)
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) == len(target) {
			if x, ok := solved(all, chosen, target); ok {
				cost := 0.0
				for k, j := range chosen {
					cost += x[k] * costs[j]
				}
				best = min(best, cost)
			}
			return
		}
		for j := from; j < len(all); j++ {
			choose(j+1, append(chosen[:len(chosen):len(chosen)], j))
		}
	}
	choose(0, nil)
	return best
}

// solved returns the shares of chosen vectors that add up to the target, if they are
// independent and no share is negative.
func solved(all [][]float64, chosen []int, target []float64) ([]float64, bool) {
	n := len(target)
	m := make([][]float64, n)
	for i := range m {
		for _, j := range chosen {
			m[i] = append(m[i], all[j][i])
		}
		m[i] = append(m[i], target[i])
	}
	for k := range n {
		pivot := k
		for i := k; i < n; i++ {
			if math.Abs(m[i][k]) > math.Abs(m[pivot][k]) {
				pivot = i
			}
		}
		if math.Abs(m[pivot][k]) < 1e-9 {
			return nil, false
		}
		m[k], m[pivot] = m[pivot], m[k]
		for i := range n {
			if i != k {
				by := m[i][k] / m[k][k]
				for j := k; j <= n; j++ {
					m[i][j] -= by * m[k][j]
				}
			}
		}
	}
	x := make([]float64, n)
	for k := range x {
		if x[k] = m[k][n] / m[k][k]; x[k] < -1e-9 {
			return nil, false
		}
	}
	return x, true
}

package retrograde

import (
	"context"
	"math/bits"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// referee knows the rules for two players on squares and rhombuses from their text
// alone: it takes nothing from the other packages but where men start. Cells are
// column + size × row, from the corner of the side to move.
type referee struct {
	size       int
	directions [][2]int
	rules      string
	home, goal uint64
}

func refereeOf(g *duel.Game) *referee {
	r := &referee{size: g.Board.Size(), rules: g.Rules.Name}
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if (dx != 0 || dy != 0) && (g.Board.Shape() == positions.Square || dx != dy) {
				r.directions = append(r.directions, [2]int{dx, dy})
			}
		}
	}
	for c := range positions.Cell(g.Board.Len()) {
		if g.Home.Has(c) {
			p := g.Board.Point(c)
			r.home |= 1 << (p.X + r.size*p.Y)
		}
	}
	r.goal = r.turned(r.home)
	return r
}

// cells is a set of the referee's as the game numbers cells.
func (r *referee) cells(g *duel.Game, set uint64) (out duel.Set) {
	for c := range positions.Cell(g.Board.Len()) {
		p := g.Board.Point(c)
		if set>>(p.X+r.size*p.Y)&1 != 0 {
			out |= duel.SetOf(c)
		}
	}
	return out
}

func (r *referee) turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - r.size*r.size) }

func (r *referee) next(c int, d [2]int) (int, bool) {
	x, y := c%r.size+d[0], c/r.size+d[1]
	return x + r.size*y, x >= 0 && y >= 0 && x < r.size && y < r.size
}

// reached lists where the man on c can end its turn.
func (r *referee) reached(c int, occupied uint64) (out uint64) {
	occupied &^= 1 << c
	var jump func(at int)
	jump = func(at int) {
		for _, d := range r.directions {
			if to, ok := r.jumped(at, d, occupied); ok && out>>to&1 == 0 && to != c {
				out |= 1 << to
				jump(to)
			}
		}
	}
	jump(c)
	for _, d := range r.directions {
		if to, ok := r.next(c, d); ok && occupied>>to&1 == 0 {
			out |= 1 << to
		}
	}
	return out
}

// jumped returns where a single jump in a direction ends.
func (r *referee) jumped(at int, d [2]int, occupied uint64) (to int, ok bool) {
	most := 1
	if r.rules == "super" {
		most = r.size
	}
	free := func(c int) bool { return occupied>>c&1 == 0 }
	for distance := 1; distance <= most; distance++ {
		good := true
		to = at
		for i := 1; i <= 2*distance && good; i++ {
			to, ok = r.next(to, d)
			good = ok && free(to) == (i != distance)
		}
		if good {
			return to, true
		}
	}
	return 0, false
}

// away is how many steps lead from a cell out of the own court.
func (r *referee) away(c int) int {
	for reach, n := uint64(1)<<c, 0; ; n++ {
		if reach&^r.home != 0 {
			return n
		}
		for m := reach; m != 0; m &= m - 1 {
			for _, d := range r.directions {
				if to, ok := r.next(bits.TrailingZeros64(m), d); ok {
					reach |= 1 << to
				}
			}
		}
	}
}

// duty drops what the clearing duty forbids.
func (r *referee) duty(turns [][2]int, mine, theirs uint64) [][2]int {
	stay := map[bool]int{true: 1}[r.rules == "guard"]
	if bits.OnesCount64(mine&r.home) <= stay || bits.OnesCount64(theirs&r.goal) > stay {
		return turns
	}
	var leave, nearer [][2]int
	for _, t := range turns {
		switch in := r.home>>t[0]&1 != 0; {
		case in && r.home>>t[1]&1 == 0:
			leave = append(leave, t)
		case in && r.away(t[1]) < r.away(t[0]):
			nearer = append(nearer, t)
		}
	}
	if leave != nil {
		return leave
	}
	return nearer
}

// after lists the positions after the legal turns, for the other side.
func (r *referee) after(mine, theirs uint64) (out [][2]uint64) {
	kept, duty := r.rules != "online" && r.rules != "guard", r.rules != "online"
	var turns [][2]int
	for m := mine; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		to := r.reached(c, mine|theirs)
		if kept && r.goal>>c&1 != 0 {
			to &= r.goal
		}
		for ; to != 0; to &= to - 1 {
			turns = append(turns, [2]int{c, bits.TrailingZeros64(to)})
		}
	}
	all := len(turns)
	if duty {
		turns = r.duty(turns, mine, theirs)
	}
	for _, t := range turns {
		out = append(out, [2]uint64{r.turned(theirs), r.turned(mine ^ 1<<t[0] ^ 1<<t[1])})
	}
	if r.rules == "swap" && (mine|theirs)&r.goal == r.goal && len(turns) == all {
		for m := mine &^ r.goal; m != 0; m &= m - 1 {
			for _, d := range r.directions {
				c := bits.TrailingZeros64(m)
				if to, ok := r.next(c, d); ok && (theirs&r.goal)>>to&1 != 0 {
					both := uint64(1)<<c | 1<<to
					out = append(out, [2]uint64{r.turned(theirs ^ both), r.turned(mine ^ both)})
				}
			}
		}
	}
	return out
}

// over returns the value of a position that is over for the side to move.
func (r *referee) over(mine, theirs uint64, late bool) (duel.Value, bool) {
	here, there := mine&r.home != 0, theirs&r.goal != 0
	full := (mine|theirs)&r.goal == r.goal && mine&r.goal != 0
	switch {
	case mine&^r.goal == 0 && r.rules != "swap": // the game was over before
		return duel.ValueIllegal, true
	case theirs&^r.home == 0:
		return duel.ValueLost, true
	case mine&^r.goal == 0:
		return duel.ValueWon, true
	case r.rules == "filled" && full:
		return duel.ValueWon, true
	case late && here && there:
		return duel.ValueDrawn, true
	case late && here:
		return duel.ValueLost, true
	case late && there:
		return duel.ValueWon, true
	}
	return 0, false
}

// values works out all positions: of online with no turn made.
func (r *referee) values(men int) map[[2]uint64]duel.Value {
	var armies []uint64
	for a := range uint64(1) << (r.size * r.size) {
		if bits.OnesCount64(a) == men {
			armies = append(armies, a)
		}
	}
	var all [][2]uint64
	after := map[[2]uint64][][2]uint64{}
	for _, a := range armies {
		for _, b := range armies {
			if p := [2]uint64{a, b}; a&b == 0 {
				all = append(all, p)
				after[p] = r.after(a, b)
			}
		}
	}
	online := r.rules == "online"
	round := func(now map[[2]uint64]duel.Value, late bool) map[[2]uint64]duel.Value {
		next := map[[2]uint64]duel.Value{}
		for _, p := range all {
			value, over := r.over(p[0], p[1], late)
			if !over {
				value = duel.ValueLost
				for _, q := range after[p] {
					switch now[q] {
					case duel.ValueLost:
						value = duel.ValueWon
					case duel.ValueDrawn:
						if value == duel.ValueLost {
							value = duel.ValueDrawn
						}
					}
				}
			}
			next[p] = value
		}
		return next
	}
	now := map[[2]uint64]duel.Value{}
	for _, p := range all {
		now[p] = duel.ValueDrawn
	}
	for same := false; !same; {
		next := round(now, online)
		same = true
		for p, v := range next {
			same = same && now[p] == v
		}
		now = next
	}
	if online {
		for range 100 {
			now = round(now, false)
		}
	}
	return now
}

// TestRefereeAgrees compares the values of all positions with those of the referee.
func TestRefereeAgrees(t *testing.T) {
	var games []duel.Options
	for _, rules := range []*duel.Rules{duel.Booklet, duel.Swap, duel.Filled, duel.Online, duel.Guard} {
		for _, shape := range []positions.Shape{positions.Square, positions.Rhombus} {
			for men := 1; men <= 3; men++ {
				games = append(games, duel.Options{Shape: shape, Size: 3, Men: men, Rules: rules})
			}
		}
	}
	games = append(games,
		duel.Options{Shape: positions.Square, Size: 4, Men: 2, Rules: duel.Schnell},
		duel.Options{Shape: positions.Square, Size: 5, Men: 1, Rules: duel.Super},
		duel.Options{Shape: positions.Square, Size: 5, Men: 2, Rules: duel.Super},
		duel.Options{Shape: positions.Rhombus, Size: 5, Men: 1, Rules: duel.Super},
	)
	for _, o := range games {
		if (testing.Short() || o.Size == 5 && !positiontest.Whole()) && o.Men*o.Size > 6 {
			continue
		}
		g := positiontest.Must(t, duel.New, o)
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			r, lookup := refereeOf(g), lookupOf(t, g)
			want := r.values(o.Men)
			seen := 0
			for at := range want {
				v := duel.View{Mine: r.cells(g, at[0]), Theirs: r.cells(g, at[1])}
				if got := lookup(v); got != want[at] {
					t.Fatalf("%s: %s, the referee says %s", g.Format(g.Position(v, duel.First)), got, want[at])
				}
				seen++
			}
			if seen < 50 {
				t.Errorf("only %d positions", seen)
			}
		})
	}
}

// lookupOf solves a game.
func lookupOf(t *testing.T, g *duel.Game) func(duel.View) duel.Value {
	t.Helper()
	if g.Rules.Limit != nil {
		online, err := SolveOnline(context.Background(), g, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return func(v duel.View) duel.Value { value, _ := online.Lookup(v); return value }
	}
	table, err := Solve(context.Background(), g, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return func(v duel.View) duel.Value { value, _, _ := table.Lookup(v); return value }
}

package levels

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainDice is Würfel-Halma once more from its words, on text: men are moved one after
// the other in every order, nothing is remembered.
type plainDice struct {
	size         int
	cells        string // where the sides begin
	faces        int
	may, revisit bool
}

var (
	plainDice3 = plainDice{size: 3, cells: "XX." + "X.O" + ".OO"}
	plainDice4 = plainDice{size: 4, cells: ".X.." + "X..." + "...O" + "..O."}
)

func (g plainDice) at(cells []byte, x, y int) byte {
	if x < 0 || y < 0 || x >= g.size || y >= g.size {
		return '#'
	}
	return cells[y*g.size+x]
}

// home tells whether all men of a side stand where the others began.
func (g plainDice) home(cells string, turn int) bool {
	for i := range cells {
		if cells[i] == "XO"[turn] && g.cells[i] != "OX"[turn] {
			return false
		}
	}
	return true
}

// results are the boards after so many steps and a chain of so many jumps.
func (g plainDice) results(s plainState, steps, jumps int) map[string]bool {
	found := map[string]bool{}
	mine, goal := "XO"[s.turn], "OX"[s.turn]
	var act func(cells string, acted []bool, steps int, chain bool)
	act = func(cells string, acted []bool, steps int, chain bool) {
		more := false
		for i := range cells {
			if cells[i] != mine || acted[i] {
				continue
			}
			do := func(to, steps int, chain bool) {
				if g.cells[i] == goal && g.cells[to] != goal {
					return // it has arrived
				}
				more = true
				board, done := []byte(cells), slices.Clone(acted)
				board[i], done[i] = '.', false
				board[to], done[to] = mine, true
				act(string(board), done, steps, chain)
			}
			board := []byte(cells)
			board[i] = '.' // the man is in the hand
			x, y := i%g.size, i/g.size
			if steps > 0 {
				for dy := -1; dy <= 1; dy++ {
					for dx := -1; dx <= 1; dx++ {
						if (dx != 0 || dy != 0) && g.at(board, x+dx, y+dy) == '.' {
							do((y+dy)*g.size+x+dx, steps-1, chain)
						}
					}
				}
			}
			if chain {
				g.jump(board, []int{i}, jumps, func(to int) { do(to, steps, false) })
			}
		}
		if !more || g.may {
			found[cells] = true
		}
	}
	act(s.cells, make([]bool, len(s.cells)), steps, true)
	return found
}

// jump calls end with where a man, who is not on the board, can be after so many jumps
// more.
func (g plainDice) jump(board []byte, landed []int, jumps int, end func(to int)) {
	from := landed[len(landed)-1]
	if jumps == 0 {
		end(from)
		return
	}
	x, y := from%g.size, from/g.size
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			over, to := g.at(board, x+dx, y+dy), (y+2*dy)*g.size+x+2*dx
			if (over != 'X' && over != 'O') || g.at(board, x+2*dx, y+2*dy) != '.' {
				continue
			}
			if g.revisit || !slices.Contains(landed, to) {
				g.jump(board, append(slices.Clone(landed), to), jumps-1, end)
			}
		}
	}
}

// rolled are the boards after a roll, of which the duty to clear allows some.
func (g plainDice) rolled(s plainState, one, two int) map[string]bool {
	all := g.results(s, one, two)
	for cells := range g.results(s, two, one) {
		all[cells] = true
	}
	mine, theirs := "XO"[s.turn], "OX"[s.turn]
	away := func(i int) int { // from the own court
		least := g.size
		for k := range g.cells {
			if g.cells[k] != mine {
				least = min(least, max(distance(i%g.size, k%g.size), distance(i/g.size, k/g.size)))
			}
		}
		return least
	}
	inCourt := func(cells string, man byte) (men, way int) {
		for i := range cells {
			if cells[i] == man && g.cells[i] == man {
				men++
				way += away(i)
			}
		}
		return men, way
	}
	men, way := inCourt(s.cells, mine)
	if others, _ := inCourt(s.cells, theirs); others > 0 || men == 0 {
		return all
	}
	fewer, nearer := map[string]bool{}, map[string]bool{}
	for cells := range all {
		menThen, wayThen := inCourt(cells, mine)
		if menThen < men {
			fewer[cells] = true
		}
		if wayThen < way {
			nearer[cells] = true
		}
	}
	switch {
	case len(fewer) > 0:
		return fewer
	case len(nearer) > 0:
		return nearer
	}
	return all
}

func distance(a, b int) int { return max(a-b, b-a) }

// over tells whether a game has ended, and what it is worth to the first side then.
func (g plainDice) over(s plainState) (worth float64, over bool) {
	if g.home(s.cells, 1-s.turn) {
		return float64(s.turn), true // the second is to move: the first has won
	}
	for turn := range 2 {
		for one := range g.faces {
			for two := range g.faces {
				for cells := range g.rolled(plainState{cells: s.cells, turn: turn}, 1+one, 1+two) {
					if cells != s.cells {
						return 0, false
					}
				}
			}
		}
	}
	return 0.5, true
}

func (g plainDice) start() plainState { return plainState{cells: g.cells} }

func (g plainDice) rolls(s plainState) (all [][]plainState) {
	for one := range g.faces { // all rolls of two dice, alike
		for two := range g.faces {
			var after []plainState
			for cells := range g.rolled(s, 1+one, 1+two) {
				after = append(after, plainState{cells: cells, turn: 1 - s.turn})
			}
			all = append(all, after)
		}
	}
	return all
}

// TestDiceAgree compares the chances of all positions with those of the plain game,
// with and without symmetry. With two faces the bounds stay apart.
func TestDiceAgree(t *testing.T) {
	for _, options := range []map[string]string{
		{"size": "3", "men": "3", "faces": "2"},
		{"size": "3", "men": "3", "faces": "1", "reading": "may"},
	} {
		g := game(t, "dice", options)
		plain := plainDice3
		plain.faces, plain.may = g.Settings.Int("faces"), g.Settings.Get("reading") == "may"
		agreeChances(t, g, plain, func(p contest.Position) plainState { return plainOf(g, p, "XO", 3, 3) })
	}
}

// TestDiceAlike plays at random and compares the turns with each roll with those of the
// plain game.
func TestDiceAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		plain   plainDice
		options map[string]string
	}{
		{plainDice4, map[string]string{"faces": "3"}},
		{plainDice4, map[string]string{"faces": "2", "reading": "may"}},
		{plainDice3, map[string]string{"size": "3", "men": "3", "faces": "6"}},
		{plainDice3, map[string]string{"size": "3", "men": "3", "faces": "4", "revisit": "true"}},
	} {
		g := game(t, "dice", c.options)
		plain := c.plain
		plain.faces, plain.may, plain.revisit = g.Settings.Int("faces"), g.Settings.Get("reading") == "may", g.Settings.Is("revisit")
		p := g.Start()
		for range 150 {
			s := plainOf(g, p, "XO", plain.size, plain.size)
			all := g.Rules.(contest.Dice).Rolled(p)
			if _, over := plain.over(s); over != (all == nil) {
				t.Fatalf("%s: %s is over: %v", g, g.Format(p), over)
			}
			if all == nil {
				p = g.Start()
				continue
			}
			at := 0
			for two := range plain.faces {
				for one := range two + 1 {
					want := plain.rolled(s, 1+one, 1+two)
					for _, turn := range all[at] {
						if after := plainOf(g, turn.After, "XO", plain.size, plain.size); !want[after.cells] || after.turn == s.turn {
							t.Fatalf("%s: %s with %d-%d: %s is no turn", g, g.Format(p), 1+one, 1+two, g.FormatTurn(p, turn.After))
						}
					}
					if len(want) != len(all[at]) {
						t.Fatalf("%s: %s with %d-%d has %d turns, the plain game %d", g, g.Format(p), 1+one, 1+two, len(all[at]), len(want))
					}
					at++
				}
			}
			turns := all[random.IntN(len(all))]
			p = turns[random.IntN(len(turns))].After
		}
	}
}

// TestChancesKnown works out again what is said to be known, where that is quick.
func TestChancesKnown(t *testing.T) {
	known := map[*contest.Game]contest.Known{}
	for _, k := range contest.Kinds() {
		for _, one := range k.Known {
			if k.Chance && (one.Positions < 20_000 || one.Options == "--faces=2" || positiontest.Whole()) {
				known[game(t, k.Name, one.Given())] = one
			}
		}
	}
	for g, known := range known {
		table := chances(t, g, Options{Workers: 2})
		c, err := table.Chance(g.Start())
		if counts := table.Counts(); err != nil || c.String() != known.Result || counts.Positions != known.Positions || table.Rests == c.Settled() {
			t.Errorf("%s: %s of %d positions, %v; it is said to be %+v", g, c, counts.Positions, err, known)
		}
	}
}

func TestDiceAreInterrupted(t *testing.T) {
	g := game(t, "dice", map[string]string{"size": "3", "men": "3", "faces": "2"})
	whole := chances(t, g, Options{})
	var memory *MemoryError
	if _, err := SolveChances(t.Context(), g, Options{Memory: whole.Bytes - 1}); !errors.As(err, &memory) {
		t.Errorf("one byte too few: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sweeps := 0
	early, err := SolveChances(ctx, g, Options{Swept: func() {
		if sweeps++; sweeps == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || early == nil || early.Sweeps != 5 {
		t.Fatalf("after five sweeps: %v", err)
	}
	sure, err := early.Chance(g.Start())
	final, _ := whole.Chance(g.Start())
	if err != nil || sure.Lower > final.Lower || sure.Upper < final.Upper || sure == final {
		t.Errorf("after five sweeps %s, in the end %s, %v", sure, final, err)
	}
	if _, err := SolveChances(t.Context(), game(t, "dutch", nil), Options{}); err == nil {
		t.Error("a game without dice has chances")
	}
}

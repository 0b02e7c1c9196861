package duel

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

func game(t testing.TB, shape positions.Shape, size, men int, rules *Rules) *Game {
	t.Helper()
	g := positiontest.Must(t, New, Options{Shape: shape, Size: size, Men: men, Rules: rules})
	return g
}

func must(r *Rules, err error) *Rules {
	if err != nil {
		panic(err)
	}
	return r
}

func position(t testing.TB, g *Game, text string) Position {
	t.Helper()
	p := positiontest.Must(t, g.ParsePosition, text)
	return p
}

// turns lists the legal turns by their first and last cells.
func turns(g *Game, p Position) []string {
	var out []string
	for _, turn := range g.AppendTurns(nil, g.View(p)) {
		if turn == Pass {
			out = append(out, "pass")
			continue
		}
		from, to := g.SeenBy(p.Turn, turn.From), g.SeenBy(p.Turn, turn.To)
		sign := "-"
		if turn.Special {
			sign = g.Rules.Special.Sign
		}
		out = append(out, g.Board.Name(from)+sign+g.Board.Name(to))
	}
	slices.Sort(out)
	return out
}

func TestAreas(t *testing.T) {
	for _, c := range []struct {
		shape     positions.Shape
		size, men int
		want      string
	}{
		{positions.Rhombus, 7, 1, "a1"},
		{positions.Rhombus, 7, 2, "a1 a2"},
		{positions.Rhombus, 7, 3, "a1 b1 a2"},
		{positions.Rhombus, 7, 4, "a1 b1 a2 b2"},
		{positions.Rhombus, 7, 6, "a1 b1 c1 a2 b2 a3"},
		{positions.Rhombus, 7, 10, "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
		{positions.Square, 5, 4, "a1 b1 a2 b2"},
		{positions.Square, 6, 9, "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
		{positions.Star, 1, 2, "a1 b2"},
		{positions.Star, 1, 3, "a1 b2 c2"},
		{positions.Star, 2, 3, "a1 a2 b2"},
		{positions.Star, 2, 4, "a1 a2 b2 d3"},
		{positions.Star, 2, 6, "a1 a2 b2 c3 d3 e3"},
	} {
		g := game(t, c.shape, c.size, c.men, Booklet)
		if got := strings.Join(g.Board.Names(g.Home.Bits()), " "); got != c.want {
			t.Errorf("%s, %d men: %s, want %s", g.Board, c.men, got, c.want)
		}
		if g.Home&g.Goal != 0 || g.Turned(g.Goal) != g.Home {
			t.Errorf("%s, %d men: goal %v", g.Board, c.men, g.Board.Names(g.Goal.Bits()))
		}
	}
	for _, o := range []Options{
		{Shape: positions.Rhombus, Size: 7, Men: 5},
		{Shape: positions.Rhombus, Size: 3, Men: 6},
		{Shape: positions.Rhombus, Size: 7, Men: 9},
		{Shape: positions.Star, Size: 1, Men: 4},
	} {
		if _, err := New(o); !errors.Is(err, puzzles.ErrArmy) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, o := range []Options{{Shape: positions.English, Men: 1}, {Shape: positions.Square, Size: 9, Men: 1}} {
		if _, err := New(o); !errors.Is(err, ErrBoard) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestTurns shows each rule at an example.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name      string
		shape     positions.Shape
		size, men int
		rules     *Rules
		position  string
		want      string
	}{
		{"steps and chains", positions.Rhombus, 4, 2, Paper, "a1,c2/b1,d3/first", "a1-a2 a1-c1 a1-c3 c2-b2 c2-b3 c2-c1 c2-c3 c2-d1 c2-d2"},
		{"of the second side", positions.Rhombus, 4, 2, Paper, "a2,c4/d4,b3/second", "b3-a3 b3-a4 b3-b2 b3-b4 b3-c2 b3-c3 d4-b2 d4-b4 d4-d3"},
		{"arrival", positions.Square, 4, 1, Booklet, "d4/b2/first", ""},
		{"arrived men move inside", positions.Rhombus, 4, 3, Booklet, "c4,a1,b1/b3,a4,d4/first", "a1-a2 a1-c1 b1-a2 b1-b2 b1-c1 c4-d3"},
		{"which men may leave in paper", positions.Rhombus, 4, 3, Paper, "c4,a1,b1/a3,a4,d1/first", "a1-a2 a1-c1 b1-a2 b1-b2 b1-c1 c4-b4 c4-c3 c4-d3 c4-d4"},
		{"no duty while the opponent is at home", positions.Rhombus, 4, 2, Booklet, "a1,c2/d4,b3/first", "a1-a2 a1-b1 c2-b2 c2-c1 c2-c3 c2-d1 c2-d2 c2-a4"},
		{"duty: leave", positions.Rhombus, 4, 2, Booklet, "a1,c2/c3,b3/first", "a1-b1"},
		{"duty: come nearer", positions.Rhombus, 4, 3, Booklet, "a1,c3,c4/b1,c1,a4/first", "a1-a2"},
		{"no duty in online", positions.Rhombus, 4, 2, Online, "a1,c2/b2,b3/first", "a1-a2 a1-b1 c2-a2 c2-a4 c2-c1 c2-c3 c2-d1 c2-d2"},
		{"guard: one man may stay", positions.Rhombus, 4, 2, Guard, "a1,c2/c3,b3/first", "a1-a2 a1-b1 c2-a4 c2-b2 c2-c1 c2-d1 c2-d2 c2-c4"},
		{"guard: the others must leave", positions.Rhombus, 4, 3, Guard, "a1,a2,d1/c3,b3,b4/first", "a1-a3 a2-a3 a2-b2"},
		{"guard: all may stay", positions.Rhombus, 4, 3, must(ParseRules("guard:guards=all")), "a1,a2,d1/c3,b3,b4/first", "a1-a3 a1-b1 a2-a3 a2-b1 a2-b2 d1-c1 d1-c2 d1-d2"},
		{"swap", positions.Rhombus, 4, 1, Swap, "d3/d4/first", "d3=d4 d3-c3 d3-c4 d3-d2"},
		{"no swap from within the court", positions.Rhombus, 4, 3, Swap, "d4,a1,b1/d3,c4,a4/first", "a1-a2 a1-c1 b1-a2 b1-b2 b1-c1"},
		{"no swap while a goal cell is empty", positions.Rhombus, 4, 3, Swap, "c3,a1,b1/d3,c4,a4/first", "a1-a2 a1-c1 b1-a2 b1-b2 b1-c1 c3-b3 c3-b4 c3-c2 c3-d2"},
		{"swaps, one of them sideways", positions.Rhombus, 4, 3, Swap, "d2,a1,b1/d3,c4,d4/first", "a1-a2 a1-c1 b1-a2 b1-b2 b1-c1 d2-c2 d2-c3 d2-d1 d2=d3"},
		{"men may leave the goal in online", positions.Rhombus, 4, 2, Online, "d4,a1/b2,b3/first", "a1-a2 a1-b1 d4-c4 d4-d3"},
		{"no swap before other cells", positions.Rhombus, 4, 1, Swap, "b2/b3/first", "b2-a2 b2-a3 b2-b1 b2-c1 b2-c2 b2-b4"},
		{"paper: the opponent's goal must not be filled", positions.Rhombus, 4, 3, Paper, "a1,a3,d1/b1,c3,d2/first", "a1-a2 a1-c1 a3-a4 a3-b2 a3-b3 d1-b3 d1-c1 d1-c2 d1-d3"},
		{"xxl, from the other point", positions.Star, 2, 1, XXL, "a3/a7/second", "a7-a6 a7-b7"},
		{"farben: steps from dark cells, jumps from light ones", positions.Square, 4, 2, Farben, "b2,c2/b3,c4/first", "b2-a1 b2-a3 b2-c1 b2-c3 c2-a2 c2-a4"},
		{"farben, dark=odd", positions.Square, 4, 2, must(ParseRules("farben:dark=odd")), "b2,c2/b3,c4/first", "b2-b4 b2-d2 b2-d4 c2-b1 c2-d1 c2-d3"},
		{"farben: any turn within the goal", positions.Square, 4, 3, Farben, "d4,a1,b1/c4,a3,b4/first", "a1-b2 d4-d3"},
		{"farben: passing", positions.Square, 4, 1, must(ParseRules("farben:dark=odd")), "a1/d4/first", "pass"},
		{"farben: nobody passes under the duty", positions.Square, 4, 1, must(ParseRules("farben:dark=odd")), "a1/c3/first", ""},
		{"farben, free courts", positions.Square, 4, 3, must(ParseRules("farben:free-courts=all")), "a1,d1,c2/d4,d3,c4/first", "a1-a2 a1-b1 a1-b2 d1-b3"},
		{"farben-simple: all turns keep the colour", positions.Square, 4, 2, FarbenSimple, "b2,c2/b3,c4/first", "b2-a1 b2-a3 b2-b4 b2-c1 b2-c3 b2-d2 b2-d4 c2-a2 c2-a4 c2-b1 c2-d1 c2-d3"},
		{"won already", positions.Rhombus, 4, 1, Paper, "b2/a1/first", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, c.shape, c.size, c.men, c.rules)
			want := strings.Fields(c.want)
			slices.Sort(want)
			if got := turns(g, position(t, g, c.position)); !slices.Equal(got, want) {
				t.Errorf("%s\n%v, want\n%v\n%s", c.position, got, want, g.Draw(position(t, g, c.position)))
			}
		})
	}
}

func TestEndings(t *testing.T) {
	for _, c := range []struct {
		rules    *Rules
		men      int
		position string
		want     Ending
	}{
		{Booklet, 2, "a1,a2/d4,d3/first", None},
		{Booklet, 2, "b1,b2/a1,a2/first", Lost},
		{Booklet, 2, "d3,d4/b1,b2/first", Illegal},
		{Booklet, 2, "d3,d4/b1,b2/second", Lost},
		{Booklet, 2, "d3,b1/d4,b2/first", None},
		{Filled, 2, "d3,b1/d4,b2/first", Won},
		{Filled, 2, "a1,a2/d4,d3/first", None},
		{Filled, 2, "d3,b1/d4,b2/second", None},
		{Paper, 2, "d3,b1/d4,b2/first", Illegal},
		{Paper, 2, "d3,b1/d4,b2/second", Lost},
		{Paper, 2, "a1,a2/d4,d3/first", None},
		{Swap, 2, "d3,d4/b1,b2/first", Won},
		{Swap, 2, "d3,d4/a1,a2/first", Lost},
		{Online, 2, "d3,d4/b1,b2/first", Illegal},
		{Paper, 6, "b1,c1,a2,a3,b3,c3/b4,c4,d4,d3,d2,c2/first", Illegal},
		{Paper, 6, "b1,c1,a2,a3,b3,c2/b4,c4,d4,d3,d2,a1/first", None},
		{Booklet, 6, "b1,c1,a2,a3,b3,c3/b4,c4,d4,d3,d2,c2/first", None},
	} {
		g := game(t, positions.Rhombus, 4, c.men, c.rules)
		if got := g.Ending(g.View(position(t, g, c.position))); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.rules, c.position, got, c.want)
		}
	}
}

func TestCleared(t *testing.T) {
	g := game(t, positions.Rhombus, 4, 2, Online)
	for text, want := range map[string]Ending{
		"a1,b2/b3,d4/first": Drawn,
		"a1,b2/b3,c3/first": Lost,
		"b1,b2/b3,d3/first": Won,
		"b1,b2/b3,c3/first": None,
	} {
		if got := g.EndingAt(g.View(position(t, g, text)), true); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestSidesAreAlike plays from both ends: the half turn of a position with the
// other side to move has the turns turned.
func TestSidesAreAlike(t *testing.T) {
	for _, rules := range AllRules() {
		g := positiontest.Must(t, New, Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: rules}.Nearest())
		p := g.Start()
		q := Position{Men: [2]Set{g.Turned(p.Men[1]), g.Turned(p.Men[0])}, Turn: Second, Marked: g.Turned(p.Marked)}
		if g.View(p) != g.View(q) {
			t.Errorf("%s: the views differ", rules)
		}
		for i, turn := range g.AppendTurns(nil, g.View(p)) {
			after := g.Position(g.After(g.View(p), turn), Second)
			if after.Men[0].Len() != g.Men || after.Men[1] != p.Men[1] && !turn.Special {
				t.Errorf("%s, turn %d: %s", rules, i, g.Format(after))
			}
		}
	}
}

func TestPositionsAsText(t *testing.T) {
	g := game(t, positions.Rhombus, 4, 2, Booklet)
	for text, want := range map[string]string{
		"a1,a2/d4,d3/first":       "a1,a2/d3,d4/first",
		" A1 a2 / d3 d4 / second": "a1,a2/d3,d4/second",
		"a1,a2/d3,d4":             "a1,a2/d3,d4/first",
	} {
		p, err := g.ParsePosition(text)
		if err != nil || g.Format(p) != want {
			t.Errorf("%q: %s, %v", text, g.Format(p), err)
		}
	}
	for text, column := range map[string]int{
		"":                     1,
		"a1,a2":                1,
		"a1,e9/d3,d4":          4,
		"a1,a1/d3,d4":          4,
		"a1,a2/a1,d4":          7,
		"a1/d3,d4":             1,
		"a1,a2/d3":             7,
		"a1,a2/d3,d4/third":    13,
		"a1,a2/d3,d4/first/no": 1,
	} {
		_, err := g.ParsePosition(text)
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) || syntax.Column != column {
			t.Errorf("%q: %v, want column %d", text, err, column)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	g := game(f, positions.Square, 4, 2, Swap)
	f.Add("a1,a2/d4,d3/first")
	f.Add("a1 a2/d4 d3/second")
	f.Add("/\x00/")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := g.ParsePosition(g.Format(p))
		if err != nil || again != p {
			t.Errorf("%q: %v becomes %v (%v)", text, p, again, err)
		}
	})
}

func TestTurnsAsText(t *testing.T) {
	g := game(t, positions.Rhombus, 4, 1, Swap)
	p := position(t, g, "d3/d4/first")
	turn, err := g.ParseTurn("d3=d4", p)
	if err != nil || g.FormatTurn(g.View(p), turn, First) != "d3=d4" {
		t.Errorf("%v, %v", turn, err)
	}
	for _, text := range []string{"", "d3", "d3-a1", "x9-d3", "\x1b[2J"} {
		if _, err := g.ParseTurn(text, p); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestFingerprintsDiffer(t *testing.T) {
	seen := make(map[[32]byte]string)
	for _, rules := range AllRules() {
		for men := 1; men <= 3; men++ {
			for size := 1; size <= 5; size++ {
				g, err := New(Options{Shape: rules.Armies.Shapes[0], Size: size, Men: men, Rules: rules})
				if err != nil {
					continue // not played there
				}
				if other, ok := seen[g.Fingerprint()]; ok {
					t.Errorf("%s has the fingerprint of %s", g, other)
				}
				seen[g.Fingerprint()] = g.String()
			}
		}
	}
}

package certificate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// sample reads a certificate from testdata.
func sample(t *testing.T, name string) *Certificate {
	t.Helper()
	text := positiontest.Must(t, os.ReadFile, "testdata/"+name+".json")
	c, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// step returns the first step of a kind.
func (c *Certificate) step(kind Kind) *Step {
	for i := range c.Steps {
		if c.Steps[i].Kind == kind {
			return &c.Steps[i]
		}
	}
	return nil
}

// claims makes the certificate say that no line has fewer than lower moves and that
// none is known.
func (c *Certificate) claims(lower int) {
	c.Lower, c.Upper, c.Line, c.Status = lower, nil, nil, "unknown"
}

// Forgers who change several places so that they fit each other are found, too: by
// the argument, or by making the layers again.
func TestComposedForgeries(t *testing.T) {
	for _, f := range []struct {
		name, sample, reason string
		forge                func(t *testing.T, c *Certificate)
	}{
		{"a bound above the line", "square6-6-booklet", "the steps prove at least 11 moves, but by the line 10 are enough", func(_ *testing.T, c *Certificate) {
			c.step(Refutation).Moves = 10
		}},
		{"no line, and a bound above the optimum", "square6-6-booklet", "at depth 10 are 1 positions", func(t *testing.T, c *Certificate) {
			c.claims(11)
			*c.step(Refutation) = repaired(t, c.Puzzle, with(*c.step(Refutation), 9, 10))
			c.step(Refutation).pretendEmpty()
		}},
		{"another refutation on top", "square6-6-booklet", "at depth 10 are 1 positions", func(t *testing.T, c *Certificate) {
			c.claims(11)
			s := repaired(t, c.Puzzle, with(*c.step(Refutation), 10, 10))
			s.pretendEmpty()
			c.Steps = append(c.Steps, s)
		}},
		{"a greatest gain that is too small", "square6-6-booklet-gain", "19 is said to be the most", func(_ *testing.T, c *Certificate) {
			c.step(Gain).Value = 19
		}},
		{"smaller gains everywhere", "square6-6-booklet-gain", "at depth", func(t *testing.T, c *Certificate) {
			for i := range c.Steps {
				s := &c.Steps[i]
				if s.Kind == Gain && s.Moves == 5 {
					s.Value--
					*s = repaired(t, c.Puzzle, *s)
					s.pretendEmpty()
					for i := range s.Layers {
						s.Layers[i].Gain = min(s.Layers[i].Gain, s.Value)
					}
				}
				for j := range s.Bounds {
					s.Bounds[j].Gains[5]--
				}
			}
		}},
		{"impossible beside a line", "square4-3-booklet", "should be", func(_ *testing.T, c *Certificate) {
			c.Status = "impossible"
		}},
		{"no line where there is one", "square4-3-booklet", "the line has one of 5 moves", func(_ *testing.T, c *Certificate) {
			c.step(BreadthFirst).Value = -1
			c.Status, c.Lower = "impossible", 1
		}},
		{"no line, and none shown", "square4-3-booklet", "the goal is at distance 5, not -1", func(_ *testing.T, c *Certificate) {
			c.step(BreadthFirst).Value = -1
			c.claims(1)
			c.Status = "impossible"
		}},
		{"a game longer than the shortest one", "shortest-rhombus4-3-late", "late, 9 turns: there is a game of 9 turns", func(_ *testing.T, c *Certificate) {
			c.claims(10)
			c.Steps = append(c.Steps, Step{Kind: Late, Moves: 9})
		}},
		{"a search that ends too soon", "shortest-rhombus5-3", "after 1 turns are", func(_ *testing.T, c *Certificate) {
			c.claims(12)
			c.Steps = append(c.Steps, Step{Kind: Together, Moves: 11, Layers: []Layer{
				c.step(Together).Layers[0], {Depth: 1, Digest: Sum{}.String()},
			}})
		}},
		{"turns counted wrong", "shortest-rhombus5-3", "the armies need at least 9 turns, not 10", func(_ *testing.T, c *Certificate) {
			c.step(Turns).Value = 10
		}},
		{"a length left out", "shortest-rhombus5-3", "nothing needs this step", func(_ *testing.T, c *Certificate) {
			c.Steps = slices.DeleteFunc(c.Steps, func(s Step) bool { return s.Moves == 9 })
		}},
		{"a step of the other game", "shortest-rhombus5-3", "which shortest does not have", func(_ *testing.T, c *Certificate) {
			c.Steps = append(c.Steps, Step{Kind: Rows, Value: 9})
		}},
		{"a step of armies in a game of one", "square4-3-booklet", "unknown kind", func(_ *testing.T, c *Certificate) {
			c.Steps = append(c.Steps, Step{Kind: Late, Moves: 5})
		}},
		{"prices that prove too much", "square5-6-free-hops", "the prices rule out lines below", func(_ *testing.T, c *Certificate) {
			c.step(Assignment).Value = 10
		}},
		{"diagonals that prove too much", "square6-3-free-hops", "the diagonals rule out lines below 9 hops, not below 10", func(_ *testing.T, c *Certificate) {
			c.step(Diagonals).Value = 10
		}},
		{"weights that charge more than is lost", "square6-3-free-hops", "the weight 2 of a diagonal 1 away from that of a1", func(_ *testing.T, c *Certificate) {
			c.step(Diagonals).Weights = [][]int{{0, 2, 1, 0, 0, 0}}
		}},
		{"weights below nothing", "square6-3-free-hops", "the weight -1 of a diagonal 3 away from that of a1", func(_ *testing.T, c *Certificate) {
			c.step(Refutation).Weights[0][3] = -1
		}},
		{"weights for a larger board", "square6-3-free-hops", "7 weights for 6 diagonals", func(_ *testing.T, c *Certificate) {
			c.step(Diagonals).Weights = [][]int{{0, 0, 0, 0, 0, 0, 0}}
		}},
		{"more hops refuted than were looked for", "square6-3-free-losses", "there are 10 layers for 14 rows that may be lost", func(_ *testing.T, c *Certificate) {
			c.step(Losses).Moves = 10
			c.claims(11)
		}},
		{"layers that end before the line is found", "square6-3-free-losses", "losses of 10 hops: there is a line of 10 hops", func(t *testing.T, c *Certificate) {
			c.claims(11)
			*c.step(Losses) = repaired(t, c.Puzzle, Step{Kind: Losses, Moves: 10})
			for s := c.step(Losses); len(s.Layers) < 14; {
				s.Layers = append(s.Layers, Layer{Depth: len(s.Layers) + 1, Digest: Sum{}.String()})
			}
		}},
		{"a line that losses did not find", "square6-3-free-losses", "losses of 9 hops: it met the goal after 9, in no position", func(_ *testing.T, c *Certificate) {
			c.step(Losses).Met = 9
			c.claims(9)
		}},
		{"a relaxed game that does not lead to the goal", "square6-3-free-relaxed-met", "at depth 14 are", func(_ *testing.T, c *Certificate) {
			c.claims(11)
			s := c.step(Losses)
			s.Met, s.Layers = 0, nil
			last := &s.Relaxed[len(s.Relaxed)-1]
			*last = Layer{Depth: last.Depth, Digest: Sum{}.String()}
		}},
		{"layers left out though the relaxed game leads to the goal", "square6-3-free-relaxed-met", "losses of 10 hops: there is no layer at depth 1", func(_ *testing.T, c *Certificate) {
			c.claims(11)
			s := c.step(Losses)
			s.Met, s.Layers = 0, nil
		}},
		{"a relaxed game of fewer hops", "square6-3-free-relaxed", "there are 10 layers for 14 rows that may be lost", func(_ *testing.T, c *Certificate) {
			c.step(Losses).Moves = 10
			c.claims(11)
		}},
		{"losses where moves are counted", "square4-3-booklet", "diagonals are for short hops on a square", func(_ *testing.T, c *Certificate) {
			c.Steps = append(c.Steps, Step{Kind: Losses, Moves: 5})
		}},
		{"diagonals where moves are counted", "square4-3-booklet", "diagonals are for short hops on a square", func(_ *testing.T, c *Certificate) {
			c.Steps = append(c.Steps, Step{Kind: Diagonals, Value: 5, Weights: [][]int{{1, 1, 1, 1}}})
		}},
	} {
		t.Run(f.name, func(t *testing.T) {
			c := sample(t, f.sample)
			f.forge(t, c)
			_, err := c.Check()
			if err == nil {
				_, err = c.Recheck(context.Background(), 0, func(Recomputed) {})
			}
			if !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), f.reason) {
				t.Errorf("%v; it should say: %s", err, f.reason)
			}
		})
	}
}

// with returns a refutation of other lengths.
func with(s Step, from, moves int) Step {
	s.From, s.Moves, s.Met = from, moves, 0
	return s
}

// pretendEmpty ends a search with an empty layer, whatever it found.
func (s *Step) pretendEmpty() {
	last := s.Layers[len(s.Layers)-1]
	if s.Kind == Gain && last.Positions != 0 || last.Gain >= 26 {
		s.Layers = s.Layers[:len(s.Layers)-1]
		last = s.Layers[len(s.Layers)-1]
	}
	if last.Positions != 0 {
		s.Layers = append(s.Layers, Layer{Depth: last.Depth + 1, Digest: Sum{}.String()})
	}
}

// A refutation of a game that asks for less is no proof if only the puzzle's own game
// is known to have no shorter line. The goal without the mark is 8 moves away on this
// board, with it 9: layers from 9 on do not hold the goal any more, for an earlier one
// does, and so the search for 9 moves "finds nothing".
func TestRefutationOfAnotherGame(t *testing.T) {
	c := sample(t, "treffhalma-square6-3-booklet")
	if c.Lower != 9 || c.step(Refutation).Moves != 8 || !c.step(Refutation).Marked {
		t.Fatal("another sample is needed")
	}
	forged := with(*c.step(Refutation), 9, 9)
	forged.Marked = false
	forged = repaired(t, c.Puzzle, forged)
	c.Steps = append(c.Steps, forged)
	c.claims(10)
	_, err := c.Check()
	if !errors.Is(err, ErrWrong) {
		t.Errorf("10 moves are proven where 9 are enough: %v", err)
	}
	p, _ := c.Puzzle.puzzle()
	r := &recheck{model: newModel(p, false), ctx: context.Background(), step: forged, left: 1 << 40}
	if _, err := r.run(); !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "the goal is met after 8") {
		t.Errorf("recomputing: %v", err)
	}
}

// A text that is made to take long is refused at once: each case here would take
// minutes if it were checked step by step.
func TestCostIsBounded(t *testing.T) {
	many := func(n int, s Step) (out []Step) {
		for range n {
			out = append(out, s)
		}
		return out
	}
	for name, c := range map[string]struct {
		reason string
		steps  func(c *Certificate) []Step
	}{
		"steps":   {"already", func(c *Certificate) []Step { return many(20_000, *c.step(Assignment)) }},
		"a depth": {"up to 1000", func(*Certificate) []Step { return []Step{{Kind: Near, Moves: 1 << 40}} }},
		"lengths": {"up to 1000", func(c *Certificate) []Step { return []Step{with(*c.step(Refutation), 1<<40, 1<<40)} }},
		"bounds": {"sets of bounds", func(c *Certificate) []Step {
			s := *c.step(Refutation)
			for range 100_000 {
				s.Bounds = append(s.Bounds, s.Bounds[0])
			}
			return []Step{s}
		}},
		"gains": {"F is used up to", func(c *Certificate) []Step {
			c.step(Refutation).Bounds[0].Gains = make([]int, 1_000_000)
			return c.Steps
		}},
		"layers": {"layers for the depths", func(c *Certificate) []Step {
			c.step(Near).Layers = make([]Layer, 200_000)
			return c.Steps
		}},
		"wholes": {"are not lines of", func(c *Certificate) []Step {
			s := Step{Kind: Part, Value: 9, Whole: &Whole{Puzzle: c.Puzzle}}
			for range 1000 {
				s = Step{Kind: Part, Value: 9, Whole: &Whole{Puzzle: c.Puzzle, Steps: []Step{s}}}
			}
			return []Step{s}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			cert := sample(t, "square5-6-free-hops")
			cert.Steps = c.steps(cert)
			if _, err := cert.Check(); !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("%v; it should say: %s", err, c.reason)
			}
		})
	}
}

// What package json reads and another reader would read differently is refused.
func TestParseIsStrict(t *testing.T) {
	good := positiontest.Must(t, os.ReadFile, "testdata/square6-6-booklet.json")
	for reason, change := range map[string][2]string{
		`the field "lower" comes twice`: {`"lower": 10,`, `"lower": 10, "lower": 10,`},
		`unknown field "Lower"`:         {`"lower": 10,`, `"Lower": 10,`},
		`unknown field "ſtatus"`:        {`"status":`, `"ſtatus":`},
		`unknown field "mixed"`:         {`"depth": 0,`, `"depth": 0, "mixed": true,`},
		`null where a value is needed`:  {`"lower": 10,`, `"lower": null,`},
		`something follows`:             {"\n}\n", "\n} {}"},
		`the schema is "x"`:             {"halma-solve/certificate/1", "x"},
		`cannot unmarshal number 1e1`:   {`"lower": 10,`, `"lower": 1e1,`},
		`the field "depth" comes twice`: {`"depth": 3,`, `"depth": 3, "d\u0065pth": 2,`},
		`unknown field "halfway"`:       {`"whole":`, `"halfway":`},
	} {
		text := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(text, good) {
			text = bytes.Replace(good, []byte(`"kind": "gains"`), []byte(`"kind": "gains", "halfway": {}`), 1)
		}
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%v; it should say: %s", err, reason)
		}
	}
	if _, err := Parse([]byte(`{"steps":` + strings.Repeat(`[{"whole":{"steps":`, 20_000))); err == nil {
		t.Error("20,000 wholes within each other are read")
	}
	if _, err := Parse([]byte(strings.Repeat(" ", MaxText+1))); err == nil {
		t.Error("a greater text than MaxText is read")
	}
}

// Which bounds may be asked for together: each of these says what it does not rest on.
func TestBoundsOfRefutationsGoTogether(t *testing.T) {
	for name, c := range map[string]struct {
		bounds Bounds
		reason string // "" for none
	}{
		"rows":                  {Bounds{Rows: true}, ""},
		"a height":              {Bounds{Rows: true, Height: true}, ""},
		"images to a height":    {Bounds{Rows: true, Height: true, Images: true}, ""},
		"sums":                  {Bounds{Rows: true, Height: true, Images: true, Sums: true}, ""},
		"a height, no rows":     {Bounds{Height: true}, "rows lead to a height without rows"},
		"images, no rows":       {Bounds{Images: true}, ""},
		"sums, no images":       {Bounds{Rows: true, Height: true, Sums: true}, "sums alone"},
		"sums, not to a height": {Bounds{Rows: true, Images: true, Sums: true}, "sums alone"},
		"an assignment, moves":  {Bounds{Assigned: true}, "is for hops"},
	} {
		m := newModel(positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free}), false)
		c.bounds.Gains, c.bounds.Near = []int{0}, -1
		err := m.formBounds(Step{
			Kind: Refutation, Rules: RulesFree, From: 8, Moves: 8, Bounds: []Bounds{c.bounds}, Layers: []Layer{{Depth: 1}, {Depth: 2}},
		})
		if c.reason == "" && err != nil || c.reason != "" && (!errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("%s: %v, not %q", name, err, c.reason)
		}
	}
}

// Bounds are equal only if all that they say is.
func TestEqualBounds(t *testing.T) {
	var plain Bounds
	for i := range reflect.TypeFor[Bounds]().NumField() {
		other := Bounds{}
		switch field := reflect.ValueOf(&other).Elem().Field(i); field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int:
			field.SetInt(1)
		default:
			field.Set(reflect.ValueOf([]int{1}))
		}
		if plain.Equal(other) || other.Equal(plain) || !other.Equal(other) {
			t.Errorf("%+v: equal to bounds that say nothing, or not to itself", other)
		}
	}
}

// Prune leaves what Check wants, whatever older searches left in the steps.
func TestPrune(t *testing.T) {
	c := sample(t, "treffhalma-square6-3-booklet")
	p, err := c.Puzzle.puzzle()
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(c.Steps)
	idle := *c.step(Refutation)
	idle.Bounds = append([]Bounds{{Gains: []int{0}, Near: -1}}, idle.Bounds...)
	for i := range idle.Layers {
		idle.Layers = append([]Layer{}, idle.Layers...)
		idle.Layers[i].Bounds = 1
	}
	steps := []Step{{Kind: Gains, Value: 6}}
	for _, s := range c.Steps {
		switch s.Kind {
		case Refutation:
			s = idle
		case Near: // a shorter list of another run
			less := s
			less.Moves, less.Layers = s.Moves-1, s.Layers[:s.Moves]
			steps = append(steps, less)
		}
		steps = append(steps, s)
	}
	pruned, err := Prune(p, steps, c.Lower, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := json.Marshal(pruned); !bytes.Equal(got, want) {
		t.Errorf("%s\nis not\n%s", got, want)
	}
	if _, err := Prune(p, steps, c.Lower+1, false); !errors.Is(err, ErrWrong) {
		t.Errorf("steps for %d prove %d: %v", c.Lower, c.Lower+1, err)
	}
	if _, err := Prune(p, nil, 2, false); !errors.Is(err, ErrWrong) {
		t.Errorf("no steps prove 2: %v", err)
	}
	if _, err := Prune(p, c.Steps, 1, true); !errors.Is(err, ErrWrong) {
		t.Error("impossible without proof")
	}
}

package solver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Every proof on small boards must come out the same when the plain program of
// package certificate makes it again, layer by layer.
func TestCertificatesAreRecomputed(t *testing.T) {
	layers := map[certificate.Kind]int{}
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 4, Army: "3"},
		{Shape: positions.Square, Size: 5, Army: "6"},
		{Shape: positions.Square, Size: 5, Army: "block2x2"},
		{Shape: positions.Square, Size: 6, Army: "3", Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 5, Army: "3"},
		{Shape: positions.Rhombus, Size: 6, Army: "3"},
		{Shape: positions.Rhombus, Size: 5, Army: "6"},
		{Shape: positions.Star, Size: 1, Army: "1"},
		{Shape: positions.Star, Size: 2, Army: "3"},
		{Shape: positions.Star, Size: 2, Army: "6"},
	} {
		for _, p := range allRules(t, puzzles.Highscore, o) {
			t.Run(p.String(), func(t *testing.T) {
				for _, s := range recomputed(t, p) {
					layers[s.Kind] += len(s.Layers)
				}
			})
		}
	}
	t.Logf("layers recomputed: %v", layers)
	for _, kind := range []certificate.Kind{certificate.Near, certificate.Refutation} {
		if layers[kind] == 0 {
			t.Errorf("no step of the kind %s was seen", kind)
		}
	}
	if _, ok := layers[certificate.Assignment]; !ok {
		t.Error("no proof rests on prices")
	}
}

// The same of treffhalma, where the mark costs moves and where it does not.
func TestCertificatesWithMarkAreRecomputed(t *testing.T) {
	marked := map[certificate.Kind]int{}
	plain := 0
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 4, Army: "3"},
		{Shape: positions.Square, Size: 5, Army: "6"},
		{Shape: positions.Square, Size: 6, Army: "3"},
		{Shape: positions.Rhombus, Size: 4, Army: "3"},
		{Shape: positions.Rhombus, Size: 5, Army: "3", Jumps: positions.Super},
		{Shape: positions.Star, Size: 2, Army: "3"},
	} {
		for _, p := range allRules(t, puzzles.Treffhalma, o) {
			t.Run(p.String(), func(t *testing.T) {
				for _, s := range recomputed(t, p) {
					if s.Marked {
						marked[s.Kind] += len(s.Layers)
					} else {
						plain++
					}
				}
			})
		}
	}
	t.Logf("layers with mark recomputed: %v; %d steps without", marked, plain)
	if marked[certificate.Near] == 0 || marked[certificate.Refutation] == 0 || plain == 0 {
		t.Error("a kind of step was not seen")
	}
}

// allRules returns a puzzle under both rules of arrival and both counts.
func allRules(t *testing.T, newPuzzle func(puzzles.Options) (*puzzles.Puzzle, error), o puzzles.Options) (out []*puzzles.Puzzle) {
	t.Helper()
	for _, o.Arrival = range []positions.Arrival{positions.Booklet, positions.Free} {
		for _, o.Count = range []positions.Count{positions.Moves, positions.Hops} {
			p := positiontest.Must(t, newPuzzle, o)
			out = append(out, p)
		}
	}
	return out
}

// recomputed solves a puzzle, makes all of its certificate again and returns its
// steps.
func recomputed(t *testing.T, p *puzzles.Puzzle) []certificate.Step {
	t.Helper()
	c := certify(t, p)
	_, err := c.Recheck(context.Background(), 3_000_000, func(r certificate.Recomputed) {
		if r.Layers != r.Of && r.Reason != "derived above, nothing to recompute" {
			t.Errorf("%s: %d of %d layers: %s", r.Step, r.Layers, r.Of, r.Reason)
		}
	})
	if err != nil {
		t.Error(err)
	}
	return c.Steps
}

func certify(t *testing.T, p *puzzles.Puzzle) *certificate.Certificate {
	t.Helper()
	r, err := solver.Solve(context.Background(), p, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := solver.Certify(r, "test")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := made.Write(&text); err != nil {
		t.Fatal(err)
	}
	c := positiontest.Must(t, certificate.Parse, text.Bytes())
	f, err := c.Check()
	if err != nil {
		t.Fatal(err)
	}
	if f.Lower < r.Lower {
		t.Fatalf("the certificate proves %d, the result %d", f.Lower, r.Lower)
	}
	return c
}

// What is changed in a certificate is noticed: by the argument, or at the latest
// by recomputing.
func TestWrongCertificates(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	good := certify(t, p)
	refutation, near := -1, -1
	for i, s := range good.Steps {
		switch s.Kind {
		case certificate.Refutation:
			refutation = i
		case certificate.Near:
			near = i
		}
	}
	if refutation < 0 || near < 0 {
		t.Fatal("the proof has no refutation or lists no positions near the start")
	}
	last := len(good.Steps[refutation].Layers) - 1
	for name, spoil := range map[string]func(c *certificate.Certificate){
		"lower bound too great": func(c *certificate.Certificate) { c.Lower++; *c.Upper++ },
		"status":                func(c *certificate.Certificate) { c.Status = "bounded" },
		"a move of the line":    func(c *certificate.Certificate) { c.Line[0] = c.Line[1] },
		"the line's last move":  func(c *certificate.Certificate) { c.Line = c.Line[:len(c.Line)-1] },
		"a step left out": func(c *certificate.Certificate) {
			c.Steps = append(c.Steps[:refutation:refutation], c.Steps[refutation+1:]...)
		},
		"gains left out":   func(c *certificate.Certificate) { c.Steps = append(c.Steps[:near:near], c.Steps[near+1:]...) },
		"a gain too small": func(c *certificate.Certificate) { c.Steps[refutation].Bounds[0].Gains[1] = 0 },
		"a layer left out": func(c *certificate.Certificate) { l := &c.Steps[refutation].Layers; *l = append((*l)[:1], (*l)[2:]...) },
		"the end left out": func(c *certificate.Certificate) { c.Steps[refutation].Layers = c.Steps[refutation].Layers[:last] },
		"a count":          func(c *certificate.Certificate) { c.Steps[refutation].Layers[1].Positions++ },
		"a digest": func(c *certificate.Certificate) {
			c.Steps[refutation].Layers[1].Digest = c.Steps[refutation].Layers[0].Digest
		},
		"a gain of a layer":        func(c *certificate.Certificate) { c.Steps[near].Layers[1].Gain++ },
		"the goal court":           func(c *certificate.Certificate) { c.Puzzle.Goal[0] = "a1" },
		"an unknown kind":          func(c *certificate.Certificate) { c.Steps[near].Kind = "magic" },
		"marked without a mark":    func(c *certificate.Certificate) { c.Steps[near].Marked = true },
		"treffhalma":               func(c *certificate.Certificate) { c.Puzzle.Game = "treffhalma" },
		"a wrong game":             func(c *certificate.Certificate) { c.Puzzle.Game = "solo" },
		"bounds that do not exist": func(c *certificate.Certificate) { c.Steps[refutation].Layers[0].Bounds = 7 },
	} {
		t.Run(name, func(t *testing.T) {
			c := certify(t, p) // a copy of its own
			spoil(c)
			_, err := c.Check()
			if err == nil {
				_, err = c.Recheck(context.Background(), 1_000_000, func(certificate.Recomputed) {})
			}
			if !errors.Is(err, certificate.ErrWrong) && !errors.Is(err, certificate.ErrText) {
				t.Errorf("not noticed: %v", err)
			}
		})
	}
}

// Prices, which proofs of hops rest on, are checked as well.
func TestWrongPrices(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "block2x2", Arrival: positions.Free, Count: positions.Hops})
	for name, spoil := range map[string]func(s *certificate.Step){
		"a bound too great":  func(s *certificate.Step) { s.Value++ },
		"a price too great":  func(s *certificate.Step) { s.Prices[0] += 100 },
		"a price beyond all": func(s *certificate.Step) { s.Prices[0] = 1 << 62 },
		"a price left out":   func(s *certificate.Step) { s.Prices = s.Prices[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			c := certify(t, p)
			priced := 0
			for i := range c.Steps {
				if c.Steps[i].Kind == certificate.Assignment {
					spoil(&c.Steps[i])
					priced++
				}
			}
			if priced == 0 {
				t.Fatal("the proof has no prices")
			}
			if _, err := c.Check(); !errors.Is(err, certificate.ErrWrong) {
				t.Errorf("not noticed: %v", err)
			}
		})
	}
}

func ExampleCertify() {
	p, _ := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 4})
	r, _ := solver.Solve(context.Background(), p, solver.Options{Workers: 1})
	c, _ := solver.Certify(r, "example")
	f, _ := c.Check()
	fmt.Println(c.Status, f.Lower)
	// Output: optimal 5
}

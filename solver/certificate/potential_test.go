package certificate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// A potential has to be one: then a position's loss is what no line gets back.
func TestPotentialsAreChecked(t *testing.T) {
	c := sample(t, "rhombus7-3-free-hops-super")
	good := c.step(Refutation)
	p, err := c.Puzzle.puzzle()
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(p, false)
	if _, err := m.newPotential(*good); err != nil {
		t.Fatal(err)
	}
	aside := slices.IndexFunc(m.mirror, func(to positions.Cell) bool { return int(to) > 0 && m.mirror[to] != to && m.turn[to] != m.mirror[to] })
	for name, f := range map[string]struct {
		reason string
		forge  func(s *Step)
	}{
		"too steep":          {"are allowed", func(s *Step) { s.Unit-- }},
		"no unit":            {"the unit 0", func(s *Step) { s.Unit = 0; clear(s.Potential) }},
		"a great unit":       {"the unit 1001", func(s *Step) { s.Unit = 1001 }},
		"one cell too many":  {"50 potentials for 49 cells", func(s *Step) { s.Potential = append(s.Potential, 0) }},
		"beyond reason":      {"is beyond reason", func(s *Step) { s.Potential[0] = 1 << 40 }},
		"not for the mirror": {"is not that of its images", func(s *Step) { s.Potential[aside]++; s.Potential[m.turn[aside]]--; s.Unit++ }},
		"not for the turn": {"is not that of its images", func(s *Step) {
			s.Potential[aside]++
			s.Potential[m.mirror[aside]]++
			s.Unit++
		}},
		"more than all hops add": {"so many hops do not add", func(s *Step) { s.Moves = 1 }},
	} {
		s := *good
		s.Potential = slices.Clone(s.Potential)
		f.forge(&s)
		if _, err := m.newPotential(s); !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), f.reason) {
			t.Errorf("%s: %v, not %q", name, err, f.reason)
		}
	}
	moves := *p
	moves.Count = positions.Moves
	if _, err := newModel(&moves, false).newPotential(*good); !errors.Is(err, ErrWrong) {
		t.Errorf("where moves are counted: %v", err)
	}
	for name, forge := range map[string]func(s *Step){
		"rows":                    func(s *Step) { s.Bounds[0].Rows = true },
		"positions near":          func(s *Step) { s.Bounds[0].Near = 0 },
		"gains":                   func(s *Step) { s.Bounds[0].Gains = []int{0, 1} },
		"in the first layer only": func(s *Step) { s.Bounds = append(s.Bounds, Bounds{Gains: []int{0}, Near: -1}); s.Layers[1].Bounds = 1 },
		"in later layers only": func(s *Step) {
			s.Bounds = []Bounds{{Gains: []int{0}, Near: -1}, s.Bounds[0]}
			for i := range s.Layers[1:] {
				s.Layers[1+i].Bounds = 1
			}
		},
		"a potential for nobody": func(s *Step) { s.Bounds[0].Potential = false },
	} {
		s := *good
		s.Bounds, s.Layers = slices.Clone(s.Bounds), slices.Clone(s.Layers)
		forge(&s)
		if err := m.formBounds(s); !errors.Is(err, ErrWrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package solver

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// claimed is a result from outside that says so much of a puzzle.
func claimed(p *puzzles.Puzzle, line puzzles.Line, lower int, impossible bool) *Result {
	r := &Result{Puzzle: p, Lower: lower, Upper: NoUpper, Line: line, Proof: "because I say so"}
	if line != nil {
		r.Upper, r.Moves, r.Hops = p.Cost(line), len(line), line.Hops()
	}
	r.Status = r.Standing(impossible)
	return r.AsClaim()
}

// On small boards a claim is proven just if it is true, whatever it says.
func TestCheckClaimAgreesWithTheOptimum(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Star, Size: 1},
		{Shape: positions.Square, Size: 4, Count: positions.Hops},
		{Shape: positions.Rhombus, Size: 4, Arrival: positions.Free},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		best, err := Solve(context.Background(), p, Options{})
		if err != nil || best.Status != Optimal {
			t.Fatalf("%s: %v, %v", p, best.Status, err)
		}
		for lower := 0; lower <= best.Upper+2; lower++ {
			for _, line := range []puzzles.Line{nil, best.Line} {
				if line != nil && lower > best.Upper {
					continue // no file can say that
				}
				r := claimed(p, line, lower, false)
				if r.Status == Optimal || r.Lower > 1 {
					t.Fatalf("%s: at least %d is believed as it stands: %s, lower %d", p, lower, r.Status, r.Lower)
				}
				stopped, err := CheckClaim(context.Background(), r, Options{})
				switch {
				case lower > best.Upper:
					if !errors.Is(err, ErrClaim) {
						t.Errorf("%s: at least %d, the optimum is %d: %v", p, lower, best.Upper, err)
					}
				case err != nil || stopped != "" || r.Unproven() || r.Lower < lower:
					t.Errorf("%s: at least %d, the optimum is %d: proven %d, stopped %q, %v", p, lower, best.Upper, r.Lower, stopped, err)
				}
			}
		}
		if _, err := CheckClaim(context.Background(), claimed(p, nil, 1, true), Options{}); !errors.Is(err, ErrClaim) {
			t.Errorf("%s: no line, it says: %v", p, err)
		}
	}
}

// A search that is stopped proves nothing, and nobody's word becomes a bound.
func TestCheckClaimStopped(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := claimed(p, nil, 40, false)
	stopped, err := CheckClaim(ctx, r, Options{})
	if err != nil || stopped != "interrupt" || !r.Unproven() || r.Lower >= 40 || r.Status != Unknown {
		t.Errorf("stopped %q, lower %d, %s, %v", stopped, r.Lower, r.Status, err)
	}
}

func TestLearnAndAttach(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 1})
	best, err := Solve(context.Background(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := claimed(p, best.Line, 4, false)
	if err := r.Learn(&Result{Lower: 3, Upper: NoUpper, Proof: "x"}, FromStore); err != nil || !r.Unproven() || r.Lower != 3 || r.Claim.Source != FromStore || r.Status != Bounded {
		t.Errorf("%v, %+v", err, r)
	}
	if err := r.Attach(4, 4, false, "argument only"); err != nil || !r.Certified() || !r.Unproven() || r.Lower != 3 || r.Status != Bounded {
		t.Errorf("a certificate whose layers nobody has made again: %v, %+v", err, r)
	}
	if err := r.Learn(&Result{Lower: 4, Upper: NoUpper}, FromCheck); err != nil || r.Unproven() || r.Status != Optimal {
		t.Errorf("%v, %+v", err, r)
	}
	if err := r.Attach(5, NoUpper, false, ""); !errors.Is(err, ErrClaim) {
		t.Errorf("a certificate that contradicts the line: %v", err)
	}
	if err := r.Attach(1, 3, false, ""); !errors.Is(err, ErrClaim) {
		t.Errorf("a certificate with a shorter line: %v", err)
	}
	if err := r.Learn(&Result{Lower: 5, Upper: NoUpper}, FromStore); err == nil || errors.Is(err, ErrClaim) {
		t.Errorf("a store that contradicts a legal line: %v", err)
	}
	none := claimed(p, nil, 1, true)
	if err := none.Attach(1, NoUpper, true, "argument only"); err != nil || !none.Certified() || !none.Unproven() {
		t.Errorf("%v, %+v", err, none)
	}
	if err := none.Learn(&Result{Lower: 1, Upper: NoUpper, Status: Impossible}, FromStore); err != nil || none.Unproven() || none.Status != Impossible {
		t.Errorf("%v, %+v", err, none)
	}
}

// TestKnownElsewhere: of a file without a line it is known how long the shortest line is
// that store or atlas have; a file with a line says it itself.
func TestKnownElsewhere(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"})
	found := solve(t, p, memory{})
	longer := *found
	longer.Line, longer.Upper, longer.Lower, longer.Status = append(slices.Clone(found.Line), found.Line[0]), found.Upper+1, 1, Bounded
	for _, c := range []struct {
		line bool
		from []*Result
		want int
	}{
		{false, nil, NoUpper},
		{false, []*Result{&longer}, found.Upper + 1},
		{false, []*Result{&longer, found}, found.Upper},
		{false, []*Result{found, &longer}, found.Upper},
		{true, []*Result{found}, NoUpper},
	} {
		r := &Result{Puzzle: p, Upper: NoUpper}
		if c.line {
			r.Line, r.Upper = longer.Line, longer.Upper
		}
		r = r.AsClaim()
		for _, known := range c.from {
			if err := r.Learn(known, FromStore); err != nil {
				t.Fatal(err)
			}
		}
		if r.Claim.Known != c.want || (r.Line != nil) != c.line {
			t.Errorf("a line %t, %d sources: %d is known, want %d", c.line, len(c.from), r.Claim.Known, c.want)
		}
	}
}

package peg

import (
	"context"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Whatever is made of all positions ends with its time and with its context, and says so.
func TestTablesKeepToLimits(t *testing.T) {
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 5, From: "a1", To: "a1"})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, do := range map[string]func(context.Context, session.Options) error{
		"table of what can be won": func(ctx context.Context, o session.Options) error {
			_, _, err := LoadWinTable(ctx, nil, p, o)
			return err
		},
		"table of distances": func(ctx context.Context, o session.Options) error {
			_, err := NewDistanceTable(ctx, p, o)
			return err
		},
		"counts of what can be won": func(ctx context.Context, o session.Options) error {
			_, err := WinnablePositions(ctx, p, o)
			return err
		},
		"exploration": func(ctx context.Context, o session.Options) error {
			_, err := Explore(ctx, p, o)
			return err
		},
	} {
		for _, c := range []struct {
			ctx  context.Context
			o    session.Options
			want error
		}{
			{t.Context(), session.Options{Time: 1, Workers: 1}, session.ErrTime},
			{over, session.Options{Workers: 1}, session.ErrInterrupt},
			{t.Context(), session.Options{Memory: 1 << 8, Workers: 1}, session.ErrMemory},
		} {
			if err := do(c.ctx, c.o); !errors.Is(err, ErrUnsettled) || !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want the limit %v", name, err, c.want)
			}
		}
	}
}

// TestConfirmWithinTheTime: a search that is over before it begins has proven nothing.
func TestConfirmWithinTheTime(t *testing.T) {
	p := pegPuzzle(t, puzzles.Solo, "", "")
	found, err := session.Answer(t.Context(), p, session.Options{Beam: 100, Workers: 1}, Search)
	if err != nil || found.Line == nil {
		t.Fatal(found, err)
	}
	r, err := Confirm(t.Context(), p, found.Line, nil, session.Options{Time: 1, Workers: 1})
	if err != nil || r.Interrupted != session.StoppedByTime || r.Status != session.Bounded {
		t.Errorf("%s, interrupted by %q, %v", r.Status, r.Interrupted, err)
	}
}

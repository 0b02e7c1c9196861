package levels

import (
	"context"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// TestForward compares values and lines with those of whole tables, with a table of
// results that is too small as well.
func TestForward(t *testing.T) {
	for _, c := range []struct {
		game    string
		options map[string]string
	}{
		{"tippy", map[string]string{"size": "3"}},
		{"gefangen2", nil},
		{"gefangen2", map[string]string{"count-jumper": "true"}},
		{"gefangen2", map[string]string{"size": "1", "landing": "stay"}},
		{"dutch", map[string]string{"size": "2x6", "rows": "2"}},
		{"dutch", map[string]string{"size": "3x5"}},
		{"zug", map[string]string{"size": "5x5"}},
	} {
		g := game(t, c.game, c.options)
		table := solved(t, g, Options{Workers: 2})
		asked := 0
		err := table.Part(0, 1, func(p contest.Position) error {
			v, err := table.Lookup(p)
			if err != nil {
				return err
			}
			if asked++; asked%(int(table.Count()/40)+1) != 0 && p != g.Start() {
				return nil
			}
			for _, memory := range []int64{1 << 20, 1} {
				b, err := Forward(t.Context(), g, p, Options{Memory: memory})
				if err != nil || !b.Settled() || b.Lower != v.Score {
					t.Errorf("%s: %s is %+v, %v, in the table %v", g, g.Format(p), b, err, v)
				}
				q, score := p, v.Score
				for _, played := range b.Line {
					if got, err := table.Lookup(q); err != nil || got.Score != played.Value.Score {
						t.Fatalf("%s: the line from %s says %d of %s, the table %v", g, g.Format(p), played.Value.Score, g.Format(q), got)
					}
					q, score = played.After, -(score - played.Gain)
				}
				if len(g.AppendTurns(nil, q)) > 0 || score != g.Final(q).Score {
					t.Errorf("%s: the line from %s ends at %s with %d", g, g.Format(p), g.Format(q), score)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestForwardStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := game(t, "tippy", map[string]string{"size": "6", "men": "9"})
	b, err := Forward(ctx, g, g.Start(), Options{Memory: 1 << 20})
	if !errors.Is(err, context.Canceled) || b.Lower != -18 || b.Upper != 18 || b.Line != nil {
		t.Errorf("%+v, %v", b, err)
	}
	cats := game(t, "cats", nil)
	if b, err := Forward(ctx, cats, cats.Start(), Options{}); !errors.Is(err, context.Canceled) || b.Settled() {
		t.Errorf("%v", err)
	}
}

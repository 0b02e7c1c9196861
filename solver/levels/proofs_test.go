package levels

import (
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// TestProofs compares proofs with whole tables: what is won must be found, what is
// drawn must not be proven, with hardly any room as well; distances must be right.
func TestProofs(t *testing.T) {
	for _, c := range []struct {
		game    string
		options map[string]string
	}{
		{"gomoku", map[string]string{"size": "3", "men": "3"}},
		{"gomoku", map[string]string{"size": "3x4", "men": "3"}},
		{"topsecret", nil},
		{"cats", map[string]string{"size": "3", "cats": "1", "mice": "6"}},
	} {
		g := game(t, c.game, c.options)
		table := solved(t, g, Options{Workers: 2})
		asked := 0
		found := map[int]int{}
		err := table.Part(0, 1, func(p contest.Position) error {
			if asked++; asked%(int(table.Count()/30)+1) != 0 && p != g.Start() {
				return nil
			}
			v, err := table.Lookup(p)
			if err != nil {
				return err
			}
			for _, memory := range []int64{0, 1} {
				b, err := proveForward(t.Context(), g, p, Options{Memory: memory}, 3_000)
				switch {
				case v.Score == 0 && (b.Settled() || !errors.Is(err, ErrOpen) || b.Within < 2):
					t.Errorf("%s: %s is drawn: %+v, %v", g, g.Format(p), b, err)
				case b.Settled() && (b.Lower != v.Score || b.Turns != v.Turns) || v.Score != 0 && b.Within >= v.Turns:
					t.Errorf("%s: %s is %v: %+v", g, g.Format(p), v, b)
				case b.Settled():
					found[v.Score]++
				case v.Score != 0 && memory == 0 && v.Turns < 4:
					t.Errorf("%s: %s is %v, which was not found", g, g.Format(p), v)
				}
			}
			return nil
		})
		if err != nil || found[1] < 10 || found[-1] < 5 {
			t.Errorf("%s: %v, found %v", g, err, found)
		}
	}
}

// TestProofsInLittleMemory: a search whose table is full gets to the end all the same, and
// the table keeps to its memory.
func TestProofsInLittleMemory(t *testing.T) {
	g := game(t, "topsecret", map[string]string{"size": "6"}) // 11 turns: see its Known
	free, err := proveForward(t.Context(), g, g.Start(), Options{}, 0)
	if err != nil || free.Lower != 1 || free.Turns != 11 {
		t.Fatalf("%+v, %v", free, err)
	}
	const memory = 100_000 // for some 3,000 of the positions
	b, err := proveForward(t.Context(), g, g.Start(), Options{Memory: memory}, 200_000)
	if err != nil || b.Lower != 1 || b.Turns != 11 || b.Within != 10 {
		t.Errorf("%+v, %v", b, err)
	}
	if b.Bytes > memory || b.Searched <= free.Searched || free.Bytes < 4*memory {
		t.Errorf("%d bytes, %d positions; without a limit %d bytes, %d positions", b.Bytes, b.Searched, free.Bytes, free.Searched)
	}
}

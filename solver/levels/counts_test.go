package levels

import (
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// TestCounts compares numbers of reachable positions with those that two other
// programs found alike.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		game    string
		options map[string]string
		plain   bool // without symmetry
		open    bool // only positions that are not over
		want    int64
	}{
		{"tippy", map[string]string{"size": "3"}, false, true, 738},
		{"tippy", nil, false, true, 77_520},
		{"dutch", map[string]string{"size": "2x6", "rows": "2"}, true, false, 6_012},
		{"dutch", map[string]string{"size": "3x5"}, true, false, 6_474},
		{"dutch", map[string]string{"size": "3x5", "rows": "2"}, true, false, 36_081},
		{"dutch", map[string]string{"size": "4x5"}, true, false, 252_434},
		{"zug", map[string]string{"front": "0"}, true, false, 188_612},
		{"zug", nil, true, false, 791_176},
		{"gomoku", map[string]string{"size": "3", "men": "3"}, true, false, 5_390},
		{"topsecret", nil, true, false, 29_341},
		{"gefangen2", map[string]string{"size": "1"}, true, false, 17},
		{"gefangen2", nil, true, false, 21_321},
	} {
		g, err := contest.New(contest.KindOf(c.game), c.options)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Reach(t.Context(), g, Options{Workers: 2, Plain: c.plain})
		if err != nil {
			t.Fatal(err)
		}
		got := s.Count()
		if c.open {
			got -= s.over()
		}
		if got != c.want {
			t.Errorf("%s: %d positions, want %d", g, got, c.want)
		}
	}
}

// over counts the positions without turns.
func (s *Space) over() (n int64) {
	for at := range s.levels {
		s.levels[at].Each(0, len(s.levels[at].Words), func(code uint64, _ int) {
			if len(s.Game.AppendTurns(nil, s.Game.At(at, code))) == 0 {
				n++
			}
		})
	}
	return n
}

// An estimate of a game counts a position for all that symmetries make of it.
func TestEstimateCountsImages(t *testing.T) {
	for name, want := range map[string]int{"tippy": 8, "gefangen2": 12, "several": 1} {
		e := EstimateOf(game(t, name, nil))
		if e.Alike != want || e.Each <= 0 || e.Time(1_000*int64(want)) != 1_000*e.Each {
			t.Errorf("%s: %+v, %d images", name, e, want)
		}
	}
}

package contest

import (
	"math"
	"testing"
)

// Rolls fall as often as they should, after whatever roll fell before, and other seeds
// make other games.
func TestFall(t *testing.T) {
	g, err := New(dice, nil)
	if err != nil {
		t.Fatal(err)
	}
	rolls := g.Rules.(Dice).Rolls()
	const seeds, turns = 3000, 36
	var seen [21]int
	var pairs [6][6]int // of the first and the second half of a list of six even parts
	games := map[[8]int]bool{}
	for seed := range uint64(seeds) {
		var game [8]int
		before := -1
		for turn := range turns {
			at := Fall(rolls, seed<<20, turn)
			seen[at]++
			part := at * 6 / 21
			if before >= 0 {
				pairs[before][part]++
			}
			if before = part; turn < len(game) {
				game[turn] = at
			}
		}
		games[game] = true
	}
	part := [6]float64{}
	for i, n := range seen {
		want := float64(seeds*turns*rolls[i].Weight) / 36
		if math.Abs(float64(n)-want) > 5*math.Sqrt(want) {
			t.Errorf("%s falls %d times, %.0f are expected", rolls[i].Name, n, want)
		}
		part[i*6/21] += float64(rolls[i].Weight) / 36
	}
	for a := range pairs {
		for b, n := range pairs[a] {
			want := part[a] * part[b] * seeds * (turns - 1)
			if math.Abs(float64(n)-want) > 5*math.Sqrt(want) {
				t.Errorf("part %d after part %d: %d times, %.0f are expected", b, a, n, want)
			}
		}
	}
	if len(games) < seeds*99/100 {
		t.Errorf("only %d games of %d seeds", len(games), seeds)
	}
}

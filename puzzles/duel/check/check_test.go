package check

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// answer is what a source says of a position.
type answer struct {
	value duel.Value
	plies int
}

// table is a source that knows what is written in it.
type table map[duel.View]answer

func (t table) Lookup(v duel.View) (duel.Value, int, error) { return t[v].value, t[v].plies, nil }

func game(t *testing.T, size, men int, rules *duel.Rules) *duel.Game {
	t.Helper()
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: size, Men: men, Rules: rules}.Nearest())
	return g
}

// views lists all positions.
func views(g *duel.Game) (out []duel.View) {
	var armies []duel.Set
	for s := range duel.Set(1) << g.Board.Len() {
		if s.Len() == g.Men {
			armies = append(armies, s)
		}
	}
	for _, mine := range armies {
		for _, theirs := range armies {
			for marked := range mine | theirs + 1 {
				v := duel.View{Mine: mine, Theirs: theirs, Marked: marked}
				if mine&theirs == 0 && marked&^(mine|theirs) == 0 && (marked&mine).Len() == g.Marked && (marked&theirs).Len() == g.Marked {
					out = append(out, v)
				}
				if g.Marked == 0 {
					break
				}
			}
		}
	}
	return out
}

// truth works out a game level by level. late is for games with a limit of turns.
func truth(g *duel.Game, late bool) table {
	all, known := views(g), make(table)
	for _, v := range all {
		if value, over := g.EndingAt(v, late).Value(); over {
			known[v] = answer{value, 0}
			if value == duel.ValueIllegal || value == duel.ValueDrawn {
				known[v] = answer{value, duel.NoPlies}
			}
		} else if len(g.AppendTurns(nil, v)) == 0 {
			known[v] = answer{duel.ValueLost, 0}
		}
	}
	for ply := 1; ; ply++ {
		found := make(table)
		for _, v := range all {
			if _, ok := known[v]; ok {
				continue
			}
			losing := true
			for _, t := range g.AppendTurns(nil, v) {
				after, ok := known[g.After(v, t)]
				if ok && after.value == duel.ValueLost {
					found[v] = answer{duel.ValueWon, ply}
				}
				losing = losing && ok && after.value == duel.ValueWon
			}
			if losing {
				found[v] = answer{duel.ValueLost, ply}
			}
		}
		if len(found) == 0 {
			break
		}
		maps.Copy(known, found)
	}
	for _, v := range all {
		if _, ok := known[v]; !ok {
			known[v] = answer{duel.ValueDrawn, duel.NoPlies}
		}
	}
	return known
}

// tested lists the games of the tests: those of all rule sets without a limit of turns
// with about so many men, and one of two kinds of men, all of a few thousand positions.
func tested(t *testing.T, men int) (out []*duel.Game) {
	for _, rules := range duel.AllRules() {
		if rules.Limit != nil || rules.Armies.Marked != nil {
			continue
		}
		if g := game(t, 3, men, rules); g.Men == men || men == 1 {
			out = append(out, g)
		}
	}
	return append(out, positiontest.Must(t, duel.New, duel.Options{Shape: positions.Square, Size: 3, Men: 2, Rules: duel.Treff}))
}

func TestAcceptsTheTruth(t *testing.T) {
	for men := 1; men <= 2; men++ {
		for _, g := range tested(t, men) {
			source := truth(g, false)
			var want duel.Counts
			longest, turns := 0, int64(0)
			for v, a := range source {
				want.Add(a.value, 2)
				turns += 2 * int64(len(g.AppendTurns(nil, v)))
				if a.value == duel.ValueWon {
					longest = max(longest, a.plies)
				}
			}
			for workers := range 3 {
				r, err := All(context.Background(), g, source, workers)
				if err != nil {
					t.Fatalf("%s: %v", g, err)
				}
				if r.Counts != want || r.Longest != longest || r.Turns != turns || !r.Distances || r.Anew {
					t.Errorf("%s: %+v, want %+v, longest %d, %d turns", g, r, want, longest, turns)
				}
			}
		}
	}
}

// TestFindsLies changes the value or the distance of positions in turn, under every
// rule set: of all that there are with one man, of some hundred where there are more.
func TestFindsLies(t *testing.T) {
	for _, g := range tested(t, 1) {
		source := truth(g, false)
		tried := 0
		all := views(g)
		for i := 0; i < len(all); i += max(1, len(all)*len(all)/120_000) {
			v, a := all[i], source[all[i]]
			lies := []answer{{a.value, a.plies + 1}, {a.value, a.plies - 1}}
			if a.plies == duel.NoPlies {
				lies = nil
			}
			for other := range duel.Value(4) {
				if other != a.value {
					lies = append(lies, answer{other, max(a.plies, 2)})
				}
			}
			for _, lie := range lies {
				if lie.plies == duel.NoPlies {
					continue // no distance is no lie: see TestWithoutDistances
				}
				tried++
				source[v] = lie
				if _, err := All(context.Background(), g, source, 1); !errors.Is(err, ErrWrong) {
					t.Errorf("%s: %s is %+v, %+v passes: %v", g, g.Format(g.Position(v, duel.First)), a, lie, err)
				}
			}
			source[v] = a
		}
		if tried < 60 {
			t.Errorf("%s: only %d lies tried", g, tried)
		}
	}
}

// TestWithoutDistances takes the distances away: what is left is no proof, and the
// report says so; a value that contradicts its neighbours is found all the same.
func TestWithoutDistances(t *testing.T) {
	g := game(t, 3, 2, duel.Booklet)
	source := truth(g, false)
	for v, a := range source {
		source[v] = answer{a.value, duel.NoPlies}
	}
	r, err := All(context.Background(), g, source, 2)
	if err != nil || r.Distances {
		t.Errorf("%+v, %v", r, err)
	}
	start := g.View(g.Start())
	for other := range duel.Value(4) {
		if other == source[start].value {
			continue
		}
		lie := maps.Clone(source)
		lie[start] = answer{other, duel.NoPlies}
		if _, err := All(context.Background(), g, lie, 2); !errors.Is(err, ErrWrong) {
			t.Errorf("the start is %s, %s passes: %v", source[start].value, other, err)
		}
	}
}

// TestDrawsAreNoWins calls all drawn positions wins at once, with some distance.
func TestDrawsAreNoWins(t *testing.T) {
	g := game(t, 3, 3, duel.Booklet)
	claims, drawn := truth(g, false), 0
	for v, a := range claims {
		if a.value == duel.ValueDrawn {
			drawn++
			claims[v] = answer{duel.ValueWon, 7}
		}
	}
	if drawn == 0 {
		t.Fatal("no draws")
	}
	if _, err := All(context.Background(), g, claims, 2); !errors.Is(err, ErrWrong) {
		t.Errorf("%d draws called wins: %v", drawn, err)
	}
}

// atLimit works out the values with no turn made, one turn after the other.
func atLimit(g *duel.Game, turns int) map[duel.View]duel.Value {
	now := make(map[duel.View]duel.Value)
	for v, a := range truth(g, true) {
		now[v] = a.value
	}
	for range turns {
		before := make(map[duel.View]duel.Value)
		for v := range now {
			value, over := g.Ending(v).Value()
			if !over {
				value = duel.ValueLost
				for _, t := range g.AppendTurns(nil, v) {
					switch now[g.After(v, t)] {
					case duel.ValueLost:
						value = duel.ValueWon
					case duel.ValueDrawn:
						if value == duel.ValueLost {
							value = duel.ValueDrawn
						}
					}
				}
			}
			before[v] = value
		}
		now = before
	}
	return now
}

func TestLimited(t *testing.T) {
	ctx := context.Background()
	for _, turns := range []int{0, 1, 2, 9} {
		g := game(t, 3, 1, duel.Online)
		values := atLimit(g, turns)
		lookup := func(v duel.View) duel.Value { return values[v] }
		r, err := Limited(ctx, g, turns, lookup, 2)
		if err != nil || !r.Anew || r.Positions != int64(2*len(values)) {
			t.Fatalf("%d turns: %+v, %v", turns, r, err)
		}
		for v, right := range values {
			for lie := range duel.Value(4) {
				values[v] = lie
				if _, err := Limited(ctx, g, turns, lookup, 1); lie != right && !errors.Is(err, ErrWrong) {
					t.Errorf("%d turns: %s is %s, %s passes: %v", turns, g.Format(g.Position(v, duel.First)), right, lie, err)
				}
			}
			values[v] = right
		}
	}
	if _, err := Limited(ctx, game(t, 6, 3, duel.Online), 100, nil, 1); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large, but %v", err)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := game(t, 4, 2, duel.Paper)
	if r, err := All(ctx, g, table{}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := Limited(ctx, game(t, 4, 2, duel.Online), 4, nil, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", r, err)
	}
}

package solver

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// memory is a Store that forgets at the end of the test.
type memory map[[32]byte]Record

func (m memory) Get(f [32]byte) (Record, bool) { r, ok := m[f]; return r, ok }

func (m memory) Put(f [32]byte, r Record) error { m[f] = m[f].Merge(r); return nil }

func solve(t *testing.T, p *puzzles.Puzzle, s Store) *Result {
	t.Helper()
	r, err := Solve(context.Background(), p, Options{Store: s, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSecondQuestionIsAnsweredByTheStore(t *testing.T) {
	store := memory{}
	p := cases.Sample(t, positions.Booklet)
	first := solve(t, p, store)
	second := solve(t, p, store)
	if first.Cached || !second.Cached {
		t.Errorf("cached: first %t, second %t", first.Cached, second.Cached)
	}
	if second.Status != Optimal || second.Upper != first.Upper || second.Moves != first.Moves || second.Hops != first.Hops {
		t.Errorf("first %s %d, second %s %d", first.Status, first.Upper, second.Status, second.Upper)
	}
}

func TestFreeBoundsHoldForTheBooklet(t *testing.T) {
	store := memory{}
	free, booklet := cases.Sample(t, positions.Free), cases.Sample(t, positions.Booklet)
	r := solve(t, free, store)
	store[free.Fingerprint()] = told(free, r.Lower) // the bound alone
	k := session.NewKnowledge(booklet, session.NewRun(context.Background(), Options{Store: store}))
	k.Recall()
	if k.Lower() != r.Lower || k.Proof() != "told" {
		t.Errorf("booklet takes over the bound %d, want %d", k.Lower(), r.Lower)
	}
	// Not the other way round, unless the bound was proven of the free game.
	store = memory{booklet.Fingerprint(): told(booklet, 99)}
	k = session.NewKnowledge(free, session.NewRun(context.Background(), Options{Store: store}))
	if k.Recall(); k.Lower() == 99 {
		t.Error("a bound of the booklet's game was believed for the free one")
	}
	store = memory{}
	r = solve(t, booklet, store)
	if len(store) != 1 || Recall(free, store).Lower != r.Lower {
		t.Errorf("of %d records the free game takes over the bound %d, want %d", len(store), Recall(free, store).Lower, r.Lower)
	}
}

// told is a record of a bound whose steps prove it, if their layers are believed.
func told(p *puzzles.Puzzle, lower int) Record {
	s := certificate.Step{Kind: certificate.BreadthFirst, Rules: p.Arrival.String(), Marked: p.Marked.Len() > 0, Value: lower}
	for d := range lower + 1 {
		s.Layers = append(s.Layers, certificate.Layer{Depth: d, Positions: 1})
	}
	return Record{Lower: lower, Proof: "told", Steps: []certificate.Step{s}}
}

func TestDamagedRecordsAreMisses(t *testing.T) {
	p := cases.Sample(t, positions.Booklet)
	good := solve(t, p, memory{})
	for name, rec := range map[string]Record{
		"illegal line":       {Lower: 3, Line: good.Line[1:], Cost: good.Upper - 1},
		"bound above line":   {Lower: good.Upper + 1, Line: good.Line, Cost: good.Upper},
		"no steps":           {Lower: 2},
		"steps for less":     {Lower: 4, Steps: told(p, 3).Steps},
		"rows too far away":  {Lower: 999, Steps: []certificate.Step{{Kind: certificate.Rows, Value: 999}}},
		"impossible":         {Lower: 3, Steps: told(p, 3).Steps, Impossible: true},
		"cell off the board": {Lower: 3, Line: puzzles.Line{{0, 200}}, Cost: 1},
	} {
		k := session.NewKnowledge(p, session.NewRun(context.Background(), Options{Store: memory{p.Fingerprint(): rec}}))
		if k.Recall(); k.Lower() != 1 || k.Upper() != NoUpper {
			t.Errorf("%s: believed %d … %d", name, k.Lower(), k.Upper())
		}
		if r := solve(t, p, memory{p.Fingerprint(): rec}); r.Status != Optimal || r.Upper != good.Upper {
			t.Errorf("%s: the answer is %s %d, want optimal %d", name, r.Status, r.Upper, good.Upper)
		}
	}
}

package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// exhaustives are small spaces of each kind.
func exhaustives(t *testing.T) map[string]Options {
	all := func(k Kind, p *puzzles.Puzzle) Options {
		return Options{Kind: k, Game: p, Unique: UniqueNone, Hardest: math.MaxInt32, Exhaustive: true}
	}
	figure := func(k Kind, shape positions.Shape, size, men int) Options {
		o := all(k, transferGame(t, shape, size, men))
		o.Game.Arrival = positions.Free
		return o
	}
	solo := all(Solo, positiontest.Must(t, puzzles.Solo, puzzles.Options{To: ""}))
	solo.Men = 4
	three := all(Solo, positiontest.Must(t, puzzles.Solo, puzzles.Options{To: "any"}))
	three.Men, three.MinMoves, three.MaxMoves = 3, 2, 2
	masked := all(Solo, positiontest.Must(t, puzzles.Solo, puzzles.Options{To: "c4"}))
	masked.Men, masked.Mask = 5, positiontest.Cells(t, masked.Game.Board, "d6", "d5", "c5", "d4", "c4", "b4", "e4", "f4", "d3")
	booklet := all(Endgame, positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"}))
	free := all(Endgame, positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 1, Army: "3", Arrival: positions.Free}))
	free.MinMoves, free.MaxMoves = 2, 3
	super := all(Endgame, positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 4, Army: "3", Jumps: positions.Super}))
	mirrored := figure(Connection, positions.Square, 4, 4)
	mirrored.Symmetric = true
	pairs := figure(Treffpunkt, positions.Rhombus, 3, 3)
	pairs.MinMoves, pairs.MaxMoves = 1, 3
	super.MinMoves, super.MaxMoves = 5, MaxMoves
	lines := figure(Connection, positions.Rhombus, 4, 4)
	lines.MinMoves, lines.MaxMoves = 5, 9
	transfer := all(Transfer, transferGame(t, positions.Square, 4, 3))
	transfer.MinMoves, transfer.MaxMoves = 4, 9
	return map[string]Options{
		"solo": solo, "three": three, "masked": masked, "booklet": booklet, "free": free, "super": super, "mirrored": mirrored, "pairs": pairs,
		"lines":    lines,
		"transfer": transfer, "treffpunkt": figure(Treffpunkt, positions.Square, 4, 2),
	}
}

// everyTask lists every puzzle of a space with its least number of moves, one by
// one, by definition.
func everyTask(t *testing.T, o *Options) map[task]int {
	t.Helper()
	b, men := o.Game.Board, o.Game.Men()
	cells := slices.Collect(func(yield func(positions.Cell) bool) {
		for c := range positions.Cell(b.Len()) {
			if (o.Mask == (positions.Bits{}) || o.Mask.Has(c)) && !yield(c) {
				return
			}
		}
	})
	if o.Kind == Solo {
		men = o.Men
	}
	var sets []positions.Bits
	var choose func(set positions.Bits, from, left int)
	choose = func(set positions.Bits, from, left int) {
		if left == 0 {
			sets = append(sets, set)
			return
		}
		for i := from; i < len(cells); i++ {
			choose(set.With(cells[i]), i+1, left-1)
		}
	}
	choose(positions.Bits{}, 0, men)
	out := make(map[task]int)
	add := func(p *puzzles.Puzzle) {
		p = p.From(p.Start, positions.Bits{})
		name := taskOf(p)
		if _, known := out[name]; known || o.Symmetric && len(mirrorsOf(b, p.Start)) == 0 {
			return
		}
		if n := plainLength(o, p); n > 0 {
			out[name] = n
		}
	}
	at := func(game *puzzles.Puzzle, start positions.Bits) *puzzles.Puzzle {
		p := *game
		p.Start = start
		return &p
	}
	for _, start := range sets {
		switch o.Kind {
		case Solo, Endgame:
			add(at(o.Game, start))
		case Connection:
			var goals []positions.Bits
			for _, s := range Straights(b, men) {
				goals = append(goals, s.Cells)
			}
			add(at(withGoals(o.Game, goals), start))
		case Transfer:
			if goal := puzzles.HalfTurn(b).Apply(start); linked(b, start, 1) && !goal.Intersects(start) {
				add(at(withGoals(o.Game, []positions.Bits{goal}), start))
			}
		case Treffpunkt:
			for _, goal := range sets {
				if linked(b, start, 1) && linked(b, goal, 1) && !goal.Intersects(start) {
					add(at(withGoals(o.Game, []positions.Bits{goal}), start))
				}
			}
		}
	}
	return out
}

// plainLength is the least number of moves by a search forwards, 0 for none.
func plainLength(o *Options, p *puzzles.Puzzle) int {
	if o.Kind == Solo {
		for n, list := range plainLines(p, p.Men()) {
			if len(list) > 0 {
				return n
			}
		}
		return 0
	}
	w := newWalker(positions.NewMoveTable(p.Board, p.Jumps), p)
	seen := map[positions.Bits]bool{p.Start: true}
	layer := []positions.Bits{p.Start}
	for n := 0; len(layer) > 0; n++ {
		var next []positions.Bits
		for _, men := range layer {
			if p.Ended(men, positions.Bits{}) {
				return n
			}
			for _, m := range w.turns(men, false) {
				if to := after(men, m); !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return 0
}

// An enumeration has every puzzle of its space that is as long as wanted, once and
// graded as others, in the same order for any number of workers, and can be gone on
// with.
func TestExhaustive(t *testing.T) {
	positiontest.Long(t)
	for name, o := range exhaustives(t) {
		t.Run(name, func(t *testing.T) {
			text := emit(t, &Batch{Options: o, Count: math.MaxInt32, Workers: 3})
			want := everyTask(t, &o)
			from, to := o.MinMoves, o.MaxMoves
			if to == 0 {
				for _, n := range want {
					from, to = max(from, n), max(to, n)
				}
			}
			for key, n := range want {
				if n < from || n > to {
					delete(want, key)
				}
			}
			if len(want) < 2 || len(want) > 200 {
				t.Fatalf("%d puzzles", len(want))
			}
			var list []*Puzzle
			last := MaxMoves
			for line := range bytes.Lines(text) {
				p, err := ParseRecord(line, o.Form())
				if err != nil {
					t.Fatal(err)
				}
				id, key := ID(p.Kind, p.Task), taskOf(p.Task)
				if want[key] != len(p.Line) {
					t.Errorf("%s needs %d moves, want %d (0: not to be there, or twice)", id, len(p.Line), want[key])
				}
				delete(want, key)
				if len(p.Line) > last {
					t.Errorf("%s comes late", id)
				}
				if last = len(p.Line); len(list)%17 == 0 && last < 5 {
					plain := o
					plain.MinMoves, plain.MaxMoves = last, last
					checkPuzzle(t, p, &plain)
				}
				list = append(list, p)
			}
			if len(want) > 0 {
				t.Errorf("%d of %d puzzles are missing", len(want), len(want)+len(list))
			}
			half := len(list) / 2
			later := Batch{Options: o, Count: math.MaxInt32, Workers: 1, Known: list[:half], From: list[half-1].Index + 1}
			if rest := emit(t, &later); !bytes.HasSuffix(text, rest) || bytes.Count(rest, []byte{'\n'}) != len(list)-half {
				t.Error("an enumeration that was gone on with differs")
			}
		})
	}
}

// The most puzzles asked for are the first ones.
func TestExhaustiveCounts(t *testing.T) {
	o := exhaustives(t)["lines"]
	all := emit(t, &Batch{Options: o, Count: math.MaxInt32})
	var some []byte
	tally, err := (&Batch{Options: o, Count: 2, Workers: 2}).Run(context.Background(), func(p *Puzzle) error {
		text, err := json.Marshal(p)
		some = append(append(some, text...), '\n')
		return err
	})
	if err != nil || tally.Found != 2 || tally.All != bytes.Count(all, []byte{'\n'}) || !bytes.HasPrefix(all, some) {
		t.Errorf("%+v, %v", tally, err)
	}
}

// What does not fit is refused, with what would.
func TestExhaustiveRefuses(t *testing.T) {
	large := exhaustives(t)
	endgame := large["booklet"]
	endgame.Game = positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Army: "10"})
	paired := large["treffpunkt"]
	paired.Game = transferGame(t, positions.Square, 8, 6)
	paired.Game.Arrival = positions.Free
	for want, o := range map[string]Options{"the largest army of the star 4 (121 holes) that fits has 3,": endgame, "4 men of the square 8×8 fit": paired} {
		_, err := (&Batch{Options: o, Count: 1}).Run(context.Background(), nil)
		if !errors.Is(err, ErrSpace) || !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for name, change := range map[string]func(o *Options){
		"seed":      func(o *Options) { o.Seed = 1 },
		"one bound": func(o *Options) { o.MinMoves = 1 },
		"order":     func(o *Options) { o.MinMoves, o.MaxMoves = 3, 2 },
		"men":       func(o *Options) { o.Men = 1 },
	} {
		o := large["solo"]
		change(&o)
		if err := o.Check(); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Batch{Options: large["lines"], Count: 1}).Run(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

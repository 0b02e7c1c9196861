package levels

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// A plain game is written once more from the booklets' words, on text: a symbol a
// cell, row by row from the bottom, "." empty. It shares nothing with the rules that
// are tested.
type plainGame interface {
	start() plainState
	turns(s plainState) []plainTurn
	final(s plainState) int // of a state without turns: 1 won, 0 drawn, -1 lost for the side to move
}

type plainState struct {
	cells      string
	turn, hand int
}

type plainTurn struct {
	after plainState
	gain  int
	again bool // the same side is to move
}

// moves calls f for each man of the side to move in a rectangle of cells: with what is on
// a cell, and what makes the turn to one. It returns those turns.
func (s plainState) moves(w, h int, f func(x, y int, at func(x, y int) byte, end func(x, y int))) (turns []plainTurn) {
	at := func(x, y int) byte {
		if x < 0 || x >= w || y < 0 || y >= h {
			return '#'
		}
		return s.cells[y*w+x]
	}
	for i := range s.cells {
		if s.cells[i] != "XO"[s.turn] {
			continue
		}
		f(i%w, i/w, at, func(x, y int) {
			cells := []byte(s.cells)
			cells[i], cells[y*w+x] = '.', "XO"[s.turn]
			turns = append(turns, plainTurn{after: plainState{cells: string(cells), turn: 1 - s.turn}})
		})
	}
	return turns
}

// orPass returns the moves of a side. Without any it passes if the other one has some,
// unless it loses.
func (s plainState) orPass(moves func(plainState) []plainTurn, loses bool) []plainTurn {
	turns := moves(s)
	if len(turns) == 0 && !loses {
		s.turn = 1 - s.turn
		if len(moves(s)) > 0 {
			turns = append(turns, plainTurn{after: s})
		}
	}
	return turns
}

// plainValues solves a plain game: it lists all states, then goes through all of them
// again and again.
func plainValues(g plainGame, scores bool) map[plainState]contest.Value {
	next := map[plainState][]plainTurn{}
	for todo := []plainState{g.start()}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, met := next[s]; met {
			continue
		}
		next[s] = unique(g, s)
		for _, t := range next[s] {
			todo = append(todo, t.after)
		}
	}
	if scores {
		return plainScores(g, next)
	}
	values := map[plainState]contest.Value{}
	for n, idle := 0, 0; idle < 2; n++ { // a distance may be nobody's, if only passes lie between
		found := map[plainState]contest.Value{}
		for s, turns := range next {
			if _, known := values[s]; known {
				continue
			}
			if len(turns) == 0 && n == 0 && g.final(s) != 0 {
				found[s] = contest.Value{Score: g.final(s), Turns: 0}
			}
			lost := len(turns) > 0
			for _, t := range turns {
				v, known := values[t.after]
				if t.again {
					v.Score = -v.Score
				}
				if known && v.Score < 0 {
					found[s] = contest.Value{Score: 1, Turns: n}
				}
				lost = lost && known && v.Score > 0
			}
			if lost {
				found[s] = contest.Value{Score: -1, Turns: n}
			}
		}
		idle++
		for s, v := range found {
			values[s], idle = v, 0
		}
	}
	for s := range next {
		if _, known := values[s]; !known {
			values[s] = contest.Value{Turns: contest.NoTurns}
		}
	}
	return values
}

// unique lists the turns of a state, each result once.
func unique(g plainGame, s plainState) []plainTurn {
	turns := []plainTurn{}
	met := map[plainState]bool{}
	for _, t := range g.turns(s) {
		if !met[t.after] {
			met[t.after] = true
			turns = append(turns, t)
		}
	}
	return turns
}

func plainScores(g plainGame, next map[plainState][]plainTurn) map[plainState]contest.Value {
	values := map[plainState]contest.Value{}
	var value func(s plainState) int
	value = func(s plainState) int {
		if v, known := values[s]; known {
			return v.Score
		}
		best := 0
		for i, t := range next[s] {
			score := t.gain - value(t.after)
			if t.again {
				score = t.gain + value(t.after)
			}
			if i == 0 || score > best {
				best = score
			}
		}
		values[s] = contest.Value{Score: best, Turns: contest.NoTurns}
		return best
	}
	for s := range next {
		value(s)
	}
	return values
}

// plainOf writes a position as the plain games do: rectangles by columns and rows.
func plainOf(g *contest.Game, p contest.Position, signs string, w, h int) plainState {
	cells := make([]byte, 0, w*h)
	for y := range h {
		for x := range w {
			sign := byte('.')
			for i := range signs {
				if c := g.Board.CellAt(positions.Point{X: x, Y: y}); c != positions.NoCell && p.Men[i].Has(c) {
					sign = signs[i]
				}
			}
			cells = append(cells, sign)
		}
	}
	return plainState{cells: string(cells), turn: int(p.Turn), hand: int(p.Hand)}
}

// agree compares the table of a game, with and without symmetry, with a plain game.
func agree(t *testing.T, name string, options map[string]string, plain plainGame, of func(*contest.Game, contest.Position) plainState) {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	want := plainValues(plain, g.Kind.Scores)
	whole := solved(t, g, Options{Workers: 2, Plain: true})
	reduced := solved(t, g, Options{Workers: 1})
	if int(whole.Count()) != len(want) {
		t.Fatalf("%s: %d positions, the plain game has %d", g, whole.Count(), len(want))
	}
	if reduced.Count() > whole.Count() {
		t.Errorf("%s: %d positions with symmetry, %d without", g, reduced.Count(), whole.Count())
	}
	wrong := 0
	err = whole.Part(0, 1, func(p contest.Position) error {
		v, err := whole.Lookup(p)
		if err != nil {
			return err
		}
		w, err := reduced.Lookup(p)
		if err != nil {
			return err
		}
		if plain, ok := want[of(g, p)]; !ok || v != plain || w != plain {
			if wrong++; wrong < 5 {
				t.Errorf("%s: %s is %v, with symmetry %v, the plain game says %v (%v)", g, g.Format(p), v, w, plain, ok)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	line, err := g.Line(whole, g.Start())
	if err != nil {
		t.Error(err)
	}
	p := g.Start()
	for _, played := range line {
		choices, err := g.Choices(whole, p)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := whole.Lookup(p); contest.Best(choices)[0] != played || v != played.Value {
			t.Fatalf("%s: the line plays %s in %s, which is %v", g, g.FormatTurn(p, played.After), g.Format(p), v)
		}
		p = played.After
	}
}

// alike plays games at random, and compares in each position the turns, or who has
// won, with those of a plain game. It is for sizes that are too large to solve.
func alike(t *testing.T, name string, options map[string]string, plain plainGame, of func(*contest.Game, contest.Position) plainState) {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		p := g.Start()
		for range 120 {
			turns, want := g.AppendTurns(nil, p), unique(plain, of(g, p))
			got := map[plainState]bool{}
			for _, turn := range turns {
				got[of(g, turn.After)] = turn.Again
			}
			for _, turn := range want {
				if again, ok := got[turn.after]; !ok || again != turn.again {
					t.Fatalf("%s: %s has no turn to %+v", g, g.Format(p), turn)
				}
			}
			if len(got) != len(turns) || len(got) != len(want) {
				t.Fatalf("%s: %s has %d turns to %d positions, %d in the plain game", g, g.Format(p), len(turns), len(got), len(want))
			}
			if len(turns) == 0 {
				if g.Score(p) != plain.final(of(g, p)) {
					t.Fatalf("%s: %s is %d, in the plain game %d", g, g.Format(p), g.Score(p), plain.final(of(g, p)))
				}
				break
			}
			p = turns[random.IntN(len(turns))].After
		}
	}
}

func solved(t *testing.T, g *contest.Game, o Options) *Table {
	t.Helper()
	table, err := Solve(context.Background(), g, o)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", g, err))
	}
	return table
}

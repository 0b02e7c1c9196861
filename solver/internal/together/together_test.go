package together

import (
	"context"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// plainState is a position of the plain game below: the man on every cell, 'w' of the
// winner, 'h' of the helpers, '.' nobody; and who moves.
type plainState struct {
	cells  string
	winner bool
}

// plain is the game as the rules tell it, slow and without any thought.
type plain struct {
	points [][2]int       // where the cells lie
	cell   map[[2]int]int // and which lies there
	ways   [][2]int
	super  bool // jumps over any distance
	asked  map[plainState][]plainState
}

func (g plain) at(cells string, x, y int) byte {
	if c, ok := g.cell[[2]int{x, y}]; ok {
		return cells[c]
	}
	return '#'
}

// next lists the positions after a turn of one army.
func (g plain) next(s plainState) []plainState {
	list, ok := g.asked[s]
	if !ok {
		list = g.turns(s)
		g.asked[s] = list
	}
	return list
}

func (g plain) turns(s plainState) (list []plainState) {
	own := byte('h')
	if s.winner {
		own = 'w'
	}
	for from := range s.cells {
		if s.cells[from] != own {
			continue
		}
		lifted := []byte(s.cells)
		lifted[from] = '.'
		without := string(lifted)
		put := func(x, y int) {
			after := []byte(without)
			after[g.cell[[2]int{x, y}]] = own
			if string(after) != s.cells {
				list = append(list, plainState{string(after), !s.winner})
			}
		}
		landed := map[[2]int]bool{}
		var jump func(x, y int)
		jump = func(x, y int) {
			for _, d := range g.ways {
				far := 1
				for g.super && g.at(without, x+far*d[0], y+far*d[1]) == '.' {
					far++
				}
				over := g.at(without, x+far*d[0], y+far*d[1])
				free := over == 'w' || over == 'h'
				for n := far + 1; n <= 2*far; n++ {
					free = free && g.at(without, x+n*d[0], y+n*d[1]) == '.'
				}
				if to := [2]int{x + 2*far*d[0], y + 2*far*d[1]}; free && !landed[to] {
					landed[to] = true
					put(to[0], to[1])
					jump(to[0], to[1])
				}
			}
		}
		x, y := g.points[from][0], g.points[from][1]
		for _, d := range g.ways {
			if g.at(without, x+d[0], y+d[1]) == '.' {
				put(x+d[0], y+d[1])
			}
		}
		jump(x, y)
	}
	return list
}

// plainOf returns the plain game of a puzzle and its cells.
func plainOf(p *puzzles.Puzzle) (plain, string) {
	g := plain{asked: map[plainState][]plainState{}, super: p.Jumps.Long(), cell: map[[2]int]int{}, ways: [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}}
	for c := range positions.Cell(p.Board.Len()) {
		at := p.Board.Point(c)
		g.points = append(g.points, [2]int{at.X, at.Y})
		g.cell[[2]int{at.X, at.Y}] = int(c)
	}
	if p.Board.Shape() == positions.Square {
		g.ways = append(g.ways, [2]int{1, 1}, [2]int{-1, -1})
	}
	cells := make([]byte, p.Board.Len())
	for c := range cells {
		switch at := positions.Cell(c); {
		case p.Marked.Has(at):
			cells[c] = 'w'
		case p.Start.Has(at):
			cells[c] = 'h'
		default:
			cells[c] = '.'
		}
	}
	return g, string(cells)
}

// setOf returns the cells with men of one army.
func setOf(cells string, of byte) (s set) {
	for c := range cells {
		if cells[c] == of {
			s = s.With(positions.Cell(c))
		}
	}
	return s
}

// everyPosition lists the ways in which the armies of a puzzle can stand on its board.
func everyPosition(p *puzzles.Puzzle) (all []string) {
	men, cells := p.Marked.Len(), p.Board.Len()
	var place func(winners, helpers int, made []byte)
	place = func(winners, helpers int, made []byte) {
		if len(made) == cells {
			if winners == men && helpers == men {
				all = append(all, string(made))
			}
			return
		}
		place(winners, helpers, append(made, '.'))
		if winners < men {
			place(winners+1, helpers, append(made, 'w'))
		}
		if helpers < men {
			place(winners, helpers+1, append(made, 'h'))
		}
	}
	place(0, 0, nil)
	return all
}

var small = []puzzles.Options{
	{Shape: positions.Rhombus, Size: 3, Army: "1"},
	{Shape: positions.Rhombus, Size: 4, Army: "1"},
	{Shape: positions.Square, Size: 3, Army: "3"},
	{Shape: positions.Square, Size: 4, Army: "1"},
	{Shape: positions.Rhombus, Size: 3, Army: "3"},
	{Shape: positions.Star, Size: 1, Army: "1"},
	{Shape: positions.Star, Size: 1, Army: "3"},
	{Shape: positions.Star, Size: 2, Army: "1"},
}

// long are games with long jumps.
var long = []puzzles.Options{
	{Shape: positions.Rhombus, Size: 4, Army: "1", Jumps: positions.Super},
	{Shape: positions.Square, Size: 4, Army: "1", Jumps: positions.Super},
	{Shape: positions.Square, Size: 5, Army: "1", Jumps: positions.Super},
	{Shape: positions.Rhombus, Size: 3, Army: "3", Jumps: positions.Super},
	{Shape: positions.Star, Size: 1, Army: "3", Jumps: positions.Super},
	{Shape: positions.Star, Size: 2, Army: "1", Jumps: positions.Super},
}

// TestShortestAgreesWithPlainGame holds the answer against a breadth-first search of
// the plain game.
func TestShortestAgreesWithPlainGame(t *testing.T) {
	more := slices.Concat(small, long)
	if positiontest.Whole() {
		more = append(more, puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"})
	}
	for _, o := range more {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		g, cells := plainOf(p)
		want := -1
		layer := []plainState{{cells, true}, {cells, false}}
		met := map[plainState]bool{layer[0]: true, layer[1]: true}
		for turns := 0; want < 0 && len(layer) > 0; turns++ {
			var next []plainState
			for _, s := range layer {
				if setOf(s.cells, 'w') == p.Goal && !s.winner {
					want = turns
				}
				for _, n := range g.next(s) {
					if !met[n] {
						met[n] = true
						next = append(next, n)
					}
				}
			}
			layer = next
		}
		res, err := session.Answer(context.Background(), p, session.Options{Workers: 2}, Search)
		if err != nil {
			t.Fatal(err)
		}
		if want < 0 && res.Upper != session.NoUpper || want >= 0 && (res.Upper != want || res.Status != session.Optimal) {
			t.Errorf("%s: %d turns, %s; the plain game takes %d", p, res.Upper, res.Status, want)
		}
		if r, err := verify.Replay(p, res.Line); err != nil || r.Moves != want {
			t.Errorf("%s: replay says %v, %v", p, r, err)
		}
	}
}

// TestInTimeNeverRefusesWhatCanBeWon goes back from all won positions of small boards,
// as every turn can be taken back, and asks the judge about all with exactly the turns
// that they need, and with one pair more.
func TestInTimeNeverRefusesWhatCanBeWon(t *testing.T) {
	var asked, refused, byRows int
	more := slices.Concat(small, long)
	if positiontest.Whole() {
		more = append(more, puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"}, puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"})
	}
	for _, o := range more {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := plainOf(p)
		dist := map[plainState]int{}
		var layer []plainState
		for _, cells := range everyPosition(p) {
			if setOf(cells, 'w') == p.Goal {
				s := plainState{cells, false}
				dist[s] = 0
				layer = append(layer, s)
			}
		}
		space := newSpace[[1]uint64](p)
		space.rows = bounds.NewArmyRows[[1]uint64](p)
		if err := space.rows.Fill(p.Goal, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		j := space.judge()
		for turns := 1; len(layer) > 0; turns++ {
			var before []plainState
			for _, s := range layer {
				for _, n := range g.next(plainState{s.cells, !s.winner}) { // the turn that led here, taken back
					from := plainState{n.cells, !s.winner}
					if _, known := dist[from]; known {
						continue
					}
					dist[from] = turns
					before = append(before, from)
				}
			}
			layer = before
		}
		for s, turns := range dist {
			winners, helpers := setOf(s.cells, 'w'), setOf(s.cells, 'h')
			for _, n := range []int{turns, turns + 2} {
				a, b := (n+1)/2, n/2
				if asked++; !j.inTime(winners, helpers, a, b, s.winner) {
					t.Fatalf("%s: %s, winner to move %v, is won in %d turns, refused with %d", p, s.cells, s.winner, turns, n)
				}
			}
			for n := turns - 2; n >= 0; n -= 2 {
				if !j.inTime(winners, helpers, (n+1)/2, n/2, s.winner) {
					refused++
				}
				if !j.rows.InTime(winners, helpers, (n+1)/2, s.winner) && j.counts(winners, helpers, (n+1)/2, n/2) {
					byRows++
				}
			}
		}
	}
	if asked < 5000 || refused < 1000 || byRows < 1000 {
		t.Errorf("asked %d times and refused %d, %d for their rows: the test says too little", asked, refused, byRows)
	}
}

// TestAscent checks the order of lengths: up from the bound until a game is found, then
// the lengths between.
func TestAscent(t *testing.T) {
	for _, c := range []struct {
		known, shortest int // games that beams find are those of shortest turns and more
		want            []int
	}{
		{session.NoUpper, 12, []int{10, 11, 12}},
		{session.NoUpper, 29, []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 30, 29}},
		{14, 12, []int{10, 11, 12}},
		{12, 99, []int{10, 11}},
		{10, 99, nil},
	} {
		l, upper := ascent{Failed: 9, Most: 40}, c.known
		var got []int
		for n := l.length(upper); n > 0; n = l.length(upper) {
			got = append(got, n)
			if n >= c.shortest {
				upper, l.Found = n, true
			} else {
				l.Failed = n
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("known %d, to be found %d: lengths %v, want %v", c.known, c.shortest, got, c.want)
		}
	}
	l := ascent{Failed: 9, Most: 40}
	n := 0
	for at := l.length(session.NoUpper); at > 0; at = l.length(session.NoUpper) {
		if at <= l.Failed || at > 40 {
			t.Fatalf("length %d after %d", at, l.Failed)
		}
		l.Failed, n = at, n+1
	}
	if l.Failed != 40 || n > 31 {
		t.Errorf("without any game the last of %d lengths is %d", n, l.Failed)
	}
}

// TestBeamsFindShortGames holds what narrow beams find against what is published: 24
// turns on 8×8 with eight directions.
func TestBeamsFindShortGames(t *testing.T) {
	p, err := puzzles.Shortest(puzzles.Options{Shape: positions.Square, Size: 8, Army: "10"})
	if err != nil {
		t.Fatal(err)
	}
	h := newHunt(session.NewRun(t.Context(), session.Options{Workers: 1}), newSpace[[1]uint64](p), 24, 1500)
	line, err := h.search(1 << 62)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := verify.Replay(p, line); err != nil || r.Moves != 24 {
		t.Errorf("replay says %v, %v", r, err)
	}
}

// TestThreeMenCrossTheStar in 27 turns: without rows nothing but 17 was proven.
func TestThreeMenCrossTheStar(t *testing.T) {
	p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Star, Size: 4, Army: "3"})
	res, err := session.Answer(t.Context(), p, session.Options{Workers: 2}, Search)
	if err != nil || res.Status != session.Optimal || res.Upper != 27 {
		t.Errorf("%d turns, %s, %v", res.Upper, res.Status, err)
	}
	if r, err := verify.Replay(p, res.Line); err != nil || r.Moves != 27 {
		t.Errorf("replay says %v, %v", r, err)
	}
}

// TestNoStepsWhereRowsAreTooMany for the plain program: a certificate would be refused.
func TestNoStepsWhereRowsAreTooMany(t *testing.T) {
	for _, c := range []struct {
		puzzles.Options
		steps int
	}{
		{puzzles.Options{Shape: positions.Star, Size: 4, Army: "3"}, 1},
		{puzzles.Options{Shape: positions.Square, Size: 16, Army: "3"}, 0},
	} {
		p := positiontest.Must(t, puzzles.Shortest, c.Options)
		s := newSpace[[4]uint64](p)
		if n := len(newHunt[[4]uint64](nil, s, 9, 0).proof()); n != 1 {
			t.Errorf("%s: %d steps without rows", p, n)
		}
		s.rows = bounds.NewArmyRows[[4]uint64](p)
		if n := len(newHunt[[4]uint64](nil, s, 9, 0).proof()); n != c.steps {
			t.Errorf("%s: %d steps with %d pairs of row counts", p, n, s.rows.Pairs())
		}
	}
}

package levels

import (
	"strconv"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainCats is Katz und Maus on n×n cells: C a cat, m a mouse.
type plainCats struct {
	n, cats, mice int
	few           int // fewer mice than these have lost
	miceFirst     bool
	single        bool // one jump a turn
}

func (g plainCats) start() plainState {
	return plainState{cells: strings.Repeat(".", g.n*g.n), hand: g.cats + g.mice}
}

func (g plainCats) at(s plainState, x, y int) byte {
	if x < 0 || x >= g.n || y < 0 || y >= g.n {
		return '#'
	}
	return s.cells[y*g.n+x]
}

// with is a state with other signs on cells.
func (g plainCats) with(s plainState, cells ...[3]int) plainState {
	text := []byte(s.cells)
	for _, c := range cells {
		text[c[1]*g.n+c[0]] = byte(c[2])
	}
	s.cells = string(text)
	return s
}

func (g plainCats) setUp(s plainState) (turns []plainTurn) {
	for i := range s.cells {
		x, y := i%g.n, i/g.n
		middle := (x == g.n/2 || x == (g.n-1)/2) && (y == g.n/2 || y == (g.n-1)/2)
		if s.cells[i] != '.' || s.turn == 0 && !middle {
			continue
		}
		after := g.with(s, [3]int{x, y, int("Cm"[s.turn])})
		after.hand--
		if after.hand <= g.mice {
			after.turn = 1
		}
		if after.hand == 0 && !g.miceFirst {
			after.turn = 0
		}
		turns = append(turns, plainTurn{after: after, again: after.turn == s.turn})
	}
	return turns
}

func (g plainCats) turns(s plainState) (turns []plainTurn) {
	if s.hand > 0 {
		return g.setUp(s)
	}
	if strings.Count(s.cells, "m") < g.few {
		return nil
	}
	for i := range s.cells {
		if s.cells[i] != "Cm"[s.turn] {
			continue
		}
		x, y, sign := i%g.n, i/g.n, int(s.cells[i])
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if g.at(s, x+dx, y+dy) == '.' {
					after := g.with(s, [3]int{x, y, '.'}, [3]int{x + dx, y + dy, sign})
					after.turn = 1 - s.turn
					turns = append(turns, plainTurn{after: after})
				}
			}
		}
		if s.turn == 0 {
			turns = append(turns, g.hunt(s, x, y)...)
		}
	}
	if len(turns) == 0 && s.turn == 1 {
		s.turn = 0
		turns = append(turns, plainTurn{after: s})
	}
	return turns
}

// hunt lists the jumps of the cat on x, y.
func (g plainCats) hunt(s plainState, x, y int) (turns []plainTurn) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if g.at(s, x+dx, y+dy) != 'm' || g.at(s, x+2*dx, y+2*dy) != '.' {
				continue
			}
			after := g.with(s, [3]int{x, y, '.'}, [3]int{x + dx, y + dy, '.'}, [3]int{x + 2*dx, y + 2*dy, 'C'})
			if !g.single {
				turns = append(turns, g.hunt(after, x+2*dx, y+2*dy)...)
			}
			after.turn = 1
			turns = append(turns, plainTurn{after: after})
		}
	}
	return turns
}

func (g plainCats) final(plainState) int { return -1 }

func TestCats(t *testing.T) {
	for _, c := range []struct {
		game  plainCats
		large bool
	}{
		{plainCats{n: 3, cats: 1, mice: 6, few: 6}, false},
		{plainCats{n: 3, cats: 1, mice: 7, few: 6, miceFirst: true}, false},
		{plainCats{n: 3, cats: 1, mice: 7, few: 6, single: true}, false},
		{plainCats{n: 4, cats: 2, mice: 8, few: 8}, true},
		{plainCats{n: 4, cats: 2, mice: 10, few: 8, single: true, miceFirst: true}, true},
		{plainCats{n: 5, cats: 1, mice: 8, few: 6}, true},
		{plainCats{n: 6, cats: 2, mice: 12, few: 9}, true},
	} {
		g := c.game
		options := map[string]string{"size": strconv.Itoa(g.n), "cats": strconv.Itoa(g.cats), "mice": strconv.Itoa(g.mice), "cat-chain": strconv.FormatBool(!g.single)}
		if g.miceFirst {
			options["first"] = "mice"
		}
		of := func(c *contest.Game, p contest.Position) plainState { return plainOf(c, p, "Cm", g.n, g.n) }
		if c.large {
			alike(t, "cats", options, g, of)
		} else {
			agree(t, "cats", options, g, of)
		}
	}
}

// TestFewMice looks for the fewest mice that hem the cats in, by trying all places of
// cats and mice on a small board.
func TestFewMice(t *testing.T) {
	for _, cats := range []int{1, 2} {
		g := plainCats{n: 3, cats: cats}
		fewest := g.n * g.n
		var place func(cells string)
		place = func(cells string) {
			if len(cells) < g.n*g.n {
				for _, sign := range ".mC" {
					place(cells + string(sign))
				}
				return
			}
			if strings.Count(cells, "C") == cats && len(g.turns(plainState{cells: cells})) == 0 {
				fewest = min(fewest, strings.Count(cells, "m"))
			}
		}
		place("")
		if fewest != 6 {
			t.Errorf("%d cats: %d mice", cats, fewest)
		}
	}
	for size, few := range map[string]int{"4": 8, "6": 9, "8": 9} {
		if _, err := contest.New(contest.KindOf("cats"), map[string]string{"size": size, "mice": strconv.Itoa(few)}); err != nil {
			t.Errorf("size %s: %v", size, err)
		}
		if _, err := contest.New(contest.KindOf("cats"), map[string]string{"size": size, "mice": strconv.Itoa(few - 1)}); err == nil {
			t.Errorf("size %s: %d mice are enough", size, few-1)
		}
	}
}

package levels

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainSeats is the race of several on the star, from the rules' text: letters a to d are
// the men of the players in turn, A to D those of who is out. The hand of a state holds
// the player to move and, times four, who is out, a bit each. Cells have three numbers
// whose sum is zero.
type plainSeats struct {
	size, players, men int
	free               bool
	remove             string // men of who is out: nothing, court, all
	aim                string // alone, together, any, all or team
	player             int
	partners           []int // team by player

	cells [][3]int
	outs  *int // positions met with somebody out
}

func newPlainSeats(g plainSeats) plainSeats {
	n := g.size
	g.outs = new(int)
	for y := -2 * n; y <= 2*n; y++ {
		for x := -2 * n; x <= 2*n; x++ {
			c := [3]int{x, y, -x - y}
			if least, most := slices.Min(c[:]), slices.Max(c[:]); most <= n || least >= -n {
				g.cells = append(g.cells, c)
			}
		}
	}
	return g
}

func (g plainSeats) number(c [3]int) int {
	return slices.IndexFunc(g.cells, func(d [3]int) bool { return c == d })
}

// point lists the first cells of a point, clockwise from the bottom: 0 S, 1 SW, … The
// tip has one number of twice the size, the row next to it numbers one nearer, and so on.
func (g plainSeats) point(which int) (cells []int) {
	axis := []int{1, 2, 0, 1, 2, 0}[which] // the number that is greatest there, up to its sign
	sign := []int{-1, 1, -1, 1, -1, 1}[which]
	for row := 0; len(cells) < g.men; row++ {
		var in []int
		for i, c := range g.cells {
			inside := -sign*c[(axis+1)%3] <= g.size && -sign*c[(axis+2)%3] <= g.size
			if inside && c[axis] == sign*(2*g.size-row) {
				in = append(in, i)
			}
		}
		if len(in) > g.men-len(cells) {
			panic("incomplete rows are not tested here")
		}
		cells = append(cells, in...)
	}
	return cells
}

func (g plainSeats) sits(player int) int {
	if g.players == 3 {
		return 2 * player
	}
	return []int{1, 2, 4, 5}[player]
}

func (g plainSeats) court(player int) []int { return g.point(g.sits(player)) }

func (g plainSeats) goal(player int) []int { return g.point((g.sits(player) + 3) % 6) }

func (g plainSeats) start() plainState {
	s := plainState{cells: strings.Repeat(".", len(g.cells))}
	for i := range g.players {
		for _, c := range g.court(i) {
			s.cells = s.cells[:c] + string("abcd"[i]) + s.cells[c+1:]
		}
	}
	return g.turnOf(s, 0)
}

// turnOf makes a player the one to move.
func (g plainSeats) turnOf(s plainState, player int) plainState {
	s.hand = s.hand/4*4 + player
	switch {
	case g.aim == "team":
		s.turn = g.partners[player]
	case g.aim == "alone" && player != g.player:
		s.turn = 1
	default:
		s.turn = 0
	}
	return s
}

func (g plainSeats) out(s plainState, player int) bool { return s.hand/4>>player&1 == 1 }

// on reports whether all, or any, of a player's men stand on some cells.
func (g plainSeats) on(s plainState, player int, cells []int) (all, any bool) {
	all = true
	for i := range s.cells {
		if s.cells[i] == "abcd"[player] {
			in := slices.Contains(cells, i)
			all, any = all && in, any || in
		}
	}
	return all, any
}

func (g plainSeats) home(s plainState, player int) bool {
	all, _ := g.on(s, player, g.goal(player))
	return all
}

// ways lists where a man gets by a step or by jumps.
func (g plainSeats) ways(s plainState, from int) (to []int) {
	board := []byte(s.cells)
	board[from] = '.'
	add := func(c [3]int, d [3]int, n int) int {
		return g.number([3]int{c[0] + n*d[0], c[1] + n*d[1], c[2] + n*d[2]})
	}
	directions := [][3]int{{1, -1, 0}, {1, 0, -1}, {0, 1, -1}, {-1, 1, 0}, {-1, 0, 1}, {0, -1, 1}}
	jumped := []int{from}
	for i := 0; i < len(jumped); i++ {
		for _, d := range directions {
			over, land := add(g.cells[jumped[i]], d, 1), add(g.cells[jumped[i]], d, 2)
			if over >= 0 && land >= 0 && board[over] != '.' && board[land] == '.' && !slices.Contains(jumped, land) {
				jumped = append(jumped, land)
			}
		}
	}
	to = jumped[1:]
	for _, d := range directions {
		if next := add(g.cells[from], d, 1); next >= 0 && board[next] == '.' && !slices.Contains(to, next) {
			to = append(to, next)
		}
	}
	return to
}

// away is how many steps lead from a cell of a court out of it.
func (g plainSeats) away(c int, court []int) int {
	if !slices.Contains(court, c) {
		return 0
	}
	least := 99
	for i, d := range g.cells {
		if !slices.Contains(court, i) {
			most := 0
			for k := range d {
				most = max(most, d[k]-g.cells[c][k], g.cells[c][k]-d[k])
			}
			least = min(least, most)
		}
	}
	return least
}

// movesOf lists the moves of a player's men; duty says whether he must clear his court.
func (g plainSeats) movesOf(s plainState, player int, duty bool) (moves [][2]int) {
	court, goal := g.court(player), g.goal(player)
	var leave, nearer [][2]int
	for from := range s.cells {
		if s.cells[from] != "abcd"[player] {
			continue
		}
		for _, to := range g.ways(s, from) {
			if !g.free && slices.Contains(goal, from) && !slices.Contains(goal, to) {
				continue
			}
			move := [2]int{from, to}
			moves = append(moves, move)
			if slices.Contains(court, from) && !slices.Contains(court, to) {
				leave = append(leave, move)
			} else if slices.Contains(court, from) && g.away(to, court) < g.away(from, court) {
				nearer = append(nearer, move)
			}
		}
	}
	switch {
	case !duty:
		return moves
	case leave != nil:
		return leave
	}
	return nearer
}

func (g plainSeats) moves(s plainState, player int) [][2]int {
	duty := false
	if _, any := g.on(s, player, g.court(player)); any && !g.free {
		for other := range g.players {
			if _, any := g.on(s, other, g.court(other)); other != player && !g.out(s, other) && !any {
				duty = true
			}
		}
	}
	moves := g.movesOf(s, player, duty)
	if g.aim == "team" && g.home(s, player) {
		for other := range g.players {
			if other != player && g.partners[other] == g.partners[player] {
				moves = append(moves, g.movesOf(s, other, false)...)
			}
		}
	}
	return moves
}

// result returns who has won, a player or a team, -1 if nobody has; 9 stands for all.
func (g plainSeats) result(s plainState) int {
	var homes, in []int
	for i := range g.players {
		if !g.out(s, i) {
			in = append(in, i)
			if g.home(s, i) {
				homes = append(homes, i)
			}
		}
	}
	switch {
	case g.aim == "team":
		for _, a := range homes {
			for _, b := range homes {
				if a != b && g.partners[a] == g.partners[b] {
					return g.partners[a]
				}
			}
		}
	case g.aim == "all" && len(homes) == g.players:
		return 9
	case g.aim == "all" && len(in) < g.players:
		return 8 // never
	case g.aim == "all":
	case len(homes) > 0:
		return homes[0]
	case len(in) == 1:
		return in[0]
	}
	return -1
}

func (g plainSeats) turns(s plainState) (turns []plainTurn) {
	if g.result(s) >= 0 {
		return nil
	}
	player := s.hand % 4
	for _, m := range g.moves(s, player) {
		board := []byte(s.cells)
		board[m[0]], board[m[1]] = '.', board[m[0]]
		after := plainState{cells: string(board), hand: s.hand}
		for next := (player + 1) % g.players; ; next = (next + 1) % g.players {
			if g.out(after, next) || g.aim == "all" && g.home(after, next) && g.result(after) < 0 {
				continue
			}
			after = g.turnOf(after, next)
			if g.result(after) >= 0 || len(g.moves(after, next)) > 0 || g.aim == "team" {
				break
			}
			after = g.removed(after, next)
		}
		turns = append(turns, plainTurn{after: after, again: after.turn == s.turn})
	}
	return turns
}

// removed puts a player out.
func (g plainSeats) removed(s plainState, player int) plainState {
	board := []byte(s.cells)
	for i := range board {
		if board[i] == "abcd"[player] {
			board[i] = "ABCD"[player]
			if g.remove == "all" || g.remove == "court" && slices.Contains(g.court(player), i) {
				board[i] = '.'
			}
		}
	}
	return plainState{cells: string(board), hand: s.hand + 4<<player}
}

func (g plainSeats) final(s plainState) int {
	good := false
	switch result := g.result(s); g.aim {
	case "team":
		if result < 0 { // no turn
			return -1
		}
		return map[bool]int{true: 1, false: -1}[result == s.turn]
	case "any":
		good = true
	case "all":
		good = result == 9
	default:
		good = result == g.player
	}
	return map[bool]int{true: 1, false: -1}[good == (s.turn == 0)]
}

// of writes a position as a state.
func (g plainSeats) of(game *contest.Game, p contest.Position) plainState {
	s := plainState{turn: int(p.Turn), hand: int(p.More)}
	cells := bytes.Repeat([]byte("."), len(g.cells))
	for c := range game.Board.Len() {
		for i, set := range p.Men {
			at := game.Board.Point(positions.Cell(c))
			if set>>c&1 == 0 {
				continue
			}
			letter := "abcd"[i]
			if g.out(s, i) {
				letter = "ABCD"[i]
			}
			cells[g.number([3]int{at.X, at.Y, -at.X - at.Y})] = letter
		}
	}
	s.cells = string(cells)
	if s.hand >= 4 {
		*g.outs++
	}
	return s
}

func (g plainSeats) options() map[string]string {
	o := map[string]string{"size": strconv.Itoa(g.size), "men": strconv.Itoa(g.men)}
	if g.aim != "team" {
		o["players"], o["aim"], o["player"] = strconv.Itoa(g.players), "together", g.aim
		switch g.aim {
		case "alone", "together":
			o["aim"], o["player"] = g.aim, []string{"first", "second", "third", "fourth"}[g.player]
		}
	} else if g.partners[1] == 0 {
		o["partners"] = "neighbours"
	}
	if g.free {
		o["basic"] = "free"
	}
	if g.remove == "all" {
		o["remove"] = "all"
	}
	return o
}

func TestSeatsAgree(t *testing.T) {
	for _, c := range []struct {
		game  string
		plain plainSeats
	}{
		{"several", plainSeats{players: 3, aim: "alone", player: 0}},
		{"several", plainSeats{players: 3, aim: "alone", player: 2, free: true}},
		{"several", plainSeats{players: 3, aim: "together", player: 1}},
		{"several", plainSeats{players: 3, aim: "any"}},
		{"several", plainSeats{players: 3, aim: "all"}},
		{"gefangen1", plainSeats{players: 3, aim: "alone", player: 1, remove: "court"}},
	} {
		c.plain.size, c.plain.men = 1, 1
		g := newPlainSeats(c.plain)
		agree(t, c.game, g.options(), g, g.of)
	}
}

// TestSeatsAlike compares larger games along random play, in which players get out.
func TestSeatsAlike(t *testing.T) {
	for _, c := range []struct {
		game  string
		plain plainSeats
	}{
		{"team", plainSeats{size: 1, men: 1, players: 4, aim: "team", partners: []int{0, 1, 0, 1}}},
		{"team", plainSeats{size: 1, men: 1, players: 4, aim: "team", partners: []int{0, 0, 1, 1}}},
		{"several", plainSeats{size: 2, men: 3, players: 3, aim: "alone"}},
		{"several", plainSeats{size: 1, men: 3, players: 3, aim: "alone", player: 1}},
		{"several", plainSeats{size: 1, men: 1, players: 4, aim: "all"}},
		{"gefangen1", plainSeats{size: 1, men: 3, players: 3, aim: "alone", remove: "court"}},
		{"gefangen1", plainSeats{size: 1, men: 3, players: 3, aim: "alone", player: 2, remove: "all"}},
		{"gefangen1", plainSeats{size: 2, men: 1, players: 4, aim: "any", remove: "court"}},
	} {
		g := newPlainSeats(c.plain)
		alike(t, c.game, g.options(), g, g.of)
		if g.men == 3 && g.size == 1 && *g.outs < 20 {
			t.Errorf("%s %v: somebody is out in %d positions only", c.game, g.options(), *g.outs)
		}
	}
}

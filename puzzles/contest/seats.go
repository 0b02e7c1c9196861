package contest

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Seated is what [Rules] have besides if more than two may be at the board: see
// [Game.Seated]. They are still solved for two sides: a player or team and all others together, or all for one
// aim.
type Seated interface {
	// Seats returns how many sets of men there are.
	Seats() int
	// FormatSeat writes whose turn it is, and ParseSeat reads that and what else stands
	// in a position behind the men: a part between slashes.
	FormatSeat(p Position) string
	ParseSeat(p *Position, text string) error
	// First says what the first of the two sides does where it wins.
	First() string
	// Headline says in words what a value means.
	Headline(p Position, v Value) string
}

// Seated returns the rules as those of a game of more than two; it is false if two play.
func (g *Game) Seated() (Seated, bool) {
	seated, ok := g.Rules.(Seated)
	return seated, ok && seated.Seats() > 2
}

// seatNames are those of up to four players, in the order of play.
var seatNames = [MaxSets]string{"first", "second", "third", "fourth"}

// seats are players at a board, clockwise, each with an army that goes from its court to
// another. Races of several players are made of them.
type seats struct {
	field
	count   int
	men     int // of each
	homes   [MaxSets]Set
	goals   [MaxSets]Set
	hops    [][]hop          // by the cell where a jump begins
	leave   [MaxSets][]uint8 // steps from a cell of the own court out of it
	free    bool             // without arrival and clearing duty
	partner [MaxSets]int     // of a team, else -1
}

// hop is a jump: over a cell to the one right behind it.
type hop struct{ over, land Set }

// jumps lists the jumps that cells allow.
func (f field) jumps() [][]hop {
	all := make([][]hop, len(f.cells))
	for c := range f.cells {
		for d, over := range f.next[c] {
			if over == positions.NoCell {
				continue
			}
			if land := f.next[over][d]; land != positions.NoCell {
				all[c] = append(all[c], hop{1 << uint(over), 1 << uint(land)})
			}
		}
	}
	return all
}

// More holds above the seat that is to move which seats are out.
func outOf(p Position) uint16 { return p.More >> 2 }

func isOut(p Position, seat int) bool { return p.More>>(2+seat)&1 != 0 }

// newSeats places players. On the star those of three sit in S, NW and NE, those of four
// in SW, NW, NE and SE; on the square they sit in the corners, clockwise from a1. Each
// goes to the point or corner opposite.
func newSeats(shape string, size, players, men int) (*seats, error) {
	s := positions.Star
	directions := sixWays
	if shape == positions.Square.String() {
		s, directions = positions.Square, eightWays
	}
	if s == positions.Square && players != 4 {
		return nil, refuse("board", "on the square sit two or four, not %d", players)
	}
	b, err := positions.NewBoard(s, size)
	if err != nil {
		return nil, &SettingError{"size", err}
	}
	if b.Len() > 64 {
		return nil, refuse("size", "the %s has more than 64 cells, too many to be solved", b)
	}
	r := &seats{field: newField(b, directions, nil), count: players, men: men, partner: [MaxSets]int{-1, -1, -1, -1}}
	turns := map[int][]int{3: {0, 2, 4}, 4: {1, 2, 4, 5}}[players] // sixths, or quarters, clockwise from a1
	if s == positions.Square {
		turns = []int{0, 1, 2, 3}
	}
	for i, n := range turns {
		for _, p := range firstPoints(s, size, men) {
			for range n {
				p = clockwise(s, size, p)
			}
			q := p
			for range map[positions.Shape]int{positions.Star: 3, positions.Square: 2}[s] {
				q = clockwise(s, size, q)
			}
			for set, at := range map[*Set]positions.Point{&r.homes[i]: p, &r.goals[i]: q} {
				if c := b.CellAt(at); c != positions.NoCell {
					*set |= 1 << uint(r.number(c))
				}
			}
		}
	}
	r.hops = r.jumps()
	var all Set
	for i := range r.count {
		if r.homes[i].Len() != men || r.goals[i].Len() != men || all&r.homes[i] != 0 {
			return nil, refuse("men", "%d men of each of %d players have no courts of their own on the %s", men, players, b)
		}
		all |= r.homes[i]
		r.leave[i] = r.measure(r.homes[i])
	}
	return r, nil
}

// firstPoints lists the cells of the court at a1 row by row from the tip; an incomplete
// row is filled from its middle outwards, the lower letter first.
func firstPoints(s positions.Shape, size, men int) (out []positions.Point) {
	for row := 0; len(out) < men; row++ {
		columns := make([]int, row+1)
		for i := range columns {
			columns[i] = i
		}
		slices.SortStableFunc(columns, func(a, b int) int { return max(2*a-row, row-2*a) - max(2*b-row, row-2*b) })
		for _, i := range columns[:min(row+1, men-len(out))] {
			p := positions.Point{X: i, Y: row - i}
			if s == positions.Star {
				p = positions.Point{X: size - row + i, Y: row - 2*size}
			}
			out = append(out, p)
		}
	}
	return out
}

// clockwise turns a point by a sixth of the star, about its middle, or a quarter of the
// square.
func clockwise(s positions.Shape, size int, p positions.Point) positions.Point {
	if s == positions.Star { // with z = −x−y, the three numbers change places and signs
		return positions.Point{X: p.X + p.Y, Y: -p.X}
	}
	return positions.Point{X: p.Y, Y: size - 1 - p.X}
}

// measure returns how many steps lead from each cell of a court out of it.
func (f field) measure(home Set) []uint8 {
	leave := make([]uint8, len(f.cells))
	done := f.every() &^ home
	for n := uint8(1); home&^done != 0; n++ {
		var more Set
		for left := home &^ done; left != 0; left &= left - 1 {
			if c := lowest(left); f.near[c]&done != 0 {
				more |= 1 << uint(c)
				leave[c] = n
			}
		}
		done |= more
	}
	return leave
}

// home reports whether all men of a seat stand in its goal.
func (r *seats) home(p Position, seat int) bool { return p.Men[seat]&^r.goals[seat] == 0 }

// reach returns the cells to which the man on c can go by a step or a chain while all
// men stand on all.
func (r *seats) reach(c positions.Cell, all Set) Set {
	all &^= 1 << uint(c)
	seen := Set(1) << uint(c)
	for todo := seen; todo != 0; {
		at := lowest(todo)
		todo &= todo - 1
		for _, h := range r.hops[at] {
			if all&h.over != 0 && (all|seen)&h.land == 0 {
				seen |= h.land
				todo |= h.land
			}
		}
	}
	return (seen | r.near[c]&^all) &^ (1 << uint(c))
}

// move is a man's turn.
type move struct {
	owner    int // of the man
	from, to positions.Cell
}

// maxMoves is more than an army has most times, so that lists need not grow.
const maxMoves = 48

// moves appends what the seat can do. Whose men have all arrived may move his partner's.
func (r *seats) moves(dst []move, p Position, seat int) []move {
	dst = r.movesOf(dst, p, seat, r.mustClear(p, seat))
	if partner := r.partner[seat]; partner >= 0 && r.home(p, seat) {
		dst = r.movesOf(dst, p, partner, false)
	}
	return dst
}

// movesOf appends the moves of one army.
func (r *seats) movesOf(dst []move, p Position, owner int, clear bool) []move {
	first := len(dst)
	all, home, goal := p.all(), r.homes[owner], r.goals[owner]
	for men := p.Men[owner]; men != 0; men &= men - 1 {
		c := lowest(men)
		to := r.reach(c, all)
		if !r.free && goal.Has(c) {
			to &= goal
		}
		for ; to != 0; to &= to - 1 {
			dst = append(dst, move{owner, c, lowest(to)})
		}
	}
	if !clear {
		return dst
	}
	made := dst[first:]
	leaves := func(m move) bool { return home.Has(m.from) && !home.Has(m.to) }
	nearer := func(m move) bool {
		return home.Has(m.from) && home.Has(m.to) && r.leave[owner][m.to] < r.leave[owner][m.from]
	}
	if !slices.ContainsFunc(made, leaves) {
		leaves = nearer
	}
	return dst[:first+len(slices.DeleteFunc(made, func(m move) bool { return !leaves(m) }))]
}

// mustClear reports whether the clearing duty holds for a seat: it has a man in its
// court, and another one that is still in the game has none in his own.
func (r *seats) mustClear(p Position, seat int) bool {
	if r.free || p.Men[seat]&r.homes[seat] == 0 {
		return false
	}
	for other := range r.count {
		if other != seat && !isOut(p, other) && p.Men[other]&r.homes[other] == 0 {
			return true
		}
	}
	return false
}

// canMove reports whether a seat has any turn.
func (r *seats) canMove(p Position, seat int) bool {
	if !r.mustClear(p, seat) {
		all := p.all()
		for men := p.Men[seat]; men != 0; men &= men - 1 {
			c := lowest(men)
			if to := r.near[c] &^ all; to&^r.goals[seat] != 0 && !r.goals[seat].Has(c) || to&r.goals[seat] != 0 {
				return true
			}
		}
	}
	var room [maxMoves]move
	return len(r.moves(room[:0], p, seat)) > 0
}

// way lists the cells that the man touches on a shortest way.
func (r *seats) way(from, to positions.Cell, all Set) []positions.Cell {
	all &^= 1 << uint(from)
	if r.near[from].Has(to) {
		return []positions.Cell{from, to}
	}
	before := map[positions.Cell]positions.Cell{}
	for todo := []positions.Cell{from}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		if at == to {
			break
		}
		for _, h := range r.hops[at] {
			if all&h.over == 0 || all&h.land != 0 {
				continue
			}
			c := lowest(h.land)
			if _, met := before[c]; !met && c != from {
				before[c] = at
				todo = append(todo, c)
			}
		}
	}
	path := []positions.Cell{to}
	for c := to; c != from; {
		c = before[c]
		path = append(path, c)
	}
	slices.Reverse(path)
	return path
}

// takenBack appends the positions before a move of one of owner's men, and others;
// before makes the mover the one to move.
func (r *seats) takenBack(dst []Position, p Position, owner int, before func(Position) Position) []Position {
	all := p.all()
	for men := p.Men[owner]; men != 0; men &= men - 1 {
		c := lowest(men)
		for from := r.reach(c, all); from != 0; from &= from - 1 {
			q := p
			q.Men[owner] = q.Men[owner]&^(1<<uint(c)) | from&-from
			dst = append(dst, before(q))
		}
	}
	return dst
}

// moveName writes the cells that the man touches that moves between two positions.
func (r *seats) moveName(p, after Position) string {
	for _, owner := range []int{seatOf(p), max(r.partner[seatOf(p)], 0)} {
		from, to := p.Men[owner]&^after.Men[owner], after.Men[owner]&^p.Men[owner]
		if from != 0 && to != 0 {
			return r.path(r.way(lowest(from), lowest(to), p.all()), "-")
		}
	}
	return ""
}

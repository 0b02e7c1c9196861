package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/halma-solve/halma-solve/positions"
)

// rakado3 is Rakado for three on the star.
var rakado3 = &Kind{
	Name: "rakado3", Version: 1,
	Summary: "Rakado for three on the star, each for himself: the score that one can make sure of against the others together",
	Text: `Rakado for three, in every second point of the star and its base row, to the
point opposite with its own. Who rolls moves one man just as many cells
along either forward line, over empty cells; it may end on another player's
man, who is out, and must if the roll allows a capture. Men in the goal
neither capture nor are captured. No move: pass; after the highest face one
rolls again. When no roll moves a man, most men home win; shared, a draw.`,
	Options: []Option{
		number("size", "size of the star", 1, 1, 2),
		number("faces", "faces of a die", 3, 1, 12),
		choice("player", "whose score is meant", "first", "second", "third"),
	},
	Sides: singleJoint, Men: seatNames[:3], Chance: true,
	Known: []Known{
		{"", "0.2919534940 to 0.2919534941", 124_406},
		{"--player=second", "0.8102873065 to 0.8102873066", 124_406},
		{"--player=third", "0.9064206783 to 0.9064206784", 124_406},
	},
	make: newRakado3,
}

type rakado3Rules struct {
	field
	*numbering
	aim
	homes, goals [3]Set
	rolls        []Roll
}

func newRakado3(s Settings) (Rules, field, error) {
	size := s.Int("size")
	b, err := positions.NewBoard(positions.Star, size)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &rakado3Rules{aim: aim{players: 3, player: slices.Index(seatNames[:], s.Get("player"))}}
	court := firstPoints(positions.Star, size, (size+1)*(size+2)/2)
	lines := slices.Clone(rakadoStar)
	var ways []positions.Point // two for each seat
	var homes [3][]positions.Point
	for seat := range homes {
		ways, homes[seat] = append(ways, lines...), slices.Clone(court)
		for range 2 { // two sixths on sits the next
			for _, points := range [][]positions.Point{court, lines} {
				for i, p := range points {
					points[i] = clockwise(positions.Star, size, p)
				}
			}
		}
	}
	r.field = newField(b, ways, nil)
	for seat, points := range homes {
		for _, p := range points {
			r.homes[seat] |= 1 << uint(r.number(b.CellAt(p)))
			r.goals[seat] |= 1 << uint(r.number(b.CellAt(positions.Point{X: -p.X, Y: -p.Y})))
		}
	}
	for face := range s.Int("faces") {
		r.rolls = append(r.rolls, Roll{strconv.Itoa(1 + face), 1})
	}
	var men []sizes
	for n := range (len(court) + 1) * (len(court) + 1) * (len(court) + 1) {
		k := len(court) + 1
		men = append(men, sizes{uint8(n / k / k), uint8(n / k % k), uint8(n % k)})
	}
	if r.numbering, err = newNumbering(len(r.field.cells), 1, men...); err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	return r, r.field, nil
}

func (r *rakado3Rules) Start() Position {
	return r.toMove(Position{Men: [MaxSets]Set{r.homes[0], r.homes[1], r.homes[2]}}, 0)
}

// Rolls implements [Dice].
func (r *rakado3Rules) Rolls() []Roll { return r.rolls }

// Rolled implements [Dice].
func (r *rakado3Rules) Rolled(p Position) [][]Turn {
	if !r.canMove(p) {
		return nil
	}
	out := make([][]Turn, len(r.rolls))
	for i := range r.rolls {
		after, seat := r.slides(p, seatOf(p), i+1), seatOf(p)
		if len(after) == 0 {
			after = []Position{p}
		}
		if i < len(r.rolls)-1 {
			seat = (seat + 1) % 3
		}
		for _, q := range after {
			q = r.toMove(q, seat)
			out[i] = append(out[i], Turn{After: q, Again: q.Turn == p.Turn})
		}
	}
	return out
}

// canMove reports whether any roll moves a man of anybody.
func (r *rakado3Rules) canMove(p Position) bool {
	for seat := range 3 {
		for i := range r.rolls {
			if len(r.slides(p, seat, i+1)) > 0 {
				return true
			}
		}
	}
	return false
}

// slides returns where a seat's moves by so many cells lead, captures alone if there are
// any; whose turn it is stays as it was.
func (r *rakado3Rules) slides(p Position, seat, cells int) (quiet []Position) {
	var captures []Position
	all := p.all()
	for men := p.Men[seat]; men != 0; men &= men - 1 {
		for d := range rakadoStar {
			c := r.along(lowest(men), 2*seat+d, cells, all)
			if c == positions.NoCell || p.Men[seat].Has(c) {
				continue
			}
			q := p
			q.Men[seat] ^= men&-men | 1<<uint(c)
			if !all.Has(c) {
				quiet = append(quiet, q)
				continue
			}
			owner := slices.IndexFunc(p.Men[:3], func(set Set) bool { return set.Has(c) })
			if !r.goals[seat].Has(lowest(men)) && !r.goals[owner].Has(c) {
				q.Men[owner] &^= 1 << uint(c)
				captures = append(captures, q)
			}
		}
	}
	if len(captures) > 0 {
		return captures
	}
	return quiet
}

func (r *rakado3Rules) AppendTurns(dst []Turn, p Position) []Turn {
	return ofAllRolls(dst, r.Rolled(p))
}

// Score compares the men that the player has at home with those of who else has most.
func (r *rakado3Rules) Score(p Position) int {
	mine, most := 0, 0
	for seat, goal := range r.goals {
		if n := (p.Men[seat] & goal).Len(); seat == r.player {
			mine = n
		} else {
			most = max(most, n)
		}
	}
	return cmp.Compare(mine, most) * (1 - 2*int(p.Turn))
}

func (r *rakado3Rules) FormatTurn(p, after Position) string {
	seat := seatOf(p)
	from, to := p.Men[seat]&^after.Men[seat], after.Men[seat]&^p.Men[seat]
	switch {
	case from == 0 && seatOf(after) == seat:
		return "again" // a pass after the highest face
	case from == 0:
		return passWord
	case p.all()&to != 0:
		return r.path([]positions.Cell{lowest(from), lowest(to)}, "x")
	}
	return r.path([]positions.Cell{lowest(from), lowest(to)}, "-")
}

func (r *rakado3Rules) Check(p Position) error {
	for seat, home := range r.homes {
		if n := p.Men[seat].Len(); n > home.Len() {
			return fmt.Errorf("the %s player has %d men here, in this game %d at the most", seatNames[seat], n, home.Len())
		}
	}
	return nil
}

func (r *rakado3Rules) Levels() []Level { return []Level{{Codes: 3 * r.codes, Cycles: true}} }

func (r *rakado3Rules) Place(p Position) (int, uint64) { return 0, 3*r.code(p) + uint64(seatOf(p)) }

func (r *rakado3Rules) At(_ int, code uint64) Position {
	return r.toMove(r.position(code/3), int(code%3))
}

func (r *rakado3Rules) Canonical(p Position) Position { return p }

func (r *rakado3Rules) Copies(Position) int { return 1 }

// Courts implements [Courts]: those of the player whose score is meant.
func (r *rakado3Rules) Courts() (start, goal Set) { return r.homes[r.player], r.goals[r.player] }

// First implements [Seated].
func (r *rakado3Rules) First() string { return "the " + seatNames[r.player] + " player" }

// Headline implements [Seated]: values of this game are chances.
func (r *rakado3Rules) Headline(Position, Value) string { return "" }

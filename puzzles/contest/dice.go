package contest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// dice is Würfel-Halma: two dice say how many men step and how often one jumps.
var dice = &Kind{
	Name: "dice", Version: 1,
	Summary: "Würfel-Halma: the race with two dice, one for the men that step, one for the jumps of another man",
	Text: `The race on the square from corner to corner, with two dice. Who rolls
chooses which die is s and which j: up to s men make one step each and one
other man a chain of exactly j jumps, in any order, none twice. All that can
be done must be (--reading); a chain that cannot be made in full lapses; no
turn: pass. A man in its goal stays in it. Once the other court is clear,
one's own is cleared as far as the roll allows. All men in the goal win.`,
	Options: []Option{
		number("size", "columns and rows of the board", 4, 3, 8),
		number("men", "men of each side", 2, 1, 6),
		number("faces", "faces of a die", 6, 1, 12),
		choice("reading", "whether all that can be done must be done, or may", "forced", "may"),
		toggle("revisit", "a chain of jumps may land on a cell twice", false),
	},
	Sides: firstSecond, Men: []string{"the first side", "the second side"}, Chance: true,
	Known: []Known{
		{"--size=3 --men=3 --faces=2", "0.5111940298 to 0.7500000000", 3_222},
		{"--size=3 --men=3", "0.5851733527 to 0.5851733537", 3_238},
		{"--faces=2", "0.8523559570 to 0.8523559571", 21_658},
		{"--faces=2 --reading=may", "0.8095703125 to 0.9375000001", 21_658},
		{"--faces=3", "0.9369167979 to 0.9369167980", 21_658},
		{"", "0.9912741960 to 0.9912741961", 21_658},
		{"--size=5 --faces=2", "0.6372921465 to 0.6372921468", 151_294},
		{"--size=5", "0.6367145319 to 0.6367145320", 151_294},
		{"--men=3 --faces=2", "0.7929224159 to 0.7929224160", 319_724},
		{"--men=3", "0.9459979104 to 0.9459979108", 319_728},
	},
	make: newDice,
}

type diceRules struct {
	field
	group
	*numbering
	men, faces   int
	may, revisit bool
	homes, goals [2]Set
	leave        [2][]uint8 // steps from a cell of the own court out of it
	hops         [][]hop
	rolls        []Roll
	throws       [][2]int // the two dice of each roll
}

func newDice(s Settings) (Rules, field, error) {
	size := s.Int("size")
	b, err := rectangle(size, size)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &diceRules{
		field: newField(b, eightWays, nil), men: s.Int("men"), faces: s.Int("faces"),
		may: s.Get("reading") == "may", revisit: s.Is("revisit"),
	}
	court := firstPoints(positions.Square, size, r.men)
	if r.men == 2 { // the row behind the corner, which alone is as long as this
		court = firstPoints(positions.Square, size, 3)[1:]
	}
	for _, p := range court {
		q := positions.Point{X: size - 1 - p.X, Y: size - 1 - p.Y}
		for side, at := range [2]positions.Point{p, q} {
			if c := b.CellAt(at); c != positions.NoCell {
				r.homes[side] |= 1 << uint(r.number(c))
			}
		}
	}
	if r.homes[0].Len() != r.men || r.homes[1].Len() != r.men || r.homes[0]&r.homes[1] != 0 {
		return nil, field{}, refuse("men", "%d men of each side have no courts of their own on the %s", r.men, b)
	}
	r.goals = [2]Set{r.homes[1], r.homes[0]}
	r.leave = [2][]uint8{r.measure(r.homes[0]), r.measure(r.homes[1])}
	r.hops = r.jumps()
	for high := 1; high <= r.faces; high++ {
		for low := 1; low <= high; low++ {
			weight := 2
			if low == high {
				weight = 1
			}
			r.rolls = append(r.rolls, Roll{fmt.Sprintf("%d-%d", low, high), weight})
			r.throws = append(r.throws, [2]int{low, high})
		}
	}
	n := uint8(r.men)
	if r.numbering, err = newNumbering(len(r.field.cells), 2, sizes{n, n}); err != nil {
		return nil, field{}, &SettingError{"men", err}
	}
	r.group = newGroup(r.field, r.homes[0], r.homes[1])
	return r, r.field, nil
}

func (r *diceRules) Start() Position { return Position{Men: [MaxSets]Set{r.homes[0], r.homes[1]}} }

// Rolls implements [Dice].
func (r *diceRules) Rolls() []Roll { return r.rolls }

// Rolled implements [Dice].
func (r *diceRules) Rolled(p Position) [][]Turn {
	if r.isHome(p, p.Turn^1) {
		return nil
	}
	all, moves := r.results(p)
	if !moves { // and if the other side has no turn either, the game is drawn
		if _, moves = r.results(p.passed()); !moves {
			return nil
		}
	}
	out := make([][]Turn, len(all))
	for i, results := range all {
		for _, men := range results {
			t := Turn{After: p.passed()}
			t.After.Men[p.Turn] = men
			out[i] = append(out[i], t)
		}
	}
	return out
}

// results returns where the mover's men can stand after each roll, and whether any
// roll allows him anything. Where it does not, the result is where they stood: a pass.
func (r *diceRules) results(p Position) (all [][]Set, moves bool) {
	own := p.Men[p.Turn]
	byDice := map[[2]int][]Set{}
	of := func(steps, jumps int) []Set {
		key := [2]int{min(steps, r.men), jumps} // no man acts twice
		if _, done := byDice[key]; !done {
			byDice[key] = r.play(p, key[0], jumps)
		}
		return byDice[key]
	}
	for _, throw := range r.throws {
		results := slices.Concat(of(throw[0], throw[1]), of(throw[1], throw[0]))
		slices.Sort(results)
		results = r.cleared(p, slices.Compact(results))
		moves = moves || len(results) > 1 || results[0] != own
		all = append(all, results)
	}
	return all, moves
}

// play returns where the mover's men can stand after so many steps and a chain.
func (r *diceRules) play(p Position, steps, jumps int) []Set {
	a := acts{
		diceRules: r, enemies: p.Men[p.Turn^1], goal: r.goals[p.Turn], jumps: jumps,
		seen: map[actState]bool{}, results: map[Set]bool{},
	}
	a.from(actState{own: p.Men[p.Turn], steps: int8(steps), chain: true})
	list := make([]Set, 0, len(a.results))
	for men := range a.results {
		list = append(list, men)
	}
	return list
}

// cleared leaves the results that the clearing duty allows.
func (r *diceRules) cleared(p Position, results []Set) []Set {
	own, home := p.Men[p.Turn], r.homes[p.Turn]
	if own&home == 0 || p.Men[p.Turn^1]&r.homes[p.Turn^1] != 0 {
		return results
	}
	way := func(men Set) (sum int) {
		for men &= home; men != 0; men &= men - 1 {
			sum += int(r.leave[p.Turn][lowest(men)])
		}
		return sum
	}
	for _, good := range []func(men Set) bool{
		func(men Set) bool { return (men & home).Len() < (own & home).Len() },
		func(men Set) bool { return way(men) < way(own) },
	} {
		if slices.ContainsFunc(results, good) {
			return slices.DeleteFunc(results, func(men Set) bool { return !good(men) })
		}
	}
	return results
}

// acts is a search for all that can be done with a roll.
type acts struct {
	*diceRules
	enemies, goal Set
	jumps         int
	seen          map[actState]bool
	results       map[Set]bool
}

// actState is what is done of a turn.
type actState struct {
	own, moved Set // moved are where those stand now that have acted
	steps      int8
	chain      bool // it is not made yet
}

// from notes all results that a state can end in.
func (a *acts) from(s actState) {
	if a.seen[s] {
		return
	}
	a.seen[s] = true
	all, over := s.own|a.enemies, true
	for men := s.own &^ s.moved; men != 0; men &= men - 1 {
		c := lowest(men)
		within := a.every()
		if a.goal.Has(c) { // it has arrived
			within = a.goal
		}
		then := func(to Set, steps int8, chain bool) {
			for to &= within; to != 0; to &= to - 1 {
				over = false
				land := to & -to
				a.from(actState{s.own&^(1<<uint(c)) | land, s.moved | land, steps, chain})
			}
		}
		if s.steps > 0 {
			then(a.near[c]&^all, s.steps-1, s.chain)
		}
		if s.chain {
			then(a.chain(c, all&^(1<<uint(c)), 1<<uint(c), a.jumps), s.steps, false)
		}
	}
	if over || a.may {
		a.results[s.own] = true
	}
}

// chain returns where a man on c can be after so many jumps, if it may not land on
// some cells.
func (a *acts) chain(c positions.Cell, others, landed Set, jumps int) (ends Set) {
	if jumps == 0 {
		return 1 << uint(c)
	}
	if a.revisit {
		landed = 0
	}
	for _, h := range a.hops[c] {
		if others&h.over != 0 && (others|landed)&h.land == 0 {
			ends |= a.chain(lowest(h.land), others, landed|h.land, jumps-1)
		}
	}
	return ends
}

func (r *diceRules) AppendTurns(dst []Turn, p Position) []Turn { return ofAllRolls(dst, r.Rolled(p)) }

// isHome reports whether all men of a side stand in its goal.
func (r *diceRules) isHome(p Position, side uint8) bool { return p.Men[side]&^r.goals[side] == 0 }

func (r *diceRules) Score(p Position) int {
	if r.isHome(p, p.Turn^1) {
		return -1
	}
	return 0
}

// FormatTurn writes where men have left and where men stand now: "a1,b1-b2,c3".
func (r *diceRules) FormatTurn(p, after Position) string {
	before, now := p.Men[p.Turn], after.Men[p.Turn]
	if before == now {
		return passWord
	}
	return strings.Join(r.names(before&^now), ",") + "-" + strings.Join(r.names(now&^before), ",")
}

func (r *diceRules) Check(p Position) error {
	for side, men := range p.Men[:2] {
		if men.Len() != r.men {
			return fmt.Errorf("the %s side has %d men here, in this game %d", firstSecond[side], men.Len(), r.men)
		}
	}
	if r.isHome(p, p.Turn) {
		return fmt.Errorf("the side to move has all men home: the game was over before")
	}
	return nil
}

func (r *diceRules) Levels() []Level {
	return levelsOf([]*numbering{r.numbering}, func(int) bool { return true })
}

func (r *diceRules) Place(p Position) (int, uint64) { return 0, r.code(p) }

func (r *diceRules) At(_ int, code uint64) Position { return r.position(code) }

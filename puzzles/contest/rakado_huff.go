package contest

import (
	"errors"
	"strings"
)

// By --huff a side that could capture may move otherwise. Then the other side takes off
// one of the men that could have captured, where it stands now, before anybody rolls.
// Where that is a choice there is a position for it: the men in question are taken out
// of their side's set and stand in the third, or in the fourth if their side is to roll
// again afterwards. Whatever is rolled in it is of no account.

// sets is the number of sets of men.
func (r *rakadoRules) sets() int {
	if r.huff {
		return 4
	}
	return 2
}

// asked reports whether the side to move has to take a man off.
func (r *rakadoRules) asked(p Position) bool { return p.Men[2]|p.Men[3] != 0 }

// answers lists the numbers of men of positions in which a man is to be taken off: of two
// at the least, as of one alone there is no choice.
func (r *rakadoRules) answers() (men []sizes) {
	most := r.goals[0].Len()
	for first := range most + 1 {
		for second := range most + 1 {
			for asked := 2; asked <= most-min(first, second); asked++ {
				men = append(men, sizes{uint8(first), uint8(second), uint8(asked)}, sizes{uint8(first), uint8(second), 0, uint8(asked)})
			}
		}
	}
	return men
}

// huffed adds the moves that are no captures, each with its penalty.
func (r *rakadoRules) huffed(p Position, captures, quiet []Turn, could Set) []Turn {
	all, own := captures, p.Men[p.Turn]
	for _, t := range quiet {
		asked := could
		if moved := own &^ t.After.Men[p.Turn]; could&moved != 0 {
			asked = could&^moved | t.After.Men[p.Turn]&^own
		}
		t.After.Men[p.Turn] &^= asked
		if asked.Len() > 1 {
			t.After.Men[2] = asked
		}
		all = one(all, len(captures), t)
	}
	return all
}

// ask gives the turn to the other side, which is to take a man off.
func (r *rakadoRules) ask(after *Position, again bool) {
	after.Turn ^= 1
	if again {
		after.Men[2], after.Men[3] = 0, after.Men[2]
	}
}

// answered returns the turns that take a man off.
func (r *rakadoRules) answered(p Position) (turns []Turn) {
	asked := p.Men[2] | p.Men[3]
	for men := asked; men != 0; men &= men - 1 {
		t := Turn{After: p, Again: p.Men[2] != 0}
		t.After.Men[2], t.After.Men[3] = 0, 0
		t.After.Men[p.Turn^1] |= asked &^ (men & -men)
		if !t.Again {
			t.After.Turn ^= 1
		}
		turns = append(turns, t)
	}
	return turns
}

// formatHuff writes a turn after which a man is to be taken off, "a1-b2?", one that takes
// it off, "xb2", and one for which the only man was taken off at once, "a1,b1-b2": the
// cells where men stood before and where one stands now, none ("a1-") if it is the one
// that moved.
func (r *rakadoRules) formatHuff(p, after Position) string {
	if r.asked(p) {
		return "x" + r.names((p.Men[2] | p.Men[3]) &^ after.Men[p.Turn^1])[0]
	}
	now := after.Men[p.Turn] | after.Men[2] | after.Men[3]
	text := strings.Join(r.names(p.Men[p.Turn]&^now), ",") + "-" + strings.Join(r.names(now&^p.Men[p.Turn]), ",")
	if r.asked(after) {
		text += "?"
	}
	return text
}

// checkAsked returns what is wrong with the men of which one is to be taken off.
func (r *rakadoRules) checkAsked(p Position) error {
	switch {
	case p.Men[2] != 0 && p.Men[3] != 0:
		return errors.New("one side alone rolls after a man is taken off")
	case r.asked(p) && (p.Men[2]|p.Men[3]).Len() < 2:
		return errors.New("of one man alone there is no choice: it is taken off at once")
	}
	return nil
}

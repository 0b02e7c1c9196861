package contest

import (
	"fmt"
	"slices"
	"strings"
)

// FormatSeat implements [Seated]: "second", "second/out first".
func (r *severalRules) FormatSeat(p Position) string {
	text := seatNames[seatOf(p)]
	var out []string
	for i := range r.count {
		if isOut(p, i) {
			out = append(out, seatNames[i])
		}
	}
	if out != nil {
		text += "/out " + strings.Join(out, " ")
	}
	return text
}

// ParseSeat implements [Seated].
func (r *severalRules) ParseSeat(p *Position, text string) error {
	names, out := strings.CutPrefix(text, "out ")
	for _, name := range strings.Fields(names) {
		seat := slices.Index(seatNames[:r.count], name)
		switch {
		case seat < 0:
			return fmt.Errorf("%.20q is no player (%s), nor out and players", text, strings.Join(seatNames[:r.count], ", "))
		case out:
			p.More |= 1 << (2 + seat)
		default:
			*p = r.toMove(*p, seat)
		}
	}
	return nil
}

// whose says whose win is meant.
func (r *severalRules) whose() string {
	switch r.player {
	case anybody:
		return "anybody wins"
	case everybody:
		return "all get home"
	}
	return "the " + seatNames[r.player] + " player wins"
}

// First implements [Seated].
func (r *severalRules) First() string {
	if r.together {
		return "all together bring it about that " + r.whose()
	}
	return "the " + seatNames[r.player] + " player can force a win"
}

// Headline implements [Seated].
func (r *severalRules) Headline(p Position, v Value) string {
	turns := fmt.Sprintf("%d turns of all players", v.Turns)
	if !r.together {
		whose := "the " + seatNames[r.player] + " player"
		v.Score *= 1 - 2*int(p.Turn)
		switch {
		case v.Score > 0:
			return fmt.Sprintf("%s forces a win against all others together within %s", whose, turns)
		case v.Score < 0:
			return fmt.Sprintf("%s cannot force a win: the others together can make another win, within %s", whose, turns)
		}
		return fmt.Sprintf("%s cannot force a win: the others together can hold him up for ever", whose)
	}
	if v.Score <= 0 {
		return "not even together can they bring it about that " + r.whose()
	}
	return fmt.Sprintf("if all play together %s in %s, and not in fewer", r.whose(), turns)
}

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

// Headline implements [Seated].
func (r *severalRules) Headline(p Position, v Value) string {
	turns := fmt.Sprintf("%d turns of all players", v.Turns)
	whose := "anybody"
	if r.player >= 0 {
		whose = "the " + seatNames[r.player] + " player"
	}
	if !r.together {
		v.Score *= 1 - 2*int(p.Turn)
		switch {
		case v.Score > 0:
			return fmt.Sprintf("%s forces a win against all others together within %s", whose, turns)
		case v.Score < 0:
			return fmt.Sprintf("%s cannot force a win: the others together can make another win, within %s", whose, turns)
		}
		return fmt.Sprintf("%s cannot force a win: the others together can hold him up for ever", whose)
	}
	what := whose + " wins"
	if r.player == everybody {
		what = "all are home"
	}
	if v.Score <= 0 {
		return fmt.Sprintf("not even together can they bring it about that %s", what)
	}
	return fmt.Sprintf("if all play together %s in %s, and not in fewer", what, turns)
}

package contest

import (
	"fmt"
	"slices"
	"strings"
)

// FormatSeat implements [Seated]: "second", "second/out first".
func (r *severalRules) FormatSeat(p Position) string {
	text := r.aim.FormatSeat(p)
	var out []string
	for i := range r.players {
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
		seat := slices.Index(seatNames[:r.players], name)
		switch {
		case seat < 0:
			return fmt.Errorf("%.20q is no player (%s), nor out and players", text, strings.Join(seatNames[:r.players], ", "))
		case out:
			p.More |= 1 << (2 + seat)
		default:
			*p = r.toMove(*p, seat)
		}
	}
	return nil
}

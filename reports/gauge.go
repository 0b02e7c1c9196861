package reports

import (
	"fmt"
	"html"
	"strings"

	"github.com/halma-solve/halma-solve/solver"
)

// gaugeBlocks is the greatest length that the gauge shows move by move.
const gaugeBlocks = 64

// gauge draws the bounds of a result that has a line as a bar: what is proven to
// be needed, then what is open, a block a move or hop where there is room.
func (l Language) gauge(r *solver.Result) string {
	if r.Line == nil || r.Upper <= 0 {
		return ""
	}
	const width, height, gap = 960, 22, 4
	var out strings.Builder
	label := l.say("%s found, at least %d proven to be needed", l.counted(r.Upper, Unit(r.Puzzle)), r.Lower)
	fmt.Fprintf(&out, `<svg class="gauge" viewBox="0 0 %d %d" role="img" aria-label="%s" preserveAspectRatio="none">`, width, height, html.EscapeString(label))
	block := func(class string, from, to int) {
		x := width * from / r.Upper
		fmt.Fprintf(&out, `<rect class="%s" x="%d" y="1" width="%d" height="%d" rx="4"/>`, class, x, max(width*to/r.Upper-x-gap, 1), height-2)
	}
	proven := "proven"
	if r.Status == solver.Optimal {
		proven = "settled"
	}
	switch {
	case r.Upper <= gaugeBlocks:
		for i := range r.Upper {
			if i < r.Lower {
				block(proven, i, i+1)
			} else {
				block("gap", i, i+1)
			}
		}
	default:
		if r.Lower > 0 {
			block(proven, 0, r.Lower)
		}
		if r.Lower < r.Upper {
			block("gap", r.Lower, r.Upper)
		}
	}
	out.WriteString("</svg>")
	return out.String()
}

package reports

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/solver"
)

// writeStats writes what a search did: totals, a table of its phases, and
// of the layers of those that tell.
func writeStats(out *strings.Builder, st *solver.Stats, cached bool, s Style) {
	if cached {
		out.WriteString("  answered by the store or the atlas, nothing was searched\n")
		if st.Expanded == 0 {
			return
		}
		out.WriteString("  what the store has was found by searches of\n")
	}
	for _, total := range []struct {
		name, value, unit string
	}{
		{"expanded", humanize.Comma(st.Expanded), "positions"},
		{"generated", humanize.Comma(st.Generated), "moves"},
		{"duplicates", humanize.Comma(st.Duplicates), ""},
		{"pruned", humanize.Comma(st.Pruned), ""},
		{"memory", Bytes(st.PeakBytes), "at the most"},
		{"time", Clock(st.Elapsed), ""},
	} {
		line := fmt.Sprintf("%17s %s", total.value, total.unit)
		out.WriteString("  " + s.paint(faint, fmt.Sprintf("%-10s", total.name)))
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	rows := English.phaseRows(st)
	if rows == nil {
		return
	}
	out.WriteByte('\n')
	writeTable(out, rows, 2, s)
	for _, table := range English.layerTables(st) {
		out.WriteString("\n  " + s.paint(faint, table.Title) + "\n")
		writeTable(out, table.Rows, 0, s)
	}
}

// writeTable writes rows in aligned columns, the first one faint as the head;
// columns from number left on are right-aligned.
func writeTable(out *strings.Builder, rows [][]string, left int, s Style) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for y, row := range rows {
		var line strings.Builder
		for i, text := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			line.WriteString("  ")
			if i < left {
				line.WriteString(text + pad)
			} else {
				line.WriteString(pad + text)
			}
		}
		text := strings.TrimRight(line.String(), " ")
		if y == 0 {
			text = s.paint(faint, text)
		}
		out.WriteString(text + "\n")
	}
}

// Bytes writes an amount of memory with three digits at the most and a binary
// unit: "512 B", "1.5 GiB".
func Bytes(n int64) string {
	amount, unit, _ := strings.Cut(humanize.IBytesN(uint64(max(n, 0)), 3), " ")
	if strings.Contains(amount, ".") {
		amount = strings.TrimRight(strings.TrimRight(amount, "0"), ".")
	}
	return amount + " " + unit
}

// Clock writes a time as people do: "0.4 s", "12.3 s", "2 min 05 s",
// "1 h 02 min".
func Clock(d time.Duration) string {
	switch {
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < time.Minute-50*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour-500*time.Millisecond:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %02d s", d/time.Minute, d%time.Minute/time.Second)
	default:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%d h %02d min", d/time.Hour, d%time.Hour/time.Minute)
	}
}

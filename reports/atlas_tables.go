package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
)

// atlasTable is what the atlas has of a game on boards of one shape, with one number of
// directions: a row for each army and size, a column for each way of counting and
// jumping.
type atlasTable struct {
	game       puzzles.Game
	board      string
	directions int      // 0: the board's own
	names      []string // of the options that stand at the left of rows
	units      []string // the columns that have something
	rows       []atlasRow
}

type atlasRow struct {
	labels []string
	cells  map[string]*atlasCell // by unit
}

// atlasCell has an entry under the free rules, and one under the booklet's.
type atlasCell struct{ free, booklet *atlas.Entry }

// text is what is known: under both rules, if that differs.
func (c *atlasCell) text() string {
	switch {
	case c == nil:
		return "–"
	case c.free == nil:
		return c.booklet.Length()
	case c.booklet == nil || c.free.Length() == c.booklet.Length():
		return c.free.Length()
	}
	return c.free.Length() + " · " + c.booklet.Length()
}

// unitOf names what an entry is counted in: "moves", "turns", "hops, super jumps".
func unitOf(e *atlas.Entry) string {
	if e.Game == puzzles.GameShortest {
		return "turns"
	}
	if e.Jumps == positions.Super.String() {
		return e.Count + ", super jumps"
	}
	return e.Count
}

// labelsOf are the options of an entry that stand at the left of its row.
func labelsOf(e *atlas.Entry) (names, values []string) {
	size := ""
	if e.Size > 0 {
		size = strconv.Itoa(e.Size)
	}
	for _, o := range [][2]string{{"size", size}, {"men", e.Men}, {"goal", e.Goal}, {"target", e.Target}, {"from", e.From}, {"to", e.To}} {
		if o[1] != "" {
			names, values = append(names, o[0]), append(values, o[1])
		}
	}
	return names, values
}

// atlasTables gathers entries in their order.
func atlasTables(entries []*atlas.Entry) (tables []*atlasTable) {
	for _, e := range entries {
		names, values := labelsOf(e)
		i := slices.IndexFunc(tables, func(t *atlasTable) bool {
			return t.game == e.Game && t.board == e.Board && t.directions == e.Directions
		})
		if i < 0 {
			i = len(tables)
			tables = append(tables, &atlasTable{game: e.Game, board: e.Board, directions: e.Directions, names: names})
		}
		t := tables[i]
		unit := unitOf(e)
		if !slices.Contains(t.units, unit) {
			t.units = append(t.units, unit)
		}
		row := slices.IndexFunc(t.rows, func(r atlasRow) bool { return slices.Equal(r.labels, values) })
		if row < 0 {
			row = len(t.rows)
			t.rows = append(t.rows, atlasRow{values, map[string]*atlasCell{}})
		}
		cell := t.rows[row].cells[unit]
		if cell == nil {
			cell = &atlasCell{}
			t.rows[row].cells[unit] = cell
		}
		if e.Rules == positions.Booklet.String() {
			cell.booklet = e
		} else {
			cell.free = e
		}
	}
	for _, t := range tables {
		slices.SortFunc(t.units, func(a, b string) int { return slices.Index(unitOrder, a) - slices.Index(unitOrder, b) })
	}
	return tables
}

// unitOrder is the order of columns.
var unitOrder = []string{"moves", "turns", "hops", "moves, super jumps", "hops, super jumps"}

// title names a table.
func (t *atlasTable) title() string { return English.titleOf(t) }

// titleOf is the title of a table in a language.
func (l Language) titleOf(t *atlasTable) string {
	title := l.puzzleName(string(t.game) + ", " + t.board)
	switch {
	case t.game == puzzles.GameConnection && l.or() == English:
		return string(t.game)
	case t.directions > 0:
		return title + ", " + l.say("%d directions", t.directions)
	}
	return title
}

// text returns the rows as texts, the head first.
func (t *atlasTable) text() [][]string {
	rows := [][]string{append(slices.Clone(t.names), t.units...)}
	for _, r := range t.rows {
		row := slices.Clone(r.labels)
		for _, unit := range t.units {
			row = append(row, r.cells[unit].text())
		}
		rows = append(rows, row)
	}
	return rows
}

// duelRows are the games for two players, a row for each space and a column for each
// rule set, the head first.
func (l Language) duelRows(duels []*atlas.Duel) [][]string {
	if len(duels) == 0 {
		return nil
	}
	head := l.words([]string{"board", "men", "positions"})
	left := len(head)
	var rows [][]string
	for _, d := range duels {
		rules := l.word(d.Rules)
		if !slices.Contains(head, rules) {
			head = append(head, rules)
		}
		labels := []string{fmt.Sprintf("%s %d", l.word(d.Board), d.Size), strconv.Itoa(d.Men), l.number(d.Positions)}
		i := slices.IndexFunc(rows, func(r []string) bool { return slices.Equal(r[:left], labels) })
		if i < 0 {
			i = len(rows)
			rows = append(rows, labels)
		}
		column := slices.Index(head, rules)
		for len(rows[i]) <= column {
			rows[i] = append(rows[i], "?")
		}
		rows[i][column] = l.sentence(d.Result())
	}
	for i := range rows {
		for len(rows[i]) < len(head) {
			rows[i] = append(rows[i], "?")
		}
	}
	return append([][]string{head}, rows...)
}

// atlasSum counts in a sentence what there is.
func (l Language) atlasSum(entries []*atlas.Entry, duels []*atlas.Duel) string {
	settled, certified := 0, 0
	for _, e := range entries {
		if e.Settled() {
			settled++
		}
		if info, _ := e.Game.Info(); info.Certificates {
			certified++
		}
	}
	text := l.say("%d puzzles: of %d the optimum is proven, of %d bounds and a line; the bounds of %d have certificates.",
		len(entries), settled, len(entries)-settled, certified)
	if len(duels) > 0 {
		text += " " + l.say("%d games for two players, solved completely.", len(duels))
	}
	return text
}

// atlasLegend explains the tables.
const atlasLegend = "One number is the optimum, proven; of two with a dash the first is a proven lower bound and the second the length of a line that is known. " +
	"Two with a dot are under the free rules and under the booklet's, where those differ."

// duelLegend explains the table of games for two players.
func (l Language) duelLegend() string {
	return l.say("Who wins from the start with perfect play, and in how many turns: 1 the first side, which is to move, 2 the second, = a draw. Where no number stands the limit of turns decides.")
}

// markdownTable writes rows, the head first, as a table of Markdown whose columns from
// left on are aligned at the right.
func markdownTable(out *strings.Builder, rows [][]string, left int) {
	for i, row := range rows {
		out.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i > 0 {
			continue
		}
		for column := range row {
			out.WriteString("|---")
			if column >= left {
				out.WriteByte(':')
			}
		}
		out.WriteString("|\n")
	}
}

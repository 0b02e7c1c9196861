package reports

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// CSV writes rows, which are structs, as comma-separated values below a row with the
// names that their fields have in JSON. A nil pointer is an empty value.
func CSV[R any](w io.Writer, rows []R) error {
	var none R
	text := CSVHeader(none)
	for _, row := range rows {
		text = AppendCSV(text, row)
	}
	_, err := w.Write(text)
	return err
}

// CSVHeader is the row of names above rows like this one.
func CSVHeader(row any) []byte {
	var names []string
	for f := range reflect.TypeOf(row).Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return appendCSV(nil, names)
}

// AppendCSV appends a row.
func AppendCSV(dst []byte, row any) []byte {
	var values []string
	for _, v := range reflect.ValueOf(row).Fields() {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				values = append(values, "")
				continue
			}
			v = v.Elem()
		}
		text := fmt.Sprint(v.Interface())
		if v.Kind() == reflect.String {
			text = harmless(text)
		}
		values = append(values, text)
	}
	return appendCSV(dst, values)
}

// harmless is a text that no spreadsheet takes for a formula: texts come from users. What
// could begin one gets an apostrophe before it, which spreadsheets know as the sign of a
// text (OWASP, "CSV Injection"). Numbers are none of these texts.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

func appendCSV(dst []byte, values []string) []byte {
	out := bytes.NewBuffer(dst)
	w := csv.NewWriter(out)
	_ = w.Write(values) // a buffer takes everything
	w.Flush()
	return out.Bytes()
}

// VerdictRow is a verdict as a row of a table. What is not known, or not said of such
// a verdict, is nil or "".
type VerdictRow struct {
	Number int64  `json:"number"`
	At     int64  `json:"at"`
	ID     string `json:"id"`
	Status string `json:"status"`
	Moves  int    `json:"moves"`
	Hops   int    `json:"hops"`
	Lower  *int   `json:"lower"`
	Upper  *int   `json:"upper"`
	Least  *int   `json:"above_least"`
	Most   *int   `json:"above_most"`
	Move   *int   `json:"move"`
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// VerdictRowOf makes the row of a verdict.
func VerdictRowOf(v *submission.Verdict) VerdictRow {
	known := func(ok bool, n int) *int {
		if !ok {
			return nil
		}
		return &n
	}
	r := VerdictRow{
		Number: v.Number, At: v.Line, ID: string(v.ID), Status: v.Status.String(), Moves: v.Moves, Hops: v.Hops,
		Lower: known(v.Bounds.Lower > 0, v.Bounds.Lower), Upper: known(v.Bounds.Upper > 0, v.Bounds.Upper), Reason: v.Reason,
	}
	switch v.Status {
	case submission.Solved:
		least, most := v.Above()
		r.Least, r.Most = known(v.Bounds.Upper > 0, least), known(most >= 0, most)
	case submission.Illegal:
		r.Move, r.Path = known(true, v.Move), pathText(v.Puzzle.Board, v.Path)
	}
	return r
}

// pathText is a move as a text, "" for none.
func pathText(b *positions.Board, path []positions.Cell) string {
	if len(path) == 0 {
		return ""
	}
	return b.FormatPath(path)
}

// ExplorationCSV writes an exploration by the number of jumps.
func ExplorationCSV(w io.Writer, e *peg.Exploration) error {
	type row struct {
		Jumps     int   `json:"jumps"`
		Men       int   `json:"men"`
		Positions int64 `json:"positions"`
		Winnable  int64 `json:"winnable"`
		DeadEnds  int64 `json:"dead_ends"`
	}
	var rows []row
	for n, l := range e.Jumps {
		rows = append(rows, row{n, e.Puzzle.Men() - n, l.Positions, l.Winnable, l.DeadEnds})
	}
	return CSV(w, rows)
}

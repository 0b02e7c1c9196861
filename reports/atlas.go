package reports

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
)

// AtlasText writes what the atlas has as tables for a terminal.
func AtlasText(w io.Writer, entries []*atlas.Entry, duels []*atlas.Duel, o TextOptions) error {
	var out strings.Builder
	for _, line := range append(Wrap(English.atlasSum(entries, duels), o.width()), Wrap(atlasLegend, o.width())...) {
		out.WriteString(line + "\n")
	}
	for _, t := range atlasTables(entries) {
		section(&out, o.Style, t.title())
		writeTable(&out, t.text(), len(t.names), o.Style)
	}
	if rows := English.duelRows(duels); rows != nil {
		section(&out, o.Style, "two players")
		for _, line := range Wrap(English.duelLegend(), o.width()) {
			out.WriteString(line + "\n")
		}
		writeTable(&out, rows, 1, o.Style)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// AtlasMarkdown writes the same as a page of Markdown.
func AtlasMarkdown(w io.Writer, entries []*atlas.Entry, duels []*atlas.Duel) error {
	var out strings.Builder
	out.WriteString("# What is proven\n\n" + English.atlasSum(entries, duels) + "\n\n" + atlasLegend + "\n\n")
	out.WriteString("This page is written by `halma-solve atlas --format md`; a test looks after it. " +
		"`halma-solve atlas show ID` shows the line of a row, how its bound was proven and the command that proves it again; " +
		"an ID is `highscore-star4-15-free-moves-short`.\n")
	for _, t := range atlasTables(entries) {
		out.WriteString("\n## " + capital(t.title()) + "\n\n")
		markdownTable(&out, t.text(), len(t.names))
	}
	if rows := English.duelRows(duels); rows != nil {
		out.WriteString("\n## Two players\n\n" + English.duelLegend() + "\n\n")
		markdownTable(&out, rows, 1)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// AtlasSchema is the name and version of the JSON form of the atlas.
const AtlasSchema = "halma-solve/atlas/1"

// atlasFields is an entry for programs.
type atlasFields struct {
	ID string `json:"id"`
	atlas.Question
	Men       jsontext.NameOrNumber `json:"men,omitempty"` // of the question
	Status    solver.Status         `json:"status"`
	Lower     int                   `json:"lower"`
	Upper     int                   `json:"upper"`
	Certified bool                  `json:"certified"`
	Command   string                `json:"command"`
	MadeBy    string                `json:"made_by,omitempty"`
	Program   string                `json:"program,omitempty"`
	Date      string                `json:"date,omitempty"`
	Seconds   float64               `json:"seconds,omitempty"`
}

func fieldsOf(e *atlas.Entry) atlasFields {
	status := solver.Bounded
	if e.Settled() {
		status = solver.Optimal
	}
	info, _ := e.Game.Info()
	return atlasFields{
		ID: e.ID(), Question: e.Question, Men: jsontext.NameOrNumber(e.Men), Status: status, Lower: e.Lower, Upper: e.Upper, Certified: info.Certificates,
		Command: e.Again(), MadeBy: e.Command, Program: e.Program, Date: e.Date, Seconds: e.Seconds,
	}
}

// AtlasJSON writes the atlas for programs: one object with the schema, the entries and
// the duels, one in each line.
func AtlasJSON(w io.Writer, entries []*atlas.Entry, duels []*atlas.Duel) error {
	var out strings.Builder
	fmt.Fprintf(&out, "{\n  \"schema\": %q,\n  \"entries\": [", AtlasSchema)
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	list := func(n int, one func(int) any) error {
		for i := range n {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString("\n    ")
			if err := enc.Encode(one(i)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := list(len(entries), func(i int) any { return fieldsOf(entries[i]) }); err != nil {
		return err
	}
	out.WriteString("  ],\n  \"duels\": [")
	if err := list(len(duels), func(i int) any { return duels[i] }); err != nil {
		return err
	}
	out.WriteString("  ]\n}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// AtlasCSV writes the entries as a table with a head. Duels are not in it.
func AtlasCSV(w io.Writer, entries []*atlas.Entry) error {
	out := csv.NewWriter(w)
	rows := [][]string{{
		"id", "game", "board", "size", "men", "goal", "target", "from", "to", "rules", "count", "jumps",
		"status", "lower", "upper", "certified", "program", "date", "seconds", "directions",
	}}
	for _, e := range entries {
		f := fieldsOf(e)
		size, seconds, directions := "", "", ""
		if f.Size > 0 {
			size = strconv.Itoa(f.Size)
		}
		if f.Directions > 0 { // not the board's own
			directions = strconv.Itoa(f.Directions)
		}
		if f.Seconds > 0 {
			seconds = strconv.FormatFloat(f.Seconds, 'f', 2, 64)
		}
		rows = append(rows, []string{
			f.ID, string(f.Game), f.Board, size, string(f.Men), f.Goal, f.Target, f.From, f.To, f.Rules, f.Count, f.Jumps,
			string(f.Status), strconv.Itoa(f.Lower), strconv.Itoa(f.Upper), strconv.FormatBool(f.Certified), f.Program, f.Date, seconds, directions,
		})
	}
	return out.WriteAll(rows)
}

package main

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// goalLines says which straight lines solve a puzzle of connection. Of the other
// kinds the drawing says all.
func goalLines(p *generate.Puzzle) string {
	text := goalInWords(p)
	if text == "" {
		return ""
	}
	var s strings.Builder
	for _, line := range reports.Wrap("goal: "+text, 74) {
		fmt.Fprintf(&s, "   %s\n", line)
	}
	return s.String()
}

// goalInWords names the straight lines of connection, any of which will do.
func goalInWords(p *generate.Puzzle) string {
	if p.Kind != generate.Connection {
		return ""
	}
	names := straightGoals(p)
	if len(names) == 1 {
		return "the straight line " + names[0]
	}
	return "any of the straight lines " + strings.Join(names, ", ")
}

// straightGoals are the straight lines of connection, by the names of their ends; nil of
// other kinds.
func straightGoals(p *generate.Puzzle) (names []string) {
	if p.Kind != generate.Connection {
		return nil
	}
	for _, ends := range generate.StraightGoals(p.Task) {
		names = append(names, fmt.Sprintf("%s–%s", p.Task.Board.Name(ends[0]), p.Task.Board.Name(ends[1])))
	}
	return names
}

package main

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/generate"
	"github.com/halma-solve/halma-solve/reports"
)

// goalLines says which straight lines solve a puzzle of connection. Of the other
// kinds the drawing says all.
func goalLines(p *generate.Puzzle) string {
	if p.Kind != generate.Connection {
		return ""
	}
	var names []string
	for _, ends := range generate.StraightGoals(p.Task) {
		names = append(names, fmt.Sprintf("%s–%s", p.Task.Board.Name(ends[0]), p.Task.Board.Name(ends[1])))
	}
	text := "goal: the straight line " + names[0]
	if len(names) > 1 {
		text = fmt.Sprintf("goal: any of the straight lines %s", strings.Join(names, ", "))
	}
	var s strings.Builder
	for _, line := range reports.Wrap(text, 74) {
		fmt.Fprintf(&s, "   %s\n", line)
	}
	return s.String()
}

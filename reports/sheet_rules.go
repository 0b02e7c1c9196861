package reports

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles"
)

// rulesOfSheet explains the rules of all puzzles of a sheet, each rules once, in
// the order in which they first come.
func rulesOfSheet(list []SheetPuzzle) (out []sheetRules) {
	which := make(map[string][]int)
	for i, p := range list {
		text := rulesForPlayers(p.Puzzle)
		if which[text] == nil {
			out = append(out, sheetRules{Text: text})
		}
		which[text] = append(which[text], i+1)
	}
	if len(out) > 1 {
		for i := range out {
			out[i].Which = numbersInWords(which[out[i].Text])
		}
	}
	return out
}

// numbersInWords is "1–4, 7" for rising numbers.
func numbersInWords(numbers []int) string {
	var out []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch {
		case j == i:
			out = append(out, fmt.Sprint(numbers[i]))
		case j == i+1:
			out = append(out, fmt.Sprint(numbers[i]), fmt.Sprint(numbers[j]))
		default:
			out = append(out, fmt.Sprintf("%d–%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(out, ", ")
}

// rulesForPlayers explains to somebody with a pencil what a puzzle asks for.
func rulesForPlayers(p *puzzles.Puzzle) string {
	var text []string
	add := func(s string) { text = append(text, s) }
	if p.Game.Pegs() {
		add(fmt.Sprintf("A man jumps %s over a man next to it to the empty hole behind, and the man jumped over is taken off.", p.Board.Along()))
		add("Any number of jumps of one man, one after the other, are one move.")
		switch goal := ringed(p); {
		case goal.Len() == 1:
			add("Leave one man, on the ringed hole.")
		case goal.Len() == 0:
			add("Leave one man, wherever you like.")
		default:
			add("Leave one man, on one of the ringed holes.")
		}
		return strings.Join(text, " ")
	}
	ways := "in any of the six directions"
	if p.Board.Directions() == 8 {
		ways = "straight or diagonally"
	}
	jump := "each over one neighbouring man to the empty cell right behind it"
	if p.Jumps.Long() {
		jump = "each over one man at any distance to the empty cell as far behind it, with nobody else on the way"
	}
	add(fmt.Sprintf("A move is one step to a neighbouring empty cell, %s, or any number of jumps of one man, %s. The men jumped over stay.", ways, jump))
	switch {
	case len(p.Goals) > 1:
		add("Fill one of the figures that are given as goals; any man may stand anywhere in it.")
	case ringed(p).Len() > 0:
		add("Bring a man to every ringed cell; any man will do.")
	}
	if p.Marked.Len() > 0 && len(p.Goals) == 1 {
		add(fmt.Sprintf("Men with a triangle must end on %s.", enumerated(p.Board.Names(p.Goals[0].Marked))))
	}
	if p.Arrival.KeepsGoal() && len(p.Goals) < 2 {
		add("A man whose move has ended on a ringed cell must end its later moves on ringed cells, too.")
	}
	return strings.Join(text, " ")
}

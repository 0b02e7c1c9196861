package reports

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// rulesOfSheet explains the rules of all puzzles of a sheet, each rules once, in
// the order in which they first come.
func (l Language) rulesOfSheet(list []SheetPuzzle) (out []sheetRules) {
	which := make(map[string][]int)
	for i, p := range list {
		text := l.rulesForPlayers(p.Puzzle)
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
func (l Language) rulesForPlayers(p *puzzles.Puzzle) string {
	var text []string
	add := func(s string, values ...any) { text = append(text, l.say(s, values...)) }
	if p.Game.Pegs() {
		add("A man jumps %s over a man next to it to the empty hole behind, and the man jumped over is taken off.", l.word(p.Board.Along()))
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
	ways := l.say("in any of the six directions")
	if p.Board.Directions() == 8 {
		ways = l.say("straight or diagonally")
	}
	jump := l.say("each over one neighbouring man to the empty cell right behind it")
	if p.Jumps.Long() {
		jump = l.say("each over one man at any distance to the empty cell as far behind it, with nobody else on the way")
	}
	add("A move is one step to a neighbouring empty cell, %s, or any number of jumps of one man, %s. The men jumped over stay.", ways, jump)
	switch {
	case len(p.Goals) > 1:
		add("Fill one of the figures that are given as goals; any man may stand anywhere in it.")
	case ringed(p).Len() > 0:
		add("Bring a man to every ringed cell; any man will do.")
	}
	if p.Marked.Len() > 0 && len(p.Goals) == 1 {
		add("Men with a triangle must end on %s.", l.list(p.Board.Names(p.Goals[0].Marked)))
	}
	if p.Arrival.KeepsGoal() && len(p.Goals) < 2 {
		add("A man whose move has ended on a ringed cell must end its later moves on ringed cells, too.")
	}
	return strings.Join(text, " ")
}

// board names a board.
func (l Language) board(b *positions.Board) string { return l.pieces(b.String()) }

// goalOf says what the goal of a puzzle is that its drawing cannot show.
func (l Language) goalOf(p *SheetPuzzle) string {
	switch len(p.Straight) {
	case 0:
		return p.Goal
	case 1:
		return l.say("the straight line %s", p.Straight[0])
	}
	return l.say("any of the straight lines %s", strings.Join(p.Straight, ", "))
}

// notesOf are the notes that numbers make.
func (l Language) notesOf(p *SheetPuzzle) (notes []string) {
	if p.Difficulty > 0 {
		notes = append(notes, l.say("difficulty %.1f", p.Difficulty))
	}
	if p.Lines == "" {
		return notes
	}
	lines := l.say("%s minimal lines", p.Lines)
	switch {
	case p.MoreLines:
		lines = l.say("more than %s minimal lines", p.Lines)
	case p.Lines == "1":
		lines = l.say("1 minimal line")
	}
	switch {
	case p.LineUnique:
		lines = l.say("%s, unique", lines)
	case p.FirstMoves == 1:
		lines = l.say("%s, first move unique", lines)
	default:
		lines = l.say("%s, %d first moves", lines, p.FirstMoves)
	}
	return append(notes, lines)
}

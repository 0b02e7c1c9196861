package main

import (
	"strings"

	"github.com/halma-solve/halma-solve/solver/generate"
)

// puzzleRow is a puzzle of a batch as a row of a table; cells and moves have spaces
// between them. The goal of several figures is their number alone.
type puzzleRow struct {
	ID           string  `json:"id"`
	Kind         string  `json:"kind"`
	Board        string  `json:"board"`
	Size         int     `json:"size"`
	Men          int     `json:"men"`
	Moves        int     `json:"moves"`
	Lines        string  `json:"lines"`
	MoreLines    bool    `json:"more_lines"`
	FirstMoves   int     `json:"first_moves"`
	LineUnique   bool    `json:"line_unique"`
	Difficulty   float64 `json:"difficulty"`
	Level        string  `json:"level"`
	WrongFirst   int     `json:"wrong_first"`
	DeadFirst    *int    `json:"dead_first"`
	LongestChain int     `json:"longest_chain"`
	Quiet        int     `json:"quiet"`
	Away         int     `json:"away"`
	Start        string  `json:"start"`
	Goal         string  `json:"goal"`
	Figures      int     `json:"figures"`
	Line         string  `json:"line"`
	Claimed      bool    `json:"claimed"`
}

func puzzleRowOf(p *generate.Puzzle) puzzleRow {
	t, b, f := p.Task, p.Task.Board, p.Features
	var moves []string
	for _, path := range p.Line {
		moves = append(moves, b.FormatPath(path))
	}
	r := puzzleRow{
		ID: generate.ID(p.Kind, t), Kind: string(p.Kind), Board: b.Shape().String(), Size: b.Size(), Men: t.Men(),
		Moves: len(p.Line), Lines: p.Lines.String(), MoreLines: p.MoreLines, FirstMoves: p.First, LineUnique: p.LineUnique,
		Difficulty: p.Difficulty, Level: generate.Level(p.Difficulty),
		WrongFirst: f.WrongFirst, DeadFirst: f.DeadFirst, LongestChain: f.LongestChain, Quiet: f.Quiet, Away: f.Away,
		Start: strings.Join(b.Names(t.Start), " "), Figures: max(len(t.Goals), 1), Line: strings.Join(moves, " "), Claimed: p.Claimed,
	}
	if r.Figures == 1 {
		r.Goal = strings.Join(b.Names(t.Goal), " ")
	}
	return r
}

package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// foreignOption refuses options of a table that its game does not have.
func foreignOption(c *cli.Context, game puzzles.Info) error {
	foreign := []string{tableTo.Name, cli.Directions.Name}
	if game.Game.Pegs() {
		foreign = []string{tableArmies.Name, tableRules.Name, cli.Jumps.Name}
	}
	if name := cli.FirstGiven(c, foreign...); name != "" {
		return cli.UsageError("--%s is no option of a table of %s", name, game.Game)
	}
	return nil
}

// vacanciesOf lists the problems of one empty hole on boards of some sizes.
func vacanciesOf(c *cli.Context, o puzzles.Options, sizes []int) (family []*puzzles.Puzzle, err error) {
	for _, size := range sizes {
		b, err := positions.NewBoard(o.Shape, size)
		if err == nil && cli.Directions.Of(c) > 0 {
			b, err = b.WithDirections(cli.Directions.Of(c))
		}
		if err != nil {
			return nil, cli.Directions.Refuse(c, err)
		}
		for _, pair := range puzzles.Vacancies(b) {
			to := b.Name(pair[1])
			switch want := tableTo.Of(c); {
			case want != "all" && pair[0] != pair[1]:
				continue
			case want == puzzles.AnyHole:
				to = want
			}
			p, err := puzzles.Solo(puzzles.Options{Board: b, From: b.Name(pair[0]), To: to, Count: o.Count})
			if err != nil {
				return nil, err
			}
			family = append(family, p)
		}
	}
	return family, nil
}

// ofPegs says of a row what only problems of one empty hole have.
func (r *tableRow) ofPegs(p *puzzles.Puzzle) {
	b := p.Board
	r.Rules, r.Jumps, r.To, r.Directions = "", "", puzzles.AnyHole, b.Directions()
	for c := range positions.Cell(b.Len()) {
		if !p.Start.Has(c) {
			r.From = b.Name(c)
		}
	}
	if p.Goal.Len() == 1 {
		r.To = b.Name(p.Goal.Cells()[0])
	}
}

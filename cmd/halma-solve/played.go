package main

import (
	"io"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

// isPlayed reports whether a text is the result of a game for two or more.
func isPlayed(text []byte) bool {
	kind := cli.KindOf(text)
	return kind == "duel" || kind == "contest" || kind == "chances"
}

// played is such a result: a race, one of package contest, or one with dice.
type played struct {
	race    *reports.Duel
	contest *reports.Contest
	chances *reports.Chances
}

func readPlayed(name string, text []byte) (p played, err error) {
	switch cli.KindOf(text) {
	case "duel":
		p.race, err = reports.ParseDuel(text)
	case "contest":
		p.contest, err = reports.ParseContest(text)
	default:
		p.chances, err = reports.ParseChances(text)
	}
	if err != nil {
		return p, cli.InputError(name, err)
	}
	return p, nil
}

// text writes the report for people.
func (p played) text(w io.Writer, o reports.TextOptions) error {
	switch {
	case p.race != nil:
		return reports.DuelText(w, p.race, o)
	case p.contest != nil:
		return reports.ContestText(w, p.contest, o)
	}
	return reports.ChancesText(w, p.chances, o)
}

// on puts the result on a page.
func (p played) on(page *reports.HTMLOptions) {
	switch {
	case p.race != nil:
		page.Duels = append(page.Duels, p.race)
	case p.contest != nil:
		page.Contests = append(page.Contests, p.contest)
	default:
		page.Chances = append(page.Chances, p.chances)
	}
}

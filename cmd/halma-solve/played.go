package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

// isPlayed reports whether a text is the result of a game for two or more.
func isPlayed(text []byte) bool {
	kind := cli.KindOf(text)
	return kind == "duel" || kind == "contest"
}

// readPlayed reads such a result: a race, or else one of package contest.
func readPlayed(name string, text []byte) (d *reports.Duel, o *reports.Contest, err error) {
	if cli.KindOf(text) == "duel" {
		d, err = reports.ParseDuel(text)
	} else {
		o, err = reports.ParseContest(text)
	}
	if err != nil {
		return nil, nil, cli.InputError(name, err)
	}
	return d, o, nil
}

package main

import (
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

const (
	appUsage = "shortest solutions of one-player Halma and Chinese Checkers, with proof"

	appDescription = `Bring all your men to the opposite court of a Halma board or a Chinese
Checkers star in as few moves as possible. halma-solve finds short solutions
within seconds, makes them shorter as long as you let it, and proves how short
a solution can be at all.

Each answer has a status. optimal: the line is legal and none is shorter, both
proven. bounded: the line is legal, a shorter one may exist; the lower bound is
proven. unknown: no line yet. impossible: it is proven that there is none.

Games for two players are solved completely on small boards: see prove.`

	appExamples = `halma-solve highscore                              # star, 15 men: 31 moves
halma-solve highscore --men 10 --fresh             # search and prove it again
halma-solve highscore --board square --size 10 --time 5m
halma-solve highscore --format json --output star.json
halma-solve connection                             # a line across the star: 17
halma-solve solo                                   # peg solitaire: 18 moves
halma-solve solve puzzle.json                      # a puzzle of your own
halma-solve prove --size 5 --men 3                 # two players, solved completely
halma-solve show star.json --all                   # step through a solution
halma-solve report star.json --output star.html    # a page to step through it
halma-solve atlas                                  # all that is proven already
halma-solve boards                                 # boards and armies, drawn
halma-solve help highscore                         # all options of a command`
)

// app is the program. Its commands are made anew, so that nothing is shared between
// runs.
func app() cli.App {
	return cli.App{
		Usage:        appUsage,
		Description:  appDescription,
		Examples:     appExamples,
		Version:      version(),
		PrintVersion: printVersion,
		Arguments:    map[string][]string{"GAME": gameNames()},
		Topic:        helpOnGame,
		Commands: []*cli.Command{
			highscoreCommand(), treffhalmaCommand(), treffpunktCommand(), connectionCommand(), shortestCommand(), solveCommand(), tableCommand(),
			soloCommand(), retourCommand(), generateCommand(), proveCommand(), probeCommand(), playCommand(),
			boardsCommand(), atlasCommand(), showCommand(), reportCommand(), verifyCommand(), analyzeCommand(), importCommand(), exportCommand(), serveCommand(), cacheCommand(),
			workerCommand(), jobsCommand(), clusterCommand(),
			benchCommand(), versionCommand(),
		},
	}
}

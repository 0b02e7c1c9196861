package main

import (
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
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

	appExamples = `halma-solve highscore                              # star, 15 men, two minutes
halma-solve highscore --board star --men 10 --prove
halma-solve highscore --board square --size 10 --time 5m
halma-solve highscore --format json --output star.json
halma-solve connection                             # a line across the star: 17
halma-solve solo                                   # peg solitaire: 18 moves
halma-solve solve puzzle.json                      # a puzzle of your own
halma-solve prove --size 5 --men 3                 # two players, solved completely
halma-solve show star.json --all                   # step through a solution
halma-solve report star.json --output star.html    # a page to step through it
halma-solve boards                                 # boards and armies, drawn
halma-solve help highscore                         # all options of a command`
)

// newApp builds the command line anew, so that nothing is shared between runs.
func newApp(stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                 "halma-solve",
		Usage:                appUsage,
		Description:          appDescription,
		Version:              version(),
		Writer:               stdout,
		ErrWriter:            stderr,
		Action:               overview,
		OnUsageError:         onUsageError,
		ExitErrHandler:       func(*cli.Context, error) {}, // run prints and exits
		EnableBashCompletion: true,
		BashComplete:         complete,
		HideHelpCommand:      true,                     // helpCommand stands in,
		Flags:                []cli.Flag{cli.HelpFlag}, // and so the flag is not added
		Commands: []*cli.Command{
			highscoreCommand(), treffhalmaCommand(), treffpunktCommand(), connectionCommand(), solveCommand(), tableCommand(),
			soloCommand(), retourCommand(), generateCommand(), proveCommand(), probeCommand(), playCommand(),
			boardsCommand(), showCommand(), reportCommand(), verifyCommand(), analyzeCommand(), importCommand(), exportCommand(), cacheCommand(),
			benchCommand(), versionCommand(), completionCommand(), helpCommand(),
		},
	}
	cli.HelpPrinter = printHelp
	cli.VersionPrinter = func(c *cli.Context) { _ = printVersion(c) } // the sink keeps the error
	prepare(app.Commands)
	return app
}

// prepare gives every command what all have in common.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		c.BashComplete = complete
		prepare(c.Subcommands)
	}
}

// overview is the program without a command: what it can do.
func overview(c *cli.Context) error {
	if c.Args().Present() {
		return unknownCommand(c)
	}
	return cli.ShowAppHelp(c)
}

// group is the action of a command that has subcommands only.
func group(c *cli.Context) error {
	if c.Args().Present() {
		return unknownCommand(c)
	}
	return cli.ShowSubcommandHelp(c)
}

// env returns the environment variable of a flag.
func env(flag string) []string {
	return []string{"HALMA_" + strings.ToUpper(flag)}
}

// dropEmptyEnvironment makes an empty environment variable the same as none.
func dropEmptyEnvironment(app *cli.App) {
	eachFlag(app.Commands, func(f cli.DocGenerationFlag) {
		for _, name := range f.GetEnvVars() {
			if value, ok := os.LookupEnv(name); ok && value == "" {
				os.Unsetenv(name)
			}
		}
	})
}

func eachFlag(commands []*cli.Command, visit func(cli.DocGenerationFlag)) {
	for _, c := range commands {
		for _, f := range c.Flags {
			if doc, ok := f.(cli.DocGenerationFlag); ok {
				visit(doc)
			}
		}
		eachFlag(c.Subcommands, visit)
	}
}

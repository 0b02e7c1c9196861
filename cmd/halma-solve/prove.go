package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

var proveHelp = `Works out by retrograde analysis what every position of a small board is worth
with perfect play and in how many turns: wins as fast, losses as slow as
possible; a draw is endless play. First it says how many positions there are,
how much memory and about how much time they take.

--check goes through all positions once more with rules written apart from the
solver. --tablebase keeps the values in a file for "halma-solve probe" and
"halma-solve play", with the distances, or without at 2 bits a position; while
it is being worked out FILE.part keeps the state, and the same command goes on
from it. --table solves all boards and rules in turn, as far as each fits into
the memory and the time, and prints a table; rows that are done are kept in the
store. With --game all it has all games there are; with --estimate it says what
each of them would take, and all together.

GAME is one of these; --rules GAME means the same. "halma-solve help GAME" shows
one of them alone.

` + racesHelp + `
` + gamesHelp() + `
` + variantsHelp + `
The games that follow are no races of equal armies. They have options of
their own, which stay a part of the game in results; where what is printed can
be read in several ways, or a picture is lost, an option has the readings.
` + othersHelp + `
` + contestsHelp() + `
--forward searches from the start, or from --position, and looks only at what
matters for its value. It needs far less time, and the memory that it is given
decides about the time alone, but it knows nothing of other positions. Where
turns can lead back it looks for the shortest forced win of either side, on
larger boards, too, and cannot prove a draw. When the time is over it says
between which bounds the value is, or within how many turns nobody wins, exit
code 12.

--values works out values without distances in a quarter of the memory, for
spaces that do not fit otherwise; it knows no best play, and a
tablebase is --compact. What does not fit into --memory has its tables in a
file in the directory of --tablebase; it goes with the command, however that
ends, and FILE.part keeps the state as always.

With --cluster workers have parts of the game's table, and send each other what
they find out, level by level; the result has the same bytes. What is done stays
at the cluster: FILE.part is not written, and the same command goes on. Games of
the rules swap, farben, farben-simple and online, and those with options of
their own, are solved on one machine each; with --table workers do such games.

Under the rules online a value depends on the turns made; the one at the start
is reported. --tablebase is refused there, and --check, which works out all
values a second time, beyond 10,000,000 positions.

Exit codes:
` + cli.ExitCodesHelp

func proveCommand() *cli.Command {
	return &cli.Command{
		Name:        "prove",
		Category:    "Two players",
		Usage:       "solve a two-player game completely: every position won, lost or drawn",
		Description: proveHelp,
		UsageText:   "halma-solve prove [options] [GAME]",
		ArgsUsage: cli.Examples(`halma-solve prove --board rhombus --size 5 --men 3
halma-solve prove paper --size 7 --men 2 --check
halma-solve prove tippy --size 4 --men 4 --check
halma-solve prove --list
halma-solve prove --board square --size 4 --men 4 --tablebase square4.tb
halma-solve prove --board rhombus --size 6 --men 4 --cluster nats://one:4222
halma-solve prove --table --board rhombus --size 3-5 --time 30s -o table.md
halma-solve prove --table --game all --time 10m --format csv -o games.csv`),
		Flags: slices.Concat(
			cli.Flags(duelBoard, duelSize, duelMen, duelRules), cli.Flags(contestOptions()...),
			cli.Flags(duelPosition.With("where play begins, of games with options of their own; see probe", "the start"), checkOption, forwardOption, tablebaseOption, compactOption, valuesOption, estimateOption, tableOption, gameOption, gamesOption,
				cli.Time.With("how long to work, with --table on each game: 30s, 2m, 1h30m", "none; with --table 1m"), cli.Memory, cli.Workers),
			clusterFlags(), cli.ReportFlags(cli.FormatOrCSV), cli.Flags(cli.Store.With("directory of the store of rows of --table, or none", ""))),
		Action: prove,
	}
}

// The options of this command; probe has --check, too.
var (
	checkOption     = cli.Switch("check", cli.SearchCategory, "check every position by rules written apart from the solver")
	tablebaseOption = cli.NewFile("tablebase", cli.SearchCategory, "`FILE`write the values of all positions to FILE", "none", "tablebase")
	compactOption   = cli.Switch("compact", cli.SearchCategory, "leave the distances out of the tablebase: 2 bits a position")
	valuesOption    = cli.Switch("values", cli.SearchCategory, "no distances: a quarter of the memory")
	forwardOption   = cli.Switch("forward", cli.SearchCategory, "of games with options of their own: only the value of one position, searched forward from it")
	estimateOption  = cli.Switch("estimate", cli.SearchCategory, "say what it would take, and do nothing")
	gamesOption     = cli.Switch("list", cli.SearchCategory, "list all games with their boards and options, and what is known")
	tableOption     = cli.Switch("table", cli.SearchCategory, "solve all games that the options allow and print a table")
)

func prove(c *cli.Context) error {
	if c.Bool("list") {
		return proveList(c)
	}
	if c.Bool("table") {
		return proveTable(c)
	}
	if err := clusterRefuses(c); err != nil {
		return err
	}
	if gameOption.IsSet(c) {
		return gameOption.Refuse(c, errors.New("that says which games --table has; one game is named without it: \"halma-solve prove cats\""))
	}
	if k := contestKind(c); k != nil {
		if clusterOption.IsSet(c) {
			return clusterOption.Refuse(c, fmt.Errorf("a game of %s is solved on one machine; --table has its games done by workers", k.Name))
		}
		return proveContest(c, k)
	}
	if err := noContestOptions(c); err != nil {
		return err
	}
	if duelPosition.IsSet(c) {
		return duelPosition.Refuse(c, errors.New("a race is solved from all positions at once; probe tells the value of one"))
	}
	t, err := proofOf(c)
	if err != nil {
		return err
	}
	e, err := t.fits()
	if err != nil {
		return err
	}
	t.tables = t.dir(e)
	if c.Bool("estimate") {
		return t.report.File.Save(c.App.Writer, []byte(t.takes(e)+"\n"))
	}
	if !c.Bool("quiet") {
		fmt.Fprintln(os.Stderr, t.takes(e))
	}
	text, err := t.run(c)
	if err != nil {
		return err
	}
	return t.report.File.Save(c.App.Writer, text)
}

// proof is a game to be solved with all that the flags say.
type proof struct {
	game    *duel.Game
	memory  int64
	workers int
	time    time.Duration
	check   bool
	file    string // of the tablebase
	tables  string // directory of the file for the tables, "" if they are in memory
	compact bool
	values  bool
	report  cli.Report
}

func proofOf(c *cli.Context) (t proof, err error) {
	t.check, t.file, t.compact, t.values = c.Bool("check"), c.String("tablebase"), c.Bool("compact"), c.Bool("values")
	if t.game, err = duelOf(c); err != nil {
		return t, err
	}
	limits := cli.MachineOf(c)
	t.memory, t.workers = limits.Memory, cli.AllWorkers(limits.Workers)
	t.time = cli.Time.Of(c)
	if t.report, err = cli.ReportOf(c); err != nil {
		return t, err
	}
	switch {
	case t.report.CSV:
		return t, cli.UsageError("--format csv is for --table")
	case t.values && t.game.Rules.Limit != nil:
		return t, cli.UsageError("--values: %v; there are no distances to leave out", retrograde.CounterError{Rules: t.game.Rules})
	case clusterOption.IsSet(c) && retrograde.Splits(t.game) != nil:
		return t, clusterOption.Refuse(c, fmt.Errorf("%w; it is solved on one machine, and --table has games done by workers", retrograde.Splits(t.game)))
	case t.compact && t.file == "":
		return t, cli.UsageError("--compact is about the tablebase: --tablebase FILE is needed")
	case t.game.Rules.Limit != nil && t.file != "":
		return t, cli.UsageError("--tablebase: %v, so a file would need a table for each number; use another rule set", retrograde.CounterError{Rules: t.game.Rules})
	}
	return t, keepsOthers(c, t.file, t.game.Fingerprint(), t.memory)
}

// fits returns what the game takes, or an error if that does not fit.
func (t proof) fits() (retrograde.Estimate, error) {
	estimate := retrograde.EstimateOf
	if t.values {
		estimate = retrograde.EstimateValues
	}
	e, err := estimate(t.game, t.workers)
	fit := mustFit(t.game, e, err, t.memory, t.workers, t.values)
	switch {
	case fit == nil || err != nil || !retrograde.CanMap || t.game.Rules.Limit != nil || e.Resident > t.memory:
	case t.file != "":
		fit = nil // see dir
	default:
		fit = cli.Stop(cli.ExitLimit, fit.Error()+"; with --tablebase FILE its tables are in a file beside it")
	}
	if fit != nil {
		return e, fit
	}
	if t.check && t.game.Rules.Limit != nil && e.Positions > check.LimitedPositions {
		return e, cli.Stop(cli.ExitLimit, fmt.Sprintf("%s: --check works out all values a second time, up to %s positions; here are %s",
			t.game, humanize.Comma(check.LimitedPositions), humanize.Comma(e.Positions)))
	}
	return e, nil
}

// dir is where the tables are if they do not fit into the memory, that of the tablebase,
// else "".
func (t proof) dir(e retrograde.Estimate) string {
	if e.Bytes <= t.memory {
		return ""
	}
	return filepath.Dir(t.file)
}

// takes tells what the proof will take.
func (t proof) takes(e retrograde.Estimate) string {
	out := fmt.Sprintf("%s: %s", t.game, inWords(e, t.workers))
	if t.tables != "" {
		out += fmt.Sprintf("; that is more than --memory %s, so the tables are in a file in %s and %s in memory", reports.Bytes(t.memory), t.tables, reports.Bytes(e.Resident))
	}
	return out
}

// run solves the game, checks it, writes its file, and returns the report.
func (t proof) run(c *cli.Context) (text []byte, err error) {
	ctx, show, end := cli.Watch(c, t.time)
	defer end()
	limited := ctx
	if t.time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, t.time)
		defer cancel()
	}
	job, err := beginSplit(c, limited, t.game, !t.values, show)
	if err == nil {
		if text, err = t.reported(limited, show, job); job != nil {
			err = job.endSplit(limited, err, text)
		}
	}
	switch {
	case err == nil:
		return text, nil
	case ctx.Err() != nil:
		return nil, cli.Stop(cli.ExitInterrupted, t.stopped("interrupted", job))
	case errors.Is(err, context.DeadlineExceeded):
		return nil, cli.Stop(cli.ExitLimit, t.stopped("the time is over", job))
	case errors.Is(err, retrograde.ErrDistance):
		return nil, cli.Stop(cli.ExitLimit, err.Error())
	case errors.Is(err, retrograde.ErrFile):
		return nil, cli.IOError("%v", err)
	case errors.Is(err, retrograde.ErrCheckpoint):
		return nil, cli.IOError("%v; remove it to begin anew", err)
	}
	return nil, err
}

// stopped says that there is no result, and where the state is.
func (t proof) stopped(why string, job *splitJob) string {
	switch {
	case job == nil:
		return stoppedFor(t.file, why)
	case !cancelOption.Of(job.c):
		return why + "; nothing is proven yet, the same command goes on from what the cluster has"
	}
	return stoppedFor("", why)
}

// stoppedFor says that there is no result for a tablebase, "" for none, and where the state
// is.
func stoppedFor(tablebase, why string) string {
	if on := goesOn(tablebase); on != "" {
		return why + "; nothing is proven yet" + on
	}
	return why + ", nothing is proven yet"
}

// goesOn says where the state is of a tablebase that is being worked out, "" if nowhere.
func goesOn(tablebase string) string {
	if tablebase == "" {
		return ""
	}
	if _, err := os.Stat(partOf(tablebase)); err != nil {
		return ""
	}
	return ", the same command goes on from " + partOf(tablebase)
}

// partOf is the file that keeps the state while a tablebase is being worked out.
func partOf(tablebase string) string { return tablebase + ".part" }

// removePart removes that file when the tablebase is written.
func removePart(tablebase string) error {
	if err := os.Remove(partOf(tablebase)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return cli.IOError("cannot remove %s: %v", partOf(tablebase), cli.Cause(err))
	}
	return nil
}

// reported solves the game and returns the report.
func (t proof) reported(ctx context.Context, show *cli.Progress, job *splitJob) ([]byte, error) {
	d, err := t.solve(ctx, show, job)
	if err != nil {
		return nil, err
	}
	return rendered(d, t.report, reports.DuelJSON, reports.DuelText)
}

// solve solves the game, on a cluster unless job is nil.
func (t proof) solve(ctx context.Context, show *cli.Progress, job *splitJob) (d *reports.Duel, err error) {
	o := retrograde.Options{Workers: t.workers, Progress: show.Level, SaveAlways: cli.SaveAlways}
	if t.game.Rules.Limit != nil {
		online, err := retrograde.SolveOnline(ctx, t.game, o)
		if err != nil {
			return nil, err
		}
		d, err := onlineDuel(online)
		if err != nil || !t.check {
			return d, err
		}
		return d, t.checkOnline(ctx, d, online)
	}
	if t.file != "" {
		if err := cli.Writable(t.file); err != nil {
			return nil, err
		}
		o.Checkpoint, o.Dir = partOf(t.file), t.tables
	}
	if job != nil { // which keeps what is done
		o.Checkpoint, o.Elsewhere = "", job
	}
	d, source, err := t.solved(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := t.checkAll(ctx, d, source); err != nil {
		return nil, err
	}
	if t.file == "" {
		return d, nil
	}
	if err := writeTablebase(ctx, t.file, t.game, source, !t.compact && !t.values, t.workers); err != nil {
		return nil, err
	}
	return d, removePart(t.file)
}

package main

import (
	"bytes"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// atlasDuelsCommand makes the games for two players of the atlas.
func atlasDuelsCommand() *cli.Command {
	return &cli.Command{
		Name:   "duels",
		Hidden: true,
		Usage:  "make the games for two players of the atlas",
		Description: `Solves all games of up to mostPositions positions, checks those of up to
mostChecked, and writes them to --output. What the file has already by the rules of
today stays; after Ctrl-C all that it had, and what is new is added the next time.`,
		UsageText: "halma-solve atlas duels --output FILE [--time LIMIT]",
		Flags:     cli.Flags(cli.OutFile, cli.Time, cli.Memory, cli.Workers, cli.Quiet),
		Action:    atlasDuels,
	}
}

// Up to how many positions games are solved for the atlas, and checked.
const (
	mostPositions = 800_000_000
	mostChecked   = 1_000_000
	mostMen       = 6
)

func atlasDuels(c *cli.Context) error {
	path := cli.OutFile.Of(c)
	var list []*atlas.Duel
	if text, err := os.ReadFile(path); err == nil {
		if list, err = atlas.Read[atlas.Duel](bytes.NewReader(text)); err != nil {
			return cli.InputError(path, err)
		}
	}
	limits := cli.MachineOf(c)
	t := proof{memory: limits.Memory, workers: cli.AllWorkers(limits.Workers), time: max(cli.Time.Of(c), proveTime)}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	made, err := makeRows(ctx, show, duelPlan(), func(g *duel.Game) (*atlas.Duel, error) {
		d := &atlas.Duel{Board: g.Board.Shape().String(), Size: g.Board.Size(), Men: g.Men, Rules: g.Rules.String(), Fingerprint: atlas.Key(g.Fingerprint())}
		if i := slices.IndexFunc(list, func(old *atlas.Duel) bool { return old.Fingerprint == d.Fingerprint }); i >= 0 {
			return list[i], nil
		}
		defer debug.FreeOSMemory() // the next game shall not come on top of this one
		t.game = g
		e, err := t.fits()
		if err != nil || e.Positions > mostPositions {
			return nil, nil
		}
		t.check = e.Positions <= mostChecked
		began := processorTime()
		row, err := filled(ctx, t, t.time, show)
		if err != nil || row.Value == "" {
			return nil, err
		}
		d.Value, d.Turns, d.Positions = row.Value, row.Turns, row.Positions
		d.Won, d.Lost, d.Drawn, d.Illegal, d.Longest = row.Won, row.Lost, row.Drawn, row.Illegal, row.Longest
		d.Checked, d.Program, d.Date = t.check, "halma-solve "+version(), time.Now().UTC().Format(time.DateOnly)
		d.Seconds = max(math.Round((processorTime()-began).Seconds()*100)/100, 0.01)
		return d, nil
	})
	if err != nil {
		return err
	}
	show.Done()
	if ctx.Err() != nil { // not all that the file has was come to
		for _, old := range list {
			if !slices.ContainsFunc(made, func(d *atlas.Duel) bool { return d != nil && d.Fingerprint == old.Fingerprint }) {
				made = append(made, old)
			}
		}
	}
	made = slices.DeleteFunc(made, func(d *atlas.Duel) bool { return d == nil })
	return saveAtlas(ctx, c, made)
}

// duelPlan lists the games, those of small boards first.
func duelPlan() (plan []*duel.Game) {
	for _, shape := range []positions.Shape{positions.Rhombus, positions.Square, positions.Star} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			for men := 1; men <= mostMen; men++ {
				for _, rules := range duel.AllRules() {
					if g, err := duel.New(duel.Options{Shape: shape, Size: size, Men: men, Rules: rules}); err == nil {
						plan = append(plan, g)
					}
				}
			}
		}
	}
	return plan
}

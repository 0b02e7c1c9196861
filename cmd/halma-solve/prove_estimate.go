package main

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// takes says, game by game and of all together, what a table would take: by the samples
// by which a game alone is estimated. Rows that are kept take nothing.
func (t tableLimits) takes(store rowStore, games []provable) ([]byte, error) {
	var out bytes.Buffer
	var all time.Duration
	kept, unknown := 0, 0
	for _, g := range games {
		_, ok, err := t.kept(store, g)
		switch {
		case err != nil:
			return nil, err
		case ok:
			kept++
			fmt.Fprintf(&out, "%s: its row is kept\n", g)
			continue
		}
		took, text := t.estimate(g)
		if took == 0 {
			unknown++
		}
		all += min(took, t.time)
		fmt.Fprintf(&out, "%s: %s\n", g, text)
	}
	fmt.Fprintf(&out, "%d games, about %s on %d workers", len(games), reports.Clock(all), t.workers)
	if kept > 0 {
		fmt.Fprintf(&out, "; %d of them kept", kept)
	}
	if unknown > 0 {
		fmt.Fprintf(&out, "; of %d games it is not known how many positions can be reached", unknown)
	}
	fmt.Fprintf(&out, "; none has more than %s\n", reports.Clock(t.time))
	return out.Bytes(), nil
}

// estimate says what a row takes; the time is 0 if nobody knows.
func (t tableLimits) estimate(g provable) (took time.Duration, text string) {
	switch g := g.(type) {
	case *contest.Game:
		e, n := levels.EstimateOf(g), reachedIn(g)
		if n == 0 {
			return 0, fmt.Sprintf("at most %s positions", humanize.Comma(e.Positions))
		}
		took = e.Time(n) / wholeDuration(t.workers)
		return took, fmt.Sprintf("%s positions, about %s", humanize.Comma(n), reports.Clock(took))
	case *duel.Game:
		p := proof{game: g, memory: t.memory, workers: t.workers}
		e, err := p.fits()
		if err != nil {
			return 1, fmt.Sprintf("%s positions, %s of memory, which are too much", humanize.Comma(e.Positions), reports.Bytes(e.Bytes))
		}
		return e.Time / wholeDuration(t.workers), inWords(e, t.workers)
	}
	return 0, ""
}

// reachedIn is how many positions of a game can be reached if that was worked out, else 0.
func reachedIn(g *contest.Game) int64 {
	for _, known := range g.Kind.Known {
		if k, err := contest.New(g.Kind, known.Given()); err == nil && slices.Equal(k.Settings, g.Settings) {
			return known.Positions
		}
	}
	return 0
}

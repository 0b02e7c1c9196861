package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// generateBenchmarks lists the batches of generate. Instead of positions they count
// candidates. Pinned are their number and the beginning of the SHA-256 of all
// lines, which change with [generate.Version] and the seed form.
func generateBenchmarks() []workInstance {
	return []workInstance{
		{"generate", "1,000 solo, 8-14, first unique", "1000 f6c53c", 27_843, generatePuzzles(1000, func() (generate.Options, error) {
			p, err := puzzles.Solo(puzzles.Options{})
			return generate.Options{Kind: generate.Solo, Game: p, MinMoves: 8, MaxMoves: 14, Unique: generate.UniqueFirst}, err
		})},
		{"generate", "1,000 endgame, star, 10 men, 4-6", "1000 6ec630", 1_632, generatePuzzles(1000, func() (generate.Options, error) {
			p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Star, Army: "10"})
			return generate.Options{Kind: generate.Endgame, Game: p, MinMoves: 4, MaxMoves: 6, Unique: generate.UniqueNone}, err
		})},
		{"generate", "1,000 transfer, square 6, 4 men", "1000 897360", 2_858, generatePuzzles(1000, smallTransfers)},
	}
}

// smallTransfers are those with 4 men on the 6×6 square.
func smallTransfers() (generate.Options, error) {
	b, err := positions.NewBoard(positions.Square, 6)
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: b, Start: positions.BitsOf(0, 1, 2, 3)}
	return generate.Options{Kind: generate.Transfer, Game: p, MinMoves: 3, MaxMoves: 8, Unique: generate.UniqueNone}, err
}

// generatePuzzles makes a batch with seed 1, as the command does. The bytes are all
// that the program has taken so far.
func generatePuzzles(count int, options func() (generate.Options, error)) func(context.Context, solver.Options) (string, int64, int64, error) {
	return func(ctx context.Context, limits solver.Options) (string, int64, int64, error) {
		o, err := options()
		if err != nil {
			return "", 0, 0, err
		}
		o.Hardest, o.Seed = hardest, 1
		lines := sha256.New()
		batch := generate.Batch{Options: o, Count: count, Effort: 20000, Workers: cli.AllWorkers(limits.Workers)}
		tally, err := batch.Run(ctx, func(p *generate.Puzzle) error {
			text, err := json.Marshal(p)
			lines.Write(append(text, '\n'))
			return err
		})
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return fmt.Sprintf("%d %.3x", tally.Found, lines.Sum(nil)), tally.Candidates, int64(memory.Sys), err
	}
}

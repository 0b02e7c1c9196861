package main

import (
	"bytes"
	"context"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// candidateGrain is how many candidates of a batch are a task: 0.2 to 0.5 s of work.
const candidateGrain = 64

// tasksAhead is how many tasks a command has queued at most.
const tasksAhead = 1024

// makeBatch runs a batch, here or on a cluster.
func makeBatch(c *cli.Context, ctx context.Context, batch *generate.Batch, show *cli.Progress, emit func(*generate.Puzzle) error) (generate.Tally, error) {
	job, err := beginJob(c, ctx, generateKind, &batch.Options, show)
	if err != nil {
		return generate.Tally{}, err
	}
	if job == nil {
		return batch.Run(ctx, emit)
	}
	batch.Remote = &generate.Remote{
		Grain: candidateGrain, Most: tasksAhead, Slots: job.run.Slots,
		Make: func(ctx context.Context, from, to int64, check func([]byte) error) error {
			return job.do(ctx, indexRange{from, to}, func(out cluster.Output) error { return check(out.Data) })
		},
	}
	var made bytes.Buffer // for "jobs result"
	keep := func(p *generate.Puzzle) error {
		if made.Len() > mostKept {
			return nil
		}
		return writeRecord(&made, p)
	}
	for _, p := range batch.Known[:min(len(batch.Known), batch.Count)] {
		if err := keep(p); err != nil {
			return generate.Tally{}, job.end(err, nil)
		}
	}
	tally, err := batch.Run(ctx, func(p *generate.Puzzle) error {
		if err := emit(p); err != nil {
			return err
		}
		return keep(p)
	})
	return tally, job.end(err, made.Bytes())
}

// mostKept is how long what a job made may be for the cluster to keep it, in bytes.
const mostKept = 64 << 20

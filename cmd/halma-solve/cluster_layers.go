package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

// layerKind makes parts of layers. All its tasks share the tables of the job's puzzle.
type layerKind struct {
	memory int64
	helper perJob[*solver.Helper]
}

func (k *layerKind) do(ctx context.Context, t *cluster.Task) ([]byte, error) {
	helper, err := k.helper.of(t, func() (*solver.Helper, error) {
		p, err := puzzlefile.Parse(t.Spec.Common)
		if err != nil {
			return nil, err
		}
		return solver.NewHelper(p, k.memory)
	})
	if err != nil {
		return nil, err
	}
	return helper.Do(ctx, t.Payload, t)
}

// elsewhereGrain is how many positions of a layer are a task, at least: 0.2 to 1 s of
// work. elsewhereWide is how many a layer has at least for the next one to be put
// together by workers, too; 0: as the memory here says. Tests make them smaller.
var elsewhereGrain, elsewhereWide = 32_000, 0

// bytesGathered is about what the successors of a position take while they are
// gathered here (star, 10 and 15 men).
const bytesGathered = 200

// Do implements [solver.Elsewhere].
func (j *remoteJob) Do(ctx context.Context, order []byte, check func([]byte) error) error {
	return j.do(ctx, json.RawMessage(order), func(out cluster.Output) error { return check(out.Data) })
}

// Put implements [solver.Objects].
func (j *remoteJob) Put(ctx context.Context, data []byte) (string, error) {
	return j.client.Put(ctx, data)
}

// Get implements [solver.Objects]. What is missing is a part of a layer: then the job
// begins anew when it is begun again.
func (j *remoteJob) Get(ctx context.Context, sum string) ([]byte, error) {
	data, err := j.client.Get(ctx, sum)
	if errors.Is(err, cluster.ErrMissing) {
		err = fmt.Errorf("%w: a part of a layer: %w", cluster.ErrJob, err)
	}
	return data, err
}

// Remove implements [solver.Objects].
func (j *remoteJob) Remove(ctx context.Context, sum string) error { return j.client.Remove(ctx, sum) }

// Slots implements [solver.Elsewhere].
func (j *remoteJob) Slots() int { return j.run.Slots() }

// Grain implements [solver.Elsewhere].
func (j *remoteJob) Grain() int { return elsewhereGrain }

// Wide implements [solver.Elsewhere]. A layer is put together here as long as that takes
// no more than a quarter of --memory: beyond it would go through files.
func (j *remoteJob) Wide() int {
	if elsewhereWide > 0 {
		return elsewhereWide
	}
	return int(cmp.Or(cli.Memory.Of(j.c), cli.DefaultMemory()) / 4 / bytesGathered)
}

// beginLayers begins the job of a search whose layers are expanded elsewhere; nil
// without --cluster.
func beginLayers(c *cli.Context, ctx context.Context, p *puzzles.Puzzle, show *cli.Progress) (*remoteJob, error) {
	if !slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), clusterOption.Name) }) {
		return nil, nil // this command has no such searches
	}
	var text bytes.Buffer
	if err := puzzlefile.Write(&text, p); err != nil {
		return nil, err
	}
	again, err := puzzlefile.Parse(text.Bytes())
	if err == nil && again.Fingerprint() != p.Fingerprint() {
		err = errors.New("it reads as another one")
	}
	if err != nil {
		return nil, fmt.Errorf("the puzzle cannot be sent: %w", err)
	}
	return beginJob(c, ctx, layerKindName, json.RawMessage(text.Bytes()), show)
}

// endLayers ends the command's part in the job with the result of the search, of which
// text is kept. A job is done when the search has come to its own end.
func (j *remoteJob) endLayers(r *solver.Result, err error, text func(*solver.Result) ([]byte, error)) error {
	if err == nil && r != nil && r.Interrupted == solver.StoppedByInterrupt {
		if end := j.end(context.Canceled, nil); !errors.Is(end, context.Canceled) {
			return end
		}
		return nil
	}
	var made []byte
	if err == nil && r != nil {
		made, err = text(r)
	}
	return j.end(err, made)
}

package main

import (
	"bytes"
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

// layerTask is a part of a layer that is to be expanded.
type layerTask struct {
	About json.RawMessage `json:"about"` // the layer
	Input string          `json:"input"` // the sum of the positions
}

// layerKind expands parts of layers. All its tasks share the tables of the job's
// puzzle.
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
	var what layerTask
	if err := json.Unmarshal(t.Payload, &what); err != nil {
		return nil, err
	}
	in, err := t.Get(ctx, what.Input)
	if err != nil {
		return nil, err
	}
	return helper.Expand(ctx, what.About, in)
}

// elsewhereGrain is how many positions of a layer are a task, at least: 0.2 to 1 s of
// work. Tests make it smaller.
var elsewhereGrain = 32_000

// Expand implements [solver.Elsewhere].
func (j *remoteJob) Expand(ctx context.Context, about, in []byte, check func([]byte) error) error {
	sum, err := j.client.Put(ctx, in)
	if err != nil {
		return err
	}
	return j.do(ctx, layerTask{about, sum}, func(out cluster.Output) error { return check(out.Data) })
}

// Slots implements [solver.Elsewhere].
func (j *remoteJob) Slots() int { return j.run.Slots() }

// Grain implements [solver.Elsewhere].
func (j *remoteJob) Grain() int { return elsewhereGrain }

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

// endLayers ends the command's part in the job with the result of the search. A job is
// done when the search has come to its own end.
func (j *remoteJob) endLayers(r *solver.Result, err error) error {
	if j == nil {
		return err
	}
	if err == nil && r != nil && r.Interrupted == solver.StoppedByInterrupt {
		if end := j.end(context.Canceled, nil); !errors.Is(end, context.Canceled) {
			return end
		}
		return nil
	}
	return j.end(err, nil)
}

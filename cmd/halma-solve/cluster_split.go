package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// splitGame is a game for two whose table is split between workers.
type splitGame struct {
	Race      *raceOrder `json:"race"`
	Distances bool       `json:"distances"`
}

// splitKind does parts of levels. All its tasks share the parts that were done last.
type splitKind struct {
	memory int64
	helper perJob[*retrograde.Helper]
}

func (k *splitKind) do(ctx context.Context, t *cluster.Task) ([]byte, error) {
	helper, err := k.helper.of(t, func() (*retrograde.Helper, error) {
		var s splitGame
		if err := json.Unmarshal(t.Spec.Common, &s); err != nil || s.Race == nil {
			return nil, fmt.Errorf("%.200q is no game", t.Spec.Common)
		}
		g, err := s.Race.game()
		if err != nil {
			return nil, err
		}
		return retrograde.NewHelper(g, s.Distances, k.memory)
	})
	if err != nil {
		return nil, err
	}
	return helper.Do(ctx, t.Payload, t)
}

// splitGrain is how many places of the table are a task in each level: some 10 ms to 0.5
// s of work. Tests make it smaller.
var splitGrain = 2 << 20

// splitJob is the job of a game that is split.
type splitJob struct {
	*remoteJob
	mu   sync.Mutex
	used map[string]bool // objects
}

// beginSplit begins the job of a game; nil without --cluster.
func beginSplit(c *cli.Context, ctx context.Context, g *duel.Game, distances bool, show *cli.Progress) (*splitJob, error) {
	s := splitGame{Race: raceOf(g), Distances: distances}
	again, err := s.Race.game()
	if err == nil && again.Fingerprint() != g.Fingerprint() {
		err = errors.New("it reads as another one")
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be sent: %w", g, err)
	}
	job, err := beginJob(c, ctx, splitKindName, s, show)
	if err != nil || job == nil {
		return nil, err
	}
	return &splitJob{remoteJob: job, used: make(map[string]bool)}, nil
}

// mostMissing is how often mail may be missing that was reported.
const mostMissing = 3

// Do implements [retrograde.Elsewhere]. Mail that is gone is written again.
func (j *splitJob) Do(ctx context.Context, order []byte, near string, check func([]byte) error) (string, error) {
	for lost := 0; ; lost++ {
		out, err := j.run.DoNear(ctx, order, near)
		if err != nil {
			return "", err
		}
		err = check(out.Data)
		switch {
		case err == nil || ctx.Err() != nil:
			return out.Worker, err
		case !errors.Is(err, cluster.ErrMissing) || lost == mostMissing:
			return out.Worker, j.run.Refuse(out, err)
		}
		j.run.Reject(ctx, out)
	}
}

// Get implements [retrograde.Objects].
func (j *splitJob) Get(ctx context.Context, name string) ([]byte, error) {
	return j.client.Get(ctx, name)
}

// Used implements [retrograde.Elsewhere].
func (j *splitJob) Used(names ...string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, name := range names {
		j.used[name] = true
	}
}

// Hands implements [retrograde.Elsewhere].
func (j *splitJob) Hands() []string { return j.run.Hands() }

// Grain implements [retrograde.Elsewhere].
func (j *splitJob) Grain() int { return splitGrain }

// endSplit ends the command's part in the job, with the error that it ended with, and
// returns the error for the user. made is what came of it. The mail of a job that is done
// goes, and what was reported of it before.
func (j *splitJob) endSplit(ctx context.Context, err error, made []byte) error {
	if errors.Is(err, retrograde.ErrParts) {
		err = fmt.Errorf("%w: %w", cluster.ErrJob, err)
	}
	if err == nil {
		if err = j.run.Forget(ctx); err == nil {
			j.remove(ctx)
		}
	}
	return j.end(err, made)
}

// remove removes all objects. One that is still there costs room and nothing else.
func (j *splitJob) remove(ctx context.Context) {
	names := make(chan string)
	var removing sync.WaitGroup
	for range 8 {
		removing.Go(func() {
			for name := range names {
				_ = j.client.Remove(ctx, name)
			}
		})
	}
	for name := range j.used {
		names <- name
	}
	close(names)
	removing.Wait()
}

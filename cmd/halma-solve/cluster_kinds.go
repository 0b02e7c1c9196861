package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// The kinds of tasks that workers do.
const (
	generateKind  = "generate"
	layerKindName = "layers"
	verifyKind    = "verify"
	tableKind     = "table"
	proveKind     = "prove"
	splitKindName = "split"
	echoKind      = "echo" // does nothing, to see what a task costs
)

// taskKinds lists what a worker can do. store, which may be nil, is where it keeps
// tables and grades; memory is what it may take, in bytes, for so many tasks at once.
func taskKinds(store *cache.Store, memory int64, parallel int) map[string]cluster.Kind {
	each := memory / int64(max(parallel, 1))
	return map[string]cluster.Kind{
		verifyKind:    verifySubmissions,
		tableKind:     func(ctx context.Context, t *cluster.Task) ([]byte, error) { return tableTask(ctx, t, each) },
		proveKind:     func(ctx context.Context, t *cluster.Task) ([]byte, error) { return proveTask(ctx, t, each) },
		splitKindName: (&splitKind{memory: memory}).do,
		layerKindName: (&layerKind{memory: memory}).do,
		generateKind:  (&candidateMaker{store: store}).do,
		echoKind:      func(_ context.Context, t *cluster.Task) ([]byte, error) { return t.Payload, nil },
	}
}

// perJob keeps what all tasks of a job have in common, of the job that was worked at
// last.
type perJob[T any] struct {
	mu   sync.Mutex
	id   string
	made T
}

// of returns what there is for the job of a task, and makes it if need be.
func (p *perJob[T]) of(t *cluster.Task, make func() (T, error)) (T, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.id == t.Job {
		return p.made, nil
	}
	made, err := make()
	if err == nil {
		p.id, p.made = t.Job, made
	}
	return made, err
}

// indexRange is a task of generate: candidates.
type indexRange struct {
	From int64 `json:"from"`
	To   int64 `json:"to"` // the first that is none
}

// mostCandidates is how many a task may ask for.
const mostCandidates = 1 << 20

// candidateMaker makes candidates of batches.
type candidateMaker struct {
	store *cache.Store
	maker perJob[*generate.Maker]
}

func (m *candidateMaker) do(ctx context.Context, t *cluster.Task) ([]byte, error) {
	maker, err := m.maker.of(t, func() (*generate.Maker, error) {
		var o generate.Options
		if err := json.Unmarshal(t.Spec.Common, &o); err != nil {
			return nil, err
		}
		return generate.NewMaker(ctx, &o, m.store, runtime.GOMAXPROCS(0))
	})
	if err != nil {
		return nil, err
	}
	var r indexRange
	if err := json.Unmarshal(t.Payload, &r); err != nil || r.From < 0 || r.To <= r.From || r.To-r.From > mostCandidates {
		return nil, fmt.Errorf("%.80q are no candidates", t.Payload)
	}
	return maker.Make(ctx, r.From, r.To)
}

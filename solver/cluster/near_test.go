package cluster_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

// A task goes to the worker that it is for, as long as that is free, and to another one
// if it is not; what is dropped of it is done again.
func TestNear(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	busy, free := make(chan string, 1), make(chan struct{})
	var names []string
	for range 2 {
		c := r.connect(o)
		names = append(names, c.Name)
		r.workAs(c, 1, map[string]cluster.Kind{
			"upper": func(context.Context, *cluster.Task) ([]byte, error) { return []byte(c.Name), nil },
			"busy": func(ctx context.Context, _ *cluster.Task) ([]byte, error) {
				busy <- c.Name
				select {
				case <-free:
				case <-ctx.Done():
				}
				return nil, ctx.Err()
			},
		})
	}
	slices.Sort(names)
	c := r.connect(o)
	run := r.attach(c, spec(1), 0)
	for len(run.Hands()) < 2 { // they are not there yet
		run = r.attach(c, spec(1), 0)
	}
	if !slices.Equal(run.Hands(), names) {
		t.Errorf("hands %v, want %v", run.Hands(), names)
	}
	const tasks = 100
	right := 0
	for i := range tasks {
		near := names[i%2]
		out, err := run.DoNear(r.ctx, fmt.Appendf(nil, `"near %d"`, i), near)
		if err != nil {
			t.Fatal(err)
		}
		if string(out.Data) != out.Worker {
			t.Errorf("%s says it was %s", out.Worker, out.Data)
		}
		if out.Worker == near {
			right++
		}
	}
	if right < tasks*3/4 { // by chance one of two; all, unless the machine is busy for a second
		t.Errorf("of %d tasks %d were done where they should be", tasks, right)
	}

	ended := make(chan error, 1)
	other, err := c.Attach(r.ctx, cluster.Spec{Kind: "busy", Common: []byte("0")}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	go func() {
		_, err := other.Do(r.ctx, []byte(`"hold"`))
		ended <- err
	}()
	held := <-busy
	out, err := run.DoNear(r.ctx, []byte(`"now"`), held)
	if err != nil || out.Worker == held {
		t.Errorf("while %s is busy: %s, %v", held, out.Worker, err)
	}
	close(free)
	if err := <-ended; err != nil {
		t.Error(err)
	}

	run.Reject(r.ctx, out)
	before := run.Stats(r.ctx).Tasks
	if _, err = run.Do(r.ctx, []byte(`"now"`)); err != nil || run.Stats(r.ctx).Tasks != before+1 {
		t.Errorf("rejected: %d tasks and then %d, %v", before, run.Stats(r.ctx).Tasks, err)
	}
	if err := run.Forget(r.ctx); err != nil {
		t.Fatal(err)
	}
	if _, err = run.Do(r.ctx, []byte(`"now"`)); err != nil || run.Stats(r.ctx).Tasks != before+2 {
		t.Errorf("forgotten: %d tasks and then %d, %v", before, run.Stats(r.ctx).Tasks, err)
	}
}

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// State is where a job is.
type State string

// The states.
const (
	Running   State = "running" // tasks that are queued are done, with or without a coordinator
	Done      State = "done"
	Cancelled State = "cancelled"
	Failed    State = "failed" // see Reason
)

// Spec is what all tasks of a job have in common.
type Spec struct {
	Kind    string          `json:"kind"`
	Command string          `json:"command"` // as the user gave it, for people
	Common  json.RawMessage `json:"common"`  // what the kind needs
}

// Record is a job as the cluster keeps it.
type Record struct {
	ID      string    `json:"id"`
	Spec    Spec      `json:"spec"`
	Pool    string    `json:"pool"`
	State   State     `json:"state"`
	Reason  string    `json:"reason,omitempty"`
	Created time.Time `json:"created"`
	Result  string    `json:"result,omitempty"` // [Sum] of what the coordinator wrote, if it was kept

	Queued   int `json:"-"` // tasks that are waiting or in work
	Reported int `json:"-"` // tasks that were reported
}

// ErrNoJob is wrapped when there is no job of an ID.
var ErrNoJob = errors.New("there is no such job")

// idOf names a job: the same command of the same build is the same job.
func (c *Client) idOf(s Spec) string {
	return Sum(fmt.Appendf(nil, "%s %s %s", c.pool(), s.Kind, s.Common))[:shortID]
}

// put writes a job.
func (c *Client) put(ctx context.Context, r Record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return c.retry(ctx, func(ctx context.Context) error {
		_, err := c.jobs.Put(ctx, r.ID, data)
		return err
	})
}

// Job returns the job with an ID, or with the only ID that begins so.
func (c *Client) Job(ctx context.Context, id string) (Record, error) {
	if len(id) < shortID {
		all, err := c.keys(ctx)
		if err != nil {
			return Record{}, err
		}
		all = slices.DeleteFunc(all, func(key string) bool { return !strings.HasPrefix(key, id) })
		if len(all) != 1 {
			return Record{}, fmt.Errorf("%w: %d have an ID that begins with %q", ErrNoJob, len(all), id)
		}
		id = all[0]
	}
	return c.record(ctx, id)
}

// record reads a job.
func (c *Client) record(ctx context.Context, id string) (r Record, err error) {
	err = c.retry(ctx, func(ctx context.Context) error {
		entry, err := c.jobs.Get(ctx, id)
		if err != nil {
			return err
		}
		return json.Unmarshal(entry.Value(), &r)
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		err = fmt.Errorf("%w: %q", ErrNoJob, id)
	}
	return r, err
}

// keys lists the IDs of all jobs.
func (c *Client) keys(ctx context.Context) (keys []string, err error) {
	err = c.retry(ctx, func(ctx context.Context) error {
		if keys, err = c.jobs.Keys(ctx); errors.Is(err, jetstream.ErrNoKeysFound) {
			keys, err = nil, nil
		}
		return err
	})
	return keys, err
}

// Jobs lists all jobs, the oldest first.
func (c *Client) Jobs(ctx context.Context) (list []Record, err error) {
	keys, err := c.keys(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range keys {
		r, err := c.record(ctx, id)
		if errors.Is(err, ErrNoJob) {
			continue // it was removed just now
		}
		if err == nil {
			err = c.Count(ctx, &r)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Record) int { return a.Created.Compare(b.Created) })
	return list, nil
}

// Count counts the tasks of a job.
func (c *Client) Count(ctx context.Context, r *Record) error {
	return c.retry(ctx, func(ctx context.Context) error {
		queued, err := c.tasks.Info(ctx, jetstream.WithSubjectFilter(taskSubjects+r.Pool+"."+r.ID+".>"))
		if err != nil {
			return err
		}
		reported, err := c.reports.Info(ctx, jetstream.WithSubjectFilter(reportSubjects+r.ID+".>"))
		if err != nil {
			return err
		}
		r.Queued, r.Reported = len(queued.State.Subjects), len(reported.State.Subjects)
		return nil
	})
}

// Cancel ends a job: nobody gets a task of it any more. A job that has ended already
// is removed. What is in work is done to its end, and dropped.
func (c *Client) Cancel(ctx context.Context, r Record) error {
	if err := c.purge(ctx, r); err != nil {
		return err
	}
	if r.State != Running {
		return c.retry(ctx, func(ctx context.Context) error { return c.jobs.Purge(ctx, r.ID) })
	}
	r.State = Cancelled
	return c.put(ctx, r)
}

// purge removes tasks and reports of a job. Its dead letters stay.
func (c *Client) purge(ctx context.Context, r Record) error {
	if err := c.purgeTasks(ctx, r); err != nil {
		return err
	}
	return c.purgeReports(ctx, r)
}

func (c *Client) purgeReports(ctx context.Context, r Record) error {
	return c.retry(ctx, func(ctx context.Context) error {
		return c.reports.Purge(ctx, jetstream.WithPurgeSubject(reportSubjects+r.ID+".>"))
	})
}

func (c *Client) purgeTasks(ctx context.Context, r Record) error {
	return c.retry(ctx, func(ctx context.Context) error {
		return c.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubjects+r.Pool+"."+r.ID+".>"))
	})
}

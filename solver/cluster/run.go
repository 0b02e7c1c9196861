package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrJob is wrapped when a job fails: a task that nobody can do, or a worker that is
// not to be believed.
var ErrJob = errors.New("the job fails")

// Run is a job seen by its coordinator. It may be shared by goroutines.
type Run struct {
	// Same says whether two outputs of a task come to the same, where their bytes may
	// differ, as by what a time limit allows; nil: they may not. It is set before Do.
	Same   func(first, second []byte) bool
	client *Client
	record Record
	local  Kind    // does a task here
	audit  float64 // share of the tasks that are done again, 0 to 1
	stop   context.CancelFunc
	ended  sync.WaitGroup
	notes  *nats.Subscription

	mu      sync.Mutex
	heard   map[string][]report // by task
	waiting map[string]chan struct{}
	sets    map[string]queued // tasks that are in the queue, as far as is known
	stats   Stats
	there   map[string]int // these workers were there at the last Stats

	asking sync.Mutex
	asked  time.Time      // when
	known  map[string]int // these workers were there
}

// queued is a task that was put into the queue.
type queued struct {
	subject string
	data    []byte
}

// Stats say how a job goes on.
type Stats struct {
	Workers     int // that answer
	Slots       int // tasks that they do at once
	Tasks       int // done
	Redelivered int // times that a task was given to a worker once more
	Audited     int
	Seconds     float64 // of work, by all workers
}

// Attach begins a job, or goes on with it if it was begun. One that has failed or was
// cancelled begins anew. local does a task here, for audits where there is no second
// worker; audit is the share of tasks that are done a second time.
func (c *Client) Attach(ctx context.Context, spec Spec, local Kind, audit float64) (*Run, error) {
	r, err := c.record(ctx, c.idOf(spec))
	switch {
	case errors.Is(err, ErrNoJob):
		r = Record{ID: c.idOf(spec), Spec: spec, Pool: c.pool(), Created: time.Now().UTC()}
	case err != nil:
		return nil, err
	case r.State == Cancelled || r.State == Failed:
		if err := c.purge(ctx, r); err != nil {
			return nil, err
		}
	}
	r.Spec.Command = spec.Command // the last one is the one whose result is kept
	if r.State != Running {
		r.State, r.Reason = Running, ""
		if err := c.put(ctx, r); err != nil {
			return nil, err
		}
	}
	if _, err := c.consumer(ctx); err != nil {
		return nil, err
	}
	run := &Run{
		client: c, record: r, local: local, audit: audit,
		heard: make(map[string][]report), waiting: make(map[string]chan struct{}), sets: make(map[string]queued),
	}
	run.notes, err = c.conn.Subscribe(noteSubjects+r.ID, func(m *nats.Msg) { c.once("a worker says", "note", string(m.Data)) })
	if err != nil {
		return nil, c.explain(err)
	}
	listening, stop := context.WithCancel(context.WithoutCancel(ctx))
	run.stop = stop
	caught := make(chan struct{})
	run.ended.Go(func() { run.listen(listening, caught) })
	run.ended.Go(func() { run.insist(listening) })
	select {
	case <-caught:
		run.Stats(ctx)
		return run, nil
	case <-ctx.Done():
		run.Close()
		return nil, ctx.Err()
	}
}

// ID is that of the job.
func (r *Run) ID() string { return r.record.ID }

// Close leaves the job as it is.
func (r *Run) Close() {
	r.stop()
	r.ended.Wait()
	_ = r.notes.Unsubscribe() // nobody listens any more
}

// End writes down how the job ended. result is the [Sum] of what came of it, or "".
func (r *Run) End(ctx context.Context, state State, reason, result string) error {
	r.record.State, r.record.Reason, r.record.Result = state, reason, result
	return errors.Join(r.client.put(ctx, r.record), r.client.purgeTasks(ctx, r.record))
}

// Forget drops what was reported of the job's tasks: who asks for one of them again has
// it done again. Objects that outputs name can be removed afterwards.
func (r *Run) Forget(ctx context.Context) error {
	err := r.client.purgeReports(ctx, r.record)
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.heard)
	return err
}

// listen takes reports until ctx ends, and closes caught when it knows all that were
// there before.
func (r *Run) listen(ctx context.Context, caught chan struct{}) {
	var once sync.Once
	for try := 0; ctx.Err() == nil; try++ {
		err := r.reports(ctx, func() { once.Do(func() { close(caught) }) })
		if ctx.Err() == nil && err != nil && !passing(err) {
			r.client.once("cannot hear of tasks; trying again", "reason", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause(try)):
		}
	}
}

// reports takes reports as long as the connection holds.
func (r *Run) reports(ctx context.Context, caught func()) error {
	consumer, err := r.client.js.OrderedConsumer(ctx, reportStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{reportSubjects + r.record.ID + ".>"},
	})
	if err != nil {
		return err
	}
	info, err := consumer.Info(ctx)
	if err != nil {
		return err
	}
	before := info.NumPending
	if before == 0 {
		caught()
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	for n := uint64(1); ; n++ {
		m, err := messages.Next()
		if err != nil {
			return err
		}
		r.hear(m.Subject(), m.Data())
		if n >= before {
			caught()
		}
	}
}

// hear takes a report.
func (r *Run) hear(subject string, data []byte) {
	name := subject[strings.LastIndexByte(subject, '.')+1:]
	var got report
	if json.Unmarshal(data, &got) != nil {
		return // no worker of this program wrote that
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, known := range r.heard[name] {
		if known.Worker == got.Worker && known.Sum == got.Sum && known.Failed == got.Failed {
			return
		}
	}
	wait, waited := r.waiting[name]
	if !waited {
		got.Inline = nil // it is asked for again if somebody needs it
	}
	r.heard[name] = append(r.heard[name], got)
	delete(r.sets, name)
	if len(r.heard[name]) == 1 {
		r.stats.Tasks++
	}
	r.stats.Redelivered += got.Deliveries - 1
	r.stats.Seconds += got.Seconds
	if waited {
		select {
		case wait <- struct{}{}:
		default:
		}
	}
}

// insistence is how often tasks that nobody has reported are put into the queue again,
// which does nothing to those that are there.
const insistence = 20 * time.Second

// insist looks after tasks that got lost, with a server's disk for instance.
func (r *Run) insist(ctx context.Context) {
	again := time.NewTicker(insistence)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
		r.mu.Lock()
		lost := make([]queued, 0, len(r.sets))
		for _, q := range r.sets {
			lost = append(lost, q)
		}
		r.mu.Unlock()
		for _, q := range lost {
			if r.enqueue(ctx, q) != nil {
				break // the next time, perhaps
			}
		}
	}
}

// enqueue puts a task into the queue, unless it is there.
func (r *Run) enqueue(ctx context.Context, q queued) error {
	return r.client.retry(ctx, func(ctx context.Context) error {
		_, err := r.client.js.Publish(ctx, q.subject, q.data)
		var api *jetstream.APIError
		if errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject") {
			return nil
		}
		return err
	})
}

// Stats returns how the job goes on. Now and then it asks which workers there are.
func (r *Run) Stats(ctx context.Context) Stats {
	workers := r.present(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.there = workers
	r.stats.Workers, r.stats.Slots = len(workers), 0
	for _, n := range workers {
		r.stats.Slots += n
	}
	return r.stats
}

// presence is how long an answer to who is there is good for.
const presence = 5 * time.Second

// present returns the workers that are there, with how many tasks each does at once.
func (r *Run) present(ctx context.Context) map[string]int {
	r.asking.Lock()
	defer r.asking.Unlock()
	if r.known == nil || time.Since(r.asked) > presence {
		r.known, r.asked = r.client.workers(ctx, r.record.Pool), time.Now()
	}
	return r.known
}

// gone reports whether a worker was not there when it was last asked.
func (r *Run) gone(worker string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.there[worker] == 0
}

// Hands are the names of the workers that there are, as far as is known, each as often as
// it does tasks at once.
func (r *Run) Hands() (names []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(r.there)) {
		names = append(names, slices.Repeat([]string{name}, r.there[name])...)
	}
	return names
}

// Slots is how many tasks workers do at once, as far as is known.
func (r *Run) Slots() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stats.Slots
}

// answerTime is how long workers have to say that they are there.
const answerTime = 300 * time.Millisecond

// workers asks for the names of the workers of a pool, and how many tasks each does at
// once.
func (c *Client) workers(ctx context.Context, pool string) (tasks map[string]int) {
	tasks = make(map[string]int)
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	inbox := c.conn.NewInbox()
	answers, err := c.conn.SubscribeSync(inbox)
	if err != nil || c.conn.PublishRequest(askWorkers+"."+pool, inbox, nil) != nil {
		return tasks
	}
	defer func() { _ = answers.Unsubscribe() }()
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil || len(m.Data) == 0 { // no responders
			return tasks
		}
		name, text, _ := strings.Cut(string(m.Data), " ")
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			tasks[name] = n
		}
	}
}

// fail is the error of a task that makes the job fail.
func (r *Run) fail(name, format string, args ...any) error {
	return fmt.Errorf("%w: task %s of job %s: %s", ErrJob, name[:8], r.record.ID, fmt.Sprintf(format, args...))
}

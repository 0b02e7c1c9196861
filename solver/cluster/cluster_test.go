package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

func TestMain(m *testing.M) {
	// The object store of nats.go starts a goroutine for each object that is put, and
	// ends it by a channel that is gone if the goroutine comes to run only afterwards
	// (nats.go 1.55.0): nothing of this package.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"))
}

// impatient are settings under which a task that nobody works at is soon given to
// another worker.
var impatient = cluster.Settings{Replicas: 1, AckWait: 300 * time.Millisecond, Deliveries: 3}

// room is a server with what tests need of it.
type room struct {
	t   *testing.T
	url string
	log *slog.Logger
	ctx context.Context
}

func newRoom(t *testing.T, o server.Options) *room {
	t.Helper()
	o.Listen, o.Dir = "127.0.0.1:0", t.TempDir()
	s, err := server.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	if !s.Loopback() {
		t.Error("other machines reach the server of a test")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // should it hang
	t.Cleanup(cancel)
	return &room{t, s.URL(), slog.New(slog.NewTextHandler(t.Output(), nil)), ctx}
}

func (r *room) options() cluster.Options {
	return cluster.Options{URL: r.url, Build: "test", Settings: impatient, Log: r.log}
}

func (r *room) connect(o cluster.Options) *cluster.Client {
	r.t.Helper()
	c, err := cluster.Connect(r.ctx, o)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(c.Close)
	return c
}

// work starts a worker, and returns what ends it.
func (r *room) work(o cluster.Options, parallel int, kinds map[string]cluster.Kind) (stop func()) {
	r.t.Helper()
	return r.workAs(r.connect(o), parallel, kinds)
}

// workAs does so with a connection of its own.
func (r *room) workAs(c *cluster.Client, parallel int, kinds map[string]cluster.Kind) (stop func()) {
	r.t.Helper()
	w := cluster.Worker{Client: c, Kinds: kinds, Parallel: parallel}
	ctx, cancel := context.WithCancel(r.ctx)
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				r.t.Error(err)
			}
		})
	}
	r.t.Cleanup(stop)
	return stop
}

// upper is a kind that writes what it gets in capitals, as often as the job says.
func upper(_ context.Context, t *cluster.Task) ([]byte, error) {
	var times int
	if err := json.Unmarshal(t.Spec.Common, &times); err != nil {
		return nil, err
	}
	return bytes.Repeat(bytes.ToUpper(t.Payload), times), nil
}

func spec(times int) cluster.Spec {
	return cluster.Spec{Kind: "upper", Command: "upper", Common: fmt.Append(nil, times)}
}

// all does n tasks at once and checks what comes of them.
func (r *room) all(run *cluster.Run, n, times int) error {
	var running sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		running.Go(func() {
			o, err := run.Do(r.ctx, fmt.Appendf(nil, `"task %d"`, i))
			if err != nil {
				errs[i] = err
			} else if want := strings.Repeat(fmt.Sprintf(`"TASK %d"`, i), times); string(o.Data) != want {
				errs[i] = fmt.Errorf("task %d: %q", i, o.Data)
			}
		})
	}
	running.Wait()
	return errors.Join(errs...)
}

func (r *room) attach(c *cluster.Client, s cluster.Spec, audit float64) *cluster.Run {
	r.t.Helper()
	run, err := c.Attach(r.ctx, s, upper, audit)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(run.Close)
	return run
}

// Two workers do what is asked for, short and long, through the object store and
// through a directory; who asks again gets it without work.
func TestJob(t *testing.T) {
	r := newRoom(t, server.Options{})
	for _, shared := range []string{"", t.TempDir()} {
		o := r.options()
		o.Shared = shared
		var calls atomic.Int64
		kinds := map[string]cluster.Kind{"upper": func(ctx context.Context, task *cluster.Task) ([]byte, error) {
			calls.Add(1)
			return upper(ctx, task)
		}}
		c := r.connect(o)
		stops := []func(){r.work(o, 2, kinds), r.work(o, 1, kinds)}
		for _, times := range []int{1, 1000} {
			run := r.attach(c, spec(times), 0.2)
			if err := r.all(run, 20, times); err != nil {
				t.Fatal(err)
			}
			if s := run.Stats(r.ctx); s.Tasks != 20 || s.Audited == 0 || s.Audited > 10 {
				t.Errorf("%+v", s)
			}
			before := calls.Load()
			if err := r.all(r.attach(r.connect(o), spec(times), 0), 20, times); err != nil || calls.Load() != before {
				t.Errorf("again: %v, %d calls", err, calls.Load()-before)
			}
			if err := run.End(r.ctx, cluster.Done, "", ""); err != nil {
				t.Error(err)
			}
		}
		for _, stop := range stops {
			stop()
		}
	}
	c := r.connect(r.options())
	jobs, err := c.Jobs(r.ctx)
	if err != nil || len(jobs) != 4 || jobs[0].State != cluster.Done || jobs[0].Reported != 20 || jobs[0].Queued != 0 {
		t.Fatalf("%+v %v", jobs, err)
	}
	if err := c.Cancel(r.ctx, jobs[0]); err != nil {
		t.Error(err)
	}
	if _, err := c.Job(r.ctx, jobs[0].ID); !errors.Is(err, cluster.ErrNoJob) {
		t.Errorf("a job that was removed: %v", err)
	}
	if j, err := c.Job(r.ctx, jobs[1].ID[:9]); err != nil || j.ID != jobs[1].ID {
		t.Errorf("%+v %v", j, err)
	}
}

// A worker that ends gives its task back; one that dies without a word loses it to
// another when its time is over.
func TestWorkerEnds(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	run := r.attach(r.connect(o), spec(1), 0)
	holds, let := make(chan struct{}), make(chan struct{})
	stop := r.work(o, 1, map[string]cluster.Kind{"upper": func(ctx context.Context, _ *cluster.Task) ([]byte, error) {
		close(holds)
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	done := make(chan error, 1)
	go func() { done <- r.all(run, 3, 1) }()
	<-holds
	stop()
	dies := r.connect(o)
	dead := cluster.Worker{Client: dies, Parallel: 1, Kinds: map[string]cluster.Kind{"upper": func(context.Context, *cluster.Task) ([]byte, error) {
		dies.Close()
		close(let)
		return nil, nil
	}}}
	ctx, cancel := context.WithCancel(r.ctx)
	go func() {
		<-let
		cancel()
	}()
	_ = dead.Run(ctx) // its connection is gone
	r.work(o, 1, map[string]cluster.Kind{"upper": upper})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if s := run.Stats(r.ctx); s.Redelivered < 2 {
		t.Errorf("%+v", s)
	}
}

// A task that cannot be done is a letter with the reason, and the job fails; begun
// again it begins anew.
func TestDeadLetter(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	c := r.connect(o)
	stop := r.work(o, 1, map[string]cluster.Kind{"upper": func(context.Context, *cluster.Task) ([]byte, error) { panic("a mistake") }})
	run := r.attach(c, spec(1), 0)
	err := r.all(run, 1, 1)
	if !errors.Is(err, cluster.ErrJob) || !strings.Contains(err.Error(), "a mistake") {
		t.Fatal(err)
	}
	if err := run.End(r.ctx, cluster.Failed, err.Error(), ""); err != nil {
		t.Error(err)
	}
	stop()
	r.work(o, 1, map[string]cluster.Kind{"upper": upper})
	if err := r.all(r.attach(c, spec(1), 0), 1, 1); err != nil {
		t.Error(err)
	}
}

// A worker that makes something else of a task than others is found out when the task
// is done again, by another worker or by the coordinator, and both are named.
func TestLiar(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	liar := r.connect(o)
	w := cluster.Worker{Client: liar, Parallel: 1, Kinds: map[string]cluster.Kind{"upper": func(ctx context.Context, task *cluster.Task) ([]byte, error) {
		out, err := upper(ctx, task)
		out[3] ^= 1
		return out, err
	}}}
	ctx, cancel := context.WithCancel(r.ctx)
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	believed, err := r.attach(r.connect(o), spec(1), 0).Do(r.ctx, []byte(`"task 0"`))
	if err != nil || string(believed.Data) == `"TASK 0"` || believed.Worker != liar.Name {
		t.Fatalf("%s by %s %v", believed.Data, believed.Worker, err)
	}
	_, err = r.attach(r.connect(o), spec(1), 1).Do(r.ctx, []byte(`"task 0"`))
	if !errors.Is(err, cluster.ErrJob) || !strings.Contains(err.Error(), liar.Name) || !strings.Contains(err.Error(), "the coordinator made") {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	r.work(o, 1, map[string]cluster.Kind{"upper": upper})
	_, err = r.attach(r.connect(o), spec(1), 1).Do(r.ctx, []byte(`"task 0"`))
	if !errors.Is(err, cluster.ErrJob) || !strings.Contains(err.Error(), liar.Name) || !strings.Contains(err.Error(), "different things") {
		t.Error(err)
	}
}

// What was reported and is gone is made again.
func TestMissingObject(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	c := r.connect(o)
	r.work(o, 1, map[string]cluster.Kind{"upper": upper})
	const times = 1000
	if err := r.all(r.attach(c, spec(times), 0), 1, times); err != nil {
		t.Fatal(err)
	}
	sum := cluster.Sum([]byte(strings.Repeat(`"TASK 0"`, times)))
	if err := c.Remove(r.ctx, sum); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get(r.ctx, sum); !errors.Is(err, cluster.ErrMissing) {
		t.Fatal(err)
	}
	if err := r.all(r.attach(r.connect(o), spec(times), 0), 1, times); err != nil {
		t.Error(err)
	}
}

// What is refused is refused in one line of its own.
func TestRefused(t *testing.T) {
	r := newRoom(t, server.Options{Token: "sesame"})
	o := r.options()
	if _, err := cluster.Connect(r.ctx, o); !errors.Is(err, cluster.ErrRefused) || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	o.URL = strings.Replace(o.URL, "//", "//sesame@", 1)
	c := r.connect(o)
	if _, err := c.Attach(r.ctx, cluster.Spec{Kind: "upper", Common: []byte(`"` + strings.Repeat("x", 2<<20) + `"`)}, upper, 0); !errors.Is(err, cluster.ErrTooLong) {
		t.Error(err)
	}
	o.URL = "nats://secret@127.0.0.1:1"
	if _, err := cluster.Connect(r.ctx, o); !errors.Is(err, cluster.ErrAway) || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// ear is a log that tells when some words are said for the first time.
type ear struct {
	slog.Handler
	words string
	once  sync.Once
	heard chan string
}

func (e *ear) Handle(ctx context.Context, r slog.Record) error {
	if strings.Contains(r.Message, e.words) {
		e.once.Do(func() {
			r.Attrs(func(a slog.Attr) bool {
				e.heard <- a.Value.String()
				return false
			})
		})
	}
	return e.Handler.Handle(ctx, r)
}

// listen has a log tell of some words.
func (r *room) listen(o *cluster.Options, words string) (heard chan string) {
	e := &ear{Handler: r.log.Handler(), words: words, heard: make(chan string, 1)}
	o.Log = slog.New(e)
	return e.heard
}

// A full object store is said to be full. A worker waits for room, and tells the
// coordinator; when there is room the task is done, and nothing is lost.
func TestFull(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	o.Settings.Bytes = 40_000
	told := r.listen(&o, "a worker says")
	c := r.connect(o)
	if _, err := c.Put(r.ctx, make([]byte, 50_000)); !errors.Is(err, cluster.ErrFull) || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	filler, err := c.Put(r.ctx, make([]byte, 30_000))
	if err != nil {
		t.Fatal(err)
	}
	run := r.attach(c, spec(2000), 0)
	r.work(r.options(), 1, map[string]cluster.Kind{"upper": upper})
	done := make(chan error, 1)
	go func() { done <- r.all(run, 1, 2000) }()
	select {
	case note := <-told:
		if !strings.Contains(note, cluster.ErrFull.Error()) || !strings.Contains(note, "it waits for room") {
			t.Error(note)
		}
	case err := <-done:
		t.Fatalf("done without room: %v", err)
	}
	if err := c.Remove(r.ctx, filler); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A message over the server's limit fails its task in words, and no other.
func TestTooLong(t *testing.T) {
	r := newRoom(t, server.Options{})
	o := r.options()
	run := r.attach(r.connect(o), spec(1), 0)
	r.work(o, 1, map[string]cluster.Kind{"upper": upper})
	_, err := run.Do(r.ctx, []byte(`"`+strings.Repeat("x", 2<<20)+`"`))
	if !errors.Is(err, cluster.ErrTooLong) || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	if err := r.all(run, 3, 1); err != nil {
		t.Error(err)
	}
}

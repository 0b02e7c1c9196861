package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

// workerRights reads the rights of a worker from the text of the package.
func workerRights(t *testing.T) (publish, subscribe []string) {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	into := &publish
	_, rights, _ := strings.Cut(string(text), "A worker does with fewer:\n")
	for line := range strings.SplitSeq(rights, "\n") {
		fields := strings.Fields(strings.TrimPrefix(line, "//"))
		if len(fields) == 0 {
			if len(subscribe) > 0 {
				break
			}
			continue
		}
		switch fields[0] {
		case "publish":
			fields = fields[1:]
		case "subscribe":
			into, fields = &subscribe, fields[1:]
		}
		for _, f := range fields {
			if !regexp.MustCompile(`^[$_A-Za-z0-9.*>-]+$`).MatchString(f) {
				t.Fatalf("%q is no subject", f)
			}
			*into = append(*into, f)
		}
	}
	return publish, subscribe
}

// newNATS is newRoom with a server of other options.
func newNATS(t *testing.T, o *nats.Options) *room {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog, o.JetStream, o.StoreDir = "127.0.0.1", nats.RANDOM_PORT, true, true, true, t.TempDir()
	s, err := nats.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // should it hang
	t.Cleanup(cancel)
	return &room{t, s.ClientURL(), slog.New(slog.NewTextHandler(t.Output(), nil)), ctx}
}

// A worker does its work with the rights that the text of the package names and no
// others, and cannot do more: it cancels no job.
func TestWorkerRights(t *testing.T) {
	publish, subscribe := workerRights(t)
	r := newNATS(t, &nats.Options{
		Users: []*nats.User{
			{Username: "boss", Password: "boss"},
			{Username: "worker", Password: "worker", Permissions: &nats.Permissions{
				Publish:   &nats.SubjectPermission{Allow: publish},
				Subscribe: &nats.SubjectPermission{Allow: subscribe},
				// To answer who is there.
				Response: &nats.ResponsePermission{MaxMsgs: 1, Expires: time.Minute},
			}},
		},
	})
	at := r.url
	r.url = strings.Replace(at, "//", "//boss:boss@", 1)
	c := r.connect(r.options())
	run := r.attach(c, spec(1000), 0)
	small := r.attach(c, spec(1), 0)
	input, err := c.Put(r.ctx, []byte("what the tasks need"))
	if err != nil {
		t.Fatal(err)
	}
	r.url = strings.Replace(at, "//", "//worker:worker@", 1)
	stop := r.work(r.options(), 2, map[string]cluster.Kind{"upper": func(ctx context.Context, task *cluster.Task) ([]byte, error) {
		if _, err := task.Get(ctx, input); err != nil {
			return nil, err
		}
		return upper(ctx, task)
	}})
	for i, run := range []*cluster.Run{run, small} {
		if err := r.all(run, 5, []int{1000, 1}[i]); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	weak := r.connect(r.options())
	jobs, err := weak.Jobs(r.ctx)
	if err != nil || len(jobs) != 2 {
		t.Fatalf("%+v %v", jobs, err)
	}
	if err := weak.Cancel(r.ctx, jobs[0]); !errors.Is(err, cluster.ErrRefused) {
		t.Errorf("a worker cancels a job: %v", err)
	}
}

// writer calls itself with what is written.
type writer func([]byte)

func (w writer) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}

// Another build and another version of the protocol are refused before any work.
func TestOtherVersions(t *testing.T) {
	r := newRoom(t, server.Options{})
	run := r.attach(r.connect(r.options()), spec(1), 0)
	other := r.options()
	other.Build = "another"
	refused := make(chan struct{})
	var once sync.Once
	other.Log = slog.New(slog.NewTextHandler(writer(func(text []byte) {
		if bytes.Contains(text, []byte("a job is not for this worker")) {
			once.Do(func() { close(refused) })
		}
	}), nil))
	stop := r.work(other, 1, map[string]cluster.Kind{"upper": func(context.Context, *cluster.Task) ([]byte, error) {
		t.Error("a worker of another build has a task")
		return nil, nil
	}})
	select {
	case <-refused:
	case <-r.ctx.Done():
		t.Error("a worker of another build does not say that a job is not for it")
	}
	r.work(r.options(), 1, map[string]cluster.Kind{"upper": upper})
	if err := r.all(run, 10, 1); err != nil {
		t.Error(err)
	}
	stop()
	conn, err := client.Connect(r.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := js.Stream(r.ctx, "HALMA_TASKS")
	if err != nil {
		t.Fatal(err)
	}
	config := tasks.CachedInfo().Config
	config.Metadata["halma-protocol"] = "0"
	if _, err := js.UpdateStream(r.ctx, config); err != nil {
		t.Fatal(err)
	}
	if _, err := cluster.Connect(r.ctx, r.options()); !errors.Is(err, cluster.ErrVersion) || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

// clusterCategory is the group of options about other machines.
const clusterCategory = "Cluster"

// The options about a cluster, see package cluster.
var (
	clusterOption = cli.Needed(cli.Text("cluster", clusterCategory, "`URL`have the work done by the workers at a NATS server, as in nats://host:4222", "this machine alone"),
		"the URL of a NATS server is needed, as in nats://host:4222").CommandLineOnly()
	credsOption     = cli.File("creds", clusterCategory, "`FILE`credentials for the server: JWT and key", "none").CommandLineOnly()
	tokenFileOption = cli.File("token-file", clusterCategory, "`FILE`whose first line is the server's token", "none").CommandLineOnly()
	caOption        = cli.File("tlsca", clusterCategory, "`FILE`certificate of the authority that the server's certificate is from, in PEM", "those of the system").CommandLineOnly()
	tlsCertOption   = cli.File("tlscert", clusterCategory, "`FILE`certificate of this client, in PEM", "none").CommandLineOnly()
	tlsKeyOption    = cli.File("tlskey", clusterCategory, "`FILE`its key, in PEM", "none").CommandLineOnly()
	sharedOption    = cli.Needed(cli.Text("shared", clusterCategory, "`DIR`directory that all machines have, for what tasks make", "the object store of the server"),
		"the name of a directory is needed").CommandLineOnly()
	auditOption = cli.Option[float64]{
		Name: "audit", Category: clusterCategory, Usage: "`SHARE`share of the tasks that another worker does again, to compare, in percent", Default: "1%", Local: true,
		Parse: parseShare,
	}
	cancelOption = cli.Switch("cancel", clusterCategory, "Ctrl-C ends the job, too; else workers go on with what is queued, and the same command goes on with the rest").CommandLineOnly()
)

// connectionOptions say how to reach a cluster.
var connectionOptions = []cli.Definition{clusterOption, credsOption, tokenFileOption, caOption, tlsCertOption, tlsKeyOption}

// clusterNames are the names of clusterFlags.
var clusterNames = []string{"cluster", "creds", "token-file", "tlsca", "tlscert", "tlskey", "shared", "audit", "cancel"}

// clusterFlags are those of commands that can have their work done elsewhere.
func clusterFlags() []cli.Flag {
	return append(cli.Flags(connectionOptions...), cli.Flags(sharedOption, auditOption, cancelOption)...)
}

// parseShare reads a share such as "2%".
func parseShare(text string) (float64, error) {
	var percent float64
	number, _ := strings.CutSuffix(text, "%")
	if err := json.Unmarshal([]byte(number), &percent); err != nil || percent < 0 || percent > 100 {
		return 0, fmt.Errorf("%q is no share from 0%% to 100%%", cli.Clip(text))
	}
	return percent / 100, nil
}

// build tells builds of the program apart: a worker does tasks for its own only.
func build() (string, error) {
	if name := version(); strings.Contains(name, "commit") && !strings.Contains(name, "changed") {
		return name, nil
	}
	// Nobody can say what this was built from but the program itself. A checksum will
	// do: who wants to lie about it can do so anyway.
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = program.Close() }() // it was only read
	sum := xxhash.New()
	n, err := io.Copy(sum, program)
	return fmt.Sprintf("%016x of %d bytes", sum.Sum64(), n), err
}

// clusterOf reads the options of a connection. patient waits for a server, and for
// somebody who sets it up.
func clusterOf(c *cli.Context, patient bool) (o cluster.Options, err error) {
	o = cluster.Options{
		URL: clusterOption.Of(c), Creds: credsOption.Of(c), TokenFile: tokenFileOption.Of(c), CA: caOption.Of(c),
		Cert: tlsCertOption.Of(c), Key: tlsKeyOption.Of(c), Shared: sharedOption.Of(c), Patient: patient,
		Settings: cluster.Usual, Log: clusterLog(c),
	}
	if (o.Cert == "") != (o.Key == "") {
		return o, cli.UsageError("--tlscert and --tlskey belong together")
	}
	if o.Shared != "" {
		if info, err := os.Stat(o.Shared); err != nil || !info.IsDir() {
			return o, cli.IOError("--shared: %s is no directory", o.Shared)
		}
	}
	o.Build, err = build()
	return o, err
}

// clusterLog tells of servers that go and come, and of workers.
func clusterLog(c *cli.Context) *slog.Logger {
	level := slog.LevelInfo
	if cli.Quiet.Of(c) {
		level = slog.LevelError
	}
	return slog.New(slog.NewTextHandler(c.App.ErrWriter, &slog.HandlerOptions{Level: level}))
}

// clusterError gives an error of a cluster its exit code.
func clusterError(err error) error {
	for _, known := range []error{cluster.ErrAway, cluster.ErrRefused, cluster.ErrVersion, cluster.ErrTooLong, cluster.ErrFull, cluster.ErrJob, cluster.ErrMissing} {
		if errors.Is(err, known) {
			return cli.IOError("%v", err)
		}
	}
	if errors.Is(err, cluster.ErrFile) {
		return cli.Stop(cli.ExitInput, err.Error())
	}
	if errors.Is(err, cluster.ErrNoJob) {
		return cli.UsageError("%v", err)
	}
	return err
}

// remoteJob is a job whose coordinator this command is.
type remoteJob struct {
	c      *cli.Context
	client *cluster.Client
	run    *cluster.Run
	stop   func() // of telling how it goes
}

// do has a task done and its output taken. An error of take is about what came of it.
func (j *remoteJob) do(ctx context.Context, what any, take func(cluster.Output) error) error {
	task, err := json.Marshal(what)
	if err != nil {
		return err
	}
	out, err := j.run.Do(ctx, task)
	if err != nil {
		return err
	}
	if err := take(out); err != nil {
		return j.run.Refuse(out, err)
	}
	return nil
}

// clusterRefuses says which options make no sense with or without --cluster.
func clusterRefuses(c *cli.Context) error {
	if clusterOption.IsSet(c) {
		return nil
	}
	if name := cli.FirstGiven(c, clusterNames[1:]...); name != "" {
		return cli.UsageError("--%s is for work on a cluster; give --cluster as well", name)
	}
	return nil
}

// beginJob begins the job of a command, or goes on with it; nil without --cluster.
func beginJob(c *cli.Context, ctx context.Context, kind string, common any, show *cli.Progress) (*remoteJob, error) {
	if err := clusterRefuses(c); err != nil || !clusterOption.IsSet(c) {
		return nil, err
	}
	o, err := clusterOf(c, false)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(common)
	if err != nil {
		return nil, err
	}
	client, err := cluster.Connect(ctx, o)
	if err != nil {
		return nil, clusterError(err)
	}
	spec := cluster.Spec{Kind: kind, Command: strings.Join(os.Args[1:], " "), Common: text}
	run, err := client.Attach(ctx, spec, taskKinds(nil, cmp.Or(cli.Memory.Of(c), cli.DefaultMemory()), 1)[kind], auditOption.Of(c))
	if err != nil {
		client.Close()
		return nil, clusterError(err)
	}
	j := &remoteJob{c: c, client: client, run: run}
	client.Log.Info("job", "id", run.ID(), "cluster", clusterOption.Of(c))
	j.stop = j.tell(ctx, show)
	return j, nil
}

// tell shows now and then how the job goes.
func (j *remoteJob) tell(ctx context.Context, show *cli.Progress) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for rate := (pace{}); ; {
			s := j.run.Stats(ctx)
			show.Task(fmt.Sprintf("%d workers, %d tasks, %.0f a minute, %d redelivered", s.Workers, s.Tasks, rate.of(s.Tasks, time.Now()), s.Redelivered))
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// pace knows how many tasks were done when, in the last half minute.
type pace struct {
	tasks []int
	when  []time.Time
}

// of takes how many tasks are done at a time, and returns how many are done in a minute.
func (p *pace) of(tasks int, now time.Time) float64 {
	p.tasks, p.when = append(p.tasks, tasks), append(p.when, now)
	for now.Sub(p.when[0]) > 30*time.Second {
		p.tasks, p.when = p.tasks[1:], p.when[1:]
	}
	since := now.Sub(p.when[0]).Minutes()
	if since == 0 {
		return 0
	}
	return float64(tasks-p.tasks[0]) / since
}

// end ends the command's part in the job, with the error that it ended with, and
// returns the error for the user. made is what came of it, which the cluster keeps if
// it is short enough.
func (j *remoteJob) end(err error, made []byte) error {
	j.stop()
	defer j.client.Close()
	defer j.run.Close()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(j.c.Context), clusterGoodbye)
	defer cancel()
	stats := j.run.Stats(ctx)
	switch {
	case err == nil:
		result := ""
		if len(made) > 0 && len(made) <= mostKept {
			if result, err = j.client.Put(ctx, made); err != nil {
				j.client.Log.Warn("the cluster does not keep the result", "reason", err)
			}
		}
		err = j.run.End(ctx, cluster.Done, "", result)
		j.client.Log.Info("done", "job", j.run.ID(), "tasks", stats.Tasks, "audited", stats.Audited, "redelivered", stats.Redelivered)
	case errors.Is(err, cluster.ErrJob):
		err = errors.Join(err, j.run.End(ctx, cluster.Failed, err.Error(), ""))
	case errors.Is(err, context.Canceled) && cancelOption.Of(j.c):
		err = errors.Join(err, j.run.End(ctx, cluster.Cancelled, "", ""))
		j.client.Log.Info("cancelled", "job", j.run.ID())
	case errors.Is(err, context.Canceled):
		j.client.Log.Info("the workers go on with what is queued; the same command goes on with the rest", "job", j.run.ID())
	}
	return clusterError(err)
}

// clusterGoodbye is how long a command may take to tell the cluster that it ends.
const clusterGoodbye = 10 * time.Second

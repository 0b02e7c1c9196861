package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

// clusterInstance has work done by a server and two workers, processes of this
// machine.
type clusterInstance struct {
	name     string
	parallel int // tasks at once of each worker
	// Either so many tasks that do nothing, of which so many wait at once,
	tasks, together int
	// or a command that writes a file, compared with itself in one process of two
	// threads: bytes and time.
	command string
	file    string
}

func clusterBenchmarks() []clusterInstance {
	return []clusterInstance{
		{name: "cluster: one task after the other", parallel: 1, tasks: 1000, together: 1},
		{name: "cluster: many tasks at once", parallel: 8, tasks: 20_000, together: 64},
		{
			name: "cluster: 10,000 endgames", parallel: 1, file: "out.jsonl",
			command: "generate --kind endgame --board star --men 10 --min-moves 4 --max-moves 6 --count 10000 --format jsonl --output out.jsonl --cache none",
		},
		{
			name: "cluster: star, 10 men", parallel: 1, file: "proof.json",
			command: "highscore --board star --men 10 --rules free --prove --fresh --certificate proof.json --force --cache none",
		},
		{
			name: "cluster: one game, rhombus 6×6, 3 men", parallel: 1, file: "game.tb",
			command: "prove paper --board rhombus --size 6 --men 3 --tablebase game.tb",
		},
	}
}

func (i clusterInstance) about() (suite, name string) { return "cluster", i.name }

// run implements [benchmark].
func (i clusterInstance) run(ctx context.Context, _ solver.Options) (benchResult, error) {
	r, err := newClusterRoom(ctx, i.parallel)
	if err != nil {
		return benchResult{}, err
	}
	defer r.stop()
	began := time.Now()
	var answer, check string
	right := true
	if i.command == "" {
		err = i.echo(ctx, r)
		took := time.Since(began)
		answer = fmt.Sprintf("%d tasks", i.tasks)
		check = fmt.Sprintf("%.2f ms each, %.0f a second", float64(took.Microseconds())/1000/float64(i.tasks), float64(i.tasks)/took.Seconds())
	} else {
		var alone time.Duration
		right, alone, err = i.compare(r)
		took := time.Since(began) - alone
		answer = "same bytes"
		check = fmt.Sprintf("%.2f s in one process of 2 threads, %.2f times that", alone.Seconds(), took.Seconds()/max(alone.Seconds(), 1e-9))
		began = began.Add(alone)
	}
	if ctx.Err() != nil {
		return benchResult{}, cli.Stop(cli.ExitInterrupted, "")
	}
	if err != nil {
		return benchResult{}, err
	}
	var wrong []string
	if !right {
		wrong = append(wrong, i.file+" is another one")
	}
	return judgedResult(benchResult{answer: answer, took: time.Since(began), check: check, outside: true}, wrong), nil
}

// echo has tasks done that do nothing.
func (i clusterInstance) echo(ctx context.Context, r *clusterRoom) (err error) {
	o := cluster.Options{URL: r.url, Settings: cluster.Usual, Log: slog.New(slog.DiscardHandler)}
	if o.Build, err = build(); err != nil {
		return err
	}
	client, err := cluster.Connect(ctx, o)
	if err != nil {
		return err
	}
	defer client.Close()
	run, err := client.Attach(ctx, cluster.Spec{Kind: echoKind, Command: "bench", Common: []byte("{}")}, taskKinds(nil, 0, 1)[echoKind], 0)
	if err != nil {
		return err
	}
	defer run.Close()
	next := make(chan int)
	errs := make([]error, i.together)
	var waiting sync.WaitGroup
	for n := range i.together {
		waiting.Go(func() {
			for k := range next {
				task := fmt.Append(nil, k)
				o, err := run.Do(ctx, task)
				if err == nil && !bytes.Equal(o.Data, task) {
					err = fmt.Errorf("task %d: %q", k, o.Data)
				}
				errs[n] = errors.Join(errs[n], err)
			}
		})
	}
	for k := range i.tasks {
		next <- k
	}
	close(next)
	waiting.Wait()
	return errors.Join(errs...)
}

// compare runs the command alone and on the cluster, and returns how long it took
// alone.
func (i clusterInstance) compare(r *clusterRoom) (same bool, alone time.Duration, err error) {
	var made [2][]byte
	began := time.Now()
	for n, more := range [][]string{{"--workers", "2"}, {"--workers", "2", "--cluster", r.url}} {
		c := r.command(append(append(strings.Fields(i.command), "--quiet"), more...)...)
		if text, err := c.CombinedOutput(); err != nil {
			return false, 0, fmt.Errorf("%w: %s", err, text)
		}
		if n == 0 {
			alone = time.Since(began)
		}
		path := filepath.Join(r.dir, i.file)
		if made[n], err = os.ReadFile(path); err != nil {
			return false, 0, err
		}
		if err := os.Remove(path); err != nil {
			return false, 0, err
		}
	}
	return bytes.Equal(made[0], made[1]), alone, nil
}

// clusterRoom is a server and two workers, as processes.
type clusterRoom struct {
	ctx   context.Context
	path  string // of this program
	dir   string
	url   string
	going []*exec.Cmd
}

func newClusterRoom(ctx context.Context, parallel int) (r *clusterRoom, err error) {
	r = &clusterRoom{ctx: ctx}
	if r.path, err = os.Executable(); err != nil {
		return nil, err
	}
	if r.dir, err = os.MkdirTemp("", "halma-solve-"); err != nil {
		return nil, err
	}
	if r.url, err = r.start("nats://", "cluster", "serve", "--listen", "127.0.0.1:0", "--dir", "kept"); err != nil {
		r.stop()
		return nil, err
	}
	for range 2 {
		if _, err := r.start("msg=ready", "worker", "--cluster", r.url, "--workers", fmt.Sprint(parallel), "--cache", "none"); err != nil {
			r.stop()
			return nil, err
		}
	}
	return r, nil
}

func (r *clusterRoom) command(args ...string) *exec.Cmd {
	c := exec.CommandContext(r.ctx, r.path, args...)
	c.Dir = r.dir
	return c
}

// start starts a program that goes on, and returns the first line that it says with
// some words in it.
func (r *clusterRoom) start(words string, args ...string) (string, error) {
	c := r.command(args...)
	read, write, err := os.Pipe()
	if err != nil {
		return "", err
	}
	c.Stdout, c.Stderr = write, write
	err = errors.Join(c.Start(), write.Close())
	if err != nil {
		return "", errors.Join(err, read.Close())
	}
	r.going = append(r.going, c)
	in := bufio.NewReader(read)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return "", errors.Join(fmt.Errorf("%s did not start", args[0]), read.Close())
		}
		if strings.Contains(line, words) {
			go func() { // what it says later goes nowhere, but must go
				_, _ = io.Copy(io.Discard, in)
				_ = read.Close()
			}()
			return strings.TrimSpace(line), nil
		}
	}
}

// stop ends all processes and removes what they kept.
func (r *clusterRoom) stop() {
	for n := len(r.going) - 1; n >= 0; n-- {
		_ = r.going[n].Process.Signal(syscall.SIGTERM) // it may have ended
		_ = r.going[n].Wait()                          // all has been told
	}
	_ = os.RemoveAll(r.dir) // in the directory for such things
}

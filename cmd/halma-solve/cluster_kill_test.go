package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// usualClusterKills is how many processes of a cluster are killed in all, and
// HALMA_CLUSTER_KILLS another number; every tenth is the server, which is started
// again on its directory.
const usualClusterKills = 3

// plant is a server, two workers and a coordinator, as processes.
type plant struct {
	t       *testing.T
	dir     string
	url     string
	server  *exec.Cmd
	workers [2]*exec.Cmd
	spread  bool // layers are put together by workers
}

// start starts a program that goes on, and waits until it has said what matches.
func (p *plant) start(pattern string, args ...string) (*exec.Cmd, []string) {
	p.t.Helper()
	b := &watcher{pattern: regexp.MustCompile(pattern), seen: make(chan struct{})}
	c := p.command(args...)
	c.Stdout, c.Stderr = b, b
	if err := c.Start(); err != nil {
		p.t.Fatal(err)
	}
	<-b.seen
	return c, b.pattern.FindStringSubmatch(b.text())
}

func (p *plant) command(args ...string) *exec.Cmd {
	path, err := exec.LookPath("halma-solve")
	if err != nil {
		p.t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Dir = p.dir
	c.Env = append(os.Environ(), "HALMA_CACHE="+filepath.Join(p.dir, "cache"), "HALMA_TEST_NO_ATLAS=1", "HALMA_TEST_SMALL_TASKS=1", "HALMA_TEST_SAVE_ALWAYS=1")
	if p.spread {
		c.Env = append(c.Env, "HALMA_TEST_SPREAD=1")
	}
	return c
}

func (p *plant) startServer(address string) {
	var found []string
	p.server, found = p.start(`nats://(\S+)`, "cluster", "serve", "--listen", address, "--dir", "kept", "--ack-wait", "1s", "--deliveries", "1000")
	p.url = "nats://" + found[1]
}

func (p *plant) startWorker(i int) {
	p.workers[i], _ = p.start("msg=ready", "worker", "--cluster", p.url, "--workers", "1", "--cache", "none")
}

func killed(c *exec.Cmd) {
	_ = c.Process.Kill() // it may have ended
	_ = c.Wait()         // killed
}

// Whatever of a cluster is killed, kill -9, and whenever: what comes out in the end is
// what one process writes.
func TestClusterKills(t *testing.T) {
	positiontest.Long(t)
	kills := usualClusterKills
	if text := os.Getenv("HALMA_CLUSTER_KILLS"); text != "" {
		kills = positiontest.Must(t, strconv.Atoi, text)
	}
	cases := []struct {
		args  string
		files []string
	}{
		{"highscore --board rhombus --size 5 --men 10 --prove --fresh" + withProof + " --force", resultAndProof},
		{"generate --kind transfer --size 5 --men 4 --count 150 --format jsonl -o out.jsonl", []string{"out.jsonl"}},
		{"prove --board rhombus --size 4 --men 3 --tablebase out.tb --format json -o out.json --force", []string{"out.tb", "out.json"}},
	}
	random := rand.New(rand.NewPCG(19, uint64(kills)))
	p := &plant{t: t, dir: t.TempDir()}
	p.startServer("127.0.0.1:0")
	for i := range p.workers {
		p.startWorker(i)
	}
	defer func() {
		for _, c := range append(p.workers[:], p.server) {
			killed(c)
		}
	}()
	hits := map[string]int{}
	for round := 0; hits["in all"] < kills && round < 20*kills; round++ {
		c, again := cases[round%len(cases)], round/len(cases)
		whole := &plant{t: t, dir: t.TempDir()}
		args := append(strings.Fields(c.args), "--workers", "1", "--quiet")
		switch strings.Fields(c.args)[0] {
		case "generate":
			args = append(args, "--seed", fmt.Sprint(round)) // another job each time
		case "prove":
			args = append(args, "--rules", []string{"paper", "booklet"}[again%2])
		default:
			args = append(args, "--rules", []string{"free", "booklet"}[again%2], "--jumps", []string{"short", "super"}[again/2%2])
		}
		if text, err := whole.command(args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		p.spread = again%2 == 0
		p.job(random, append(args, "--cluster", p.url, "--audit", "5%"), kills, hits)
		for _, name := range c.files {
			if want, got := canonical(t, filepath.Join(whole.dir, name)), canonical(t, filepath.Join(p.dir, name)); want != got {
				t.Errorf("%s of %v is another one after %v kills", name, args, hits)
			}
			_ = os.Remove(filepath.Join(p.dir, name)) // the next one begins anew
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("kills: %v of %d", hits, kills)
	if hits["in all"] < kills {
		t.Errorf("only %d kills hit a job at work", hits["in all"])
	}
}

// job runs a command to its end, and kills what is at work meanwhile.
func (p *plant) job(random *rand.Rand, args []string, kills int, hits map[string]int) {
	for {
		var said bytes.Buffer
		c := p.command(args...)
		c.Stderr = &said
		if err := c.Start(); err != nil {
			p.t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		var after <-chan time.Time
		if hits["in all"] < kills {
			after = time.After(time.Duration(200+random.IntN(500)) * time.Millisecond)
		}
		select {
		case err := <-ended:
			if err != nil {
				p.t.Fatalf("%v: %v\n%s", args, err, said.String())
			}
			return
		case <-after:
		}
		// What is hit is chosen by lot; when exactly, the machine decides.
		hits["in all"]++
		switch {
		case hits["in all"]%10 == 3:
			hits["server"]++
			killed(p.server)
			p.startServer(strings.TrimPrefix(p.url, "nats://"))
		case random.IntN(2) == 0:
			hits["coordinator"]++
			_ = c.Process.Kill() // it may have ended
			<-ended
			continue
		default:
			hits["worker"]++
			i := random.IntN(len(p.workers))
			killed(p.workers[i])
			p.startWorker(i)
		}
		if err := <-ended; err != nil {
			p.t.Fatalf("%v: %v\n%s", args, err, said.String())
		}
		return
	}
}

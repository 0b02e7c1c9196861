package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

// peer is a program that does what one of our commands does, too.
type peer struct {
	Name      string   `json:"name"`
	Source    string   `json:"source"`
	Build     string   `json:"build"`
	Work      string   `json:"work"`
	Command   []string `json:"command"` // the first is a file of the folder of peers
	Answer    string   `json:"answer"`  // must be in its output
	Ours      []string `json:"ours"`    // arguments of this program
	OurAnswer string   `json:"our_answer"`
}

// knownPeers are those that are known here.
//
//go:embed peers.json
var knownPeers []byte

// peersFile is the file of the folder of peers that may name more of them.
const peersFile = "peers.json"

// peerRuns is how often each program runs unless the user says otherwise.
const peerRuns = 3

var peersOption = func() cli.Option[string] {
	o := cli.Text("peers", "", "`DIR`folder with programs of the suite peers, and a peers.json with more of them", "none: they are only listed")
	o.File = true
	return o
}()

// readPeers reads a list of peers.
func readPeers(name string, text []byte) ([]peer, error) {
	var list []peer
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, cli.InputError(name, err)
	}
	for _, p := range list {
		if p.Name == "" || len(p.Command) == 0 || len(p.Ours) == 0 || filepath.Base(p.Command[0]) != p.Command[0] {
			return nil, cli.InputError(name, fmt.Errorf("%q needs a name, the command of a file of the folder, and ours", cli.Clip(p.Name)))
		}
	}
	return list, nil
}

// runPeers runs this program and those of the peers that are in a folder in turn, and
// compares the medians of their processor time.
func runPeers(ctx context.Context, w io.Writer, dir, only string, repeat int) error {
	peers, err := readPeers(peersFile, knownPeers)
	if err == nil && dir != "" {
		var text []byte
		path := filepath.Join(dir, peersFile)
		switch text, err = os.ReadFile(path); {
		case errors.Is(err, fs.ErrNotExist):
			err = nil
		case err != nil:
			err = cli.IOError("cannot read %s: %v", path, cli.Cause(err))
		default:
			var more []peer
			more, err = readPeers(path, text)
			peers = append(peers, more...)
		}
	}
	if err != nil {
		return err
	}
	wrong, found := 0, 0
	for _, p := range peers {
		if !strings.Contains(p.Name, only) {
			continue
		}
		found++
		fmt.Fprintf(w, "%s: %s\n", p.Name, p.Work)
		for _, line := range [][2]string{{"from", p.Source}, {"build", p.Build}, {"peer", strings.Join(p.Command, " ")}, {"ours", "halma-solve " + strings.Join(p.Ours, " ")}} {
			if line[1] != "" {
				fmt.Fprintf(w, "  %-6s %s\n", line[0], line[1])
			}
		}
		path := filepath.Join(dir, p.Command[0])
		if _, err := os.Stat(path); dir == "" || err != nil {
			fmt.Fprintf(w, "  its program is not here: --peers names the folder that has it\n\n")
			continue
		}
		right, err := p.compare(ctx, w, path, cmp.Or(repeat, peerRuns))
		if err != nil {
			return err
		}
		if !right {
			wrong++
		}
	}
	switch {
	case found == 0:
		return cli.UsageError("--run: no peer has %q in its name", only)
	case wrong > 0:
		return cli.Stop(cli.ExitNo, "")
	}
	return nil
}

// peerTimes are the runs of a program.
type peerTimes struct {
	seconds []float64 // of the processor
	bytes   int64     // resident at the most; some systems begin with what this process has
	right   bool
}

// compare runs a peer and this program in turn, and reports whether both were right.
func (p *peer) compare(ctx context.Context, w io.Writer, path string, repeat int) (bool, error) {
	self, err := os.Executable()
	if err != nil {
		return false, fmt.Errorf("this program does not know where it is: %w", err)
	}
	theirs, ours := peerTimes{right: true}, peerTimes{right: true}
	for range repeat {
		err := theirs.run(ctx, p.Answer, path, p.Command[1:])
		if err == nil {
			err = ours.run(ctx, p.OurAnswer, self, p.Ours)
		}
		if ctx.Err() != nil {
			return false, cli.Stop(cli.ExitInterrupted, "")
		}
		if err != nil {
			return false, cli.InputError(p.Name, err)
		}
	}
	for _, row := range []struct {
		name  string
		times peerTimes
	}{{"peer", theirs}, {"ours", ours}} {
		check := "as expected"
		if !row.times.right {
			check = "WRONG: the answer is another one"
		}
		fmt.Fprintf(w, "  %-6s %s of the processor, %s: %s\n", row.name, median(row.times.seconds), reports.Bytes(row.times.bytes), check)
	}
	if our := medianOf(ours.seconds); our > 0 {
		fmt.Fprintf(w, "  ratio  ours is %.2f times as fast, by medians; runs of each in turn: %d\n\n", medianOf(theirs.seconds)/our, repeat)
	}
	return theirs.right && ours.right, nil
}

// run runs a program once. Its output must hold the answer.
func (t *peerTimes) run(ctx context.Context, answer, path string, arguments []string) error {
	command := exec.CommandContext(ctx, path, arguments...)
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	state := command.ProcessState
	t.seconds = append(t.seconds, (state.UserTime() + state.SystemTime()).Seconds())
	t.bytes = max(t.bytes, residentBytes(state))
	t.right = t.right && bytes.Contains(out, []byte(answer))
	return nil
}

package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// proofUnderTest is a search that takes a second: 10 men on the 7×7 rhombus.
func proofUnderTest(t *testing.T, memory int64, p session.Pace, dir string) (digests []string, line int, widest int) {
	t.Helper()
	puzzle := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 7, Army: "10", Arrival: positions.Free})
	s := layers.NewSpace[[1]uint64](puzzle)
	r := session.NewRun(context.Background(), session.Options{Workers: 2, Memory: memory})
	r.Pace = p
	rw := bounds.NewRows(s)
	bound, err := bounds.NewProjection(r, rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	var j *layers.Journal[[1]uint64]
	if dir != "" {
		j = &layers.Journal[[1]uint64]{Run: r, Saved: session.NewSavings(dir, puzzle), Space: s, Name: "proof"}
	}
	f := newRefutation(r, s, j, refutationOptions[[1]uint64]{from: 19, length: 19, rows: rw, table: newGainTable(s, rw), bound: bound})
	found, err := f.advance(1 << 40)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range f.Layers {
		digests = append(digests, digest(t, l))
	}
	return digests, len(found), f.Widest
}

// digest returns the size of a layer and a hash of its positions.
func digest(t *testing.T, l *layers.Layer[[1]uint64]) string {
	t.Helper()
	h := sha256.New()
	for i := range cache.Shards {
		shard, err := l.Shard(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range shard {
			if err := binary.Write(h, binary.BigEndian, w[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return fmt.Sprintf("%d %x", l.Size(), h.Sum(nil)[:8])
}

// hectic saves at every opportunity.
var hectic = session.Pace{Group: 1000}

func TestLayersAreTheSameWithLittleMemory(t *testing.T) {
	positiontest.Long(t)
	want, line, widest := proofUnderTest(t, 1<<30, session.UsualPace, "")
	if widest < 20_000 {
		t.Fatalf("the widest layer has %d positions only: nothing to test", widest)
	}
	dir := t.TempDir()
	got, lineOnDisk, _ := proofUnderTest(t, 8<<20, hectic, dir)
	if !slices.Equal(got, want) || line != lineOnDisk {
		t.Errorf("with little memory the layers are\n%v, line of %d, want\n%v, line of %d", got, lineOnDisk, want, line)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "proof", "layer-*.run"))
	if err != nil || len(files) < 10 {
		t.Errorf("%d layers in files (%v)", len(files), err)
	}
}

func TestDamagedCheckpointsAreWorkedOutAnew(t *testing.T) {
	positiontest.Long(t)
	want, line, _ := proofUnderTest(t, 1<<30, session.UsualPace, "")
	dir := t.TempDir()
	proofUnderTest(t, 1<<30, hectic, dir)
	files, err := filepath.Glob(filepath.Join(dir, "*", "proof", "layer-*.run"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, name := range files {
		data := positiontest.Must(t, os.ReadFile, name)
		data[len(data)*(i+1)/(len(files)+2)] ^= 0x10
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, again, _ := proofUnderTest(t, 1<<30, hectic, dir)
	if !slices.Equal(got, want) || line != again {
		t.Errorf("from damaged checkpoints: %v, want %v", got, want)
	}
}

// childDir names the directory of a child process of the next test.
const childDir = "HALMA_TEST_PROOF"

// TestProofGoesOnAfterKill kills real processes at random times until one gets
// to the end, and compares its layers with those of an undisturbed run.
func TestProofGoesOnAfterKill(t *testing.T) {
	positiontest.Long(t)
	if dir := os.Getenv(childDir); dir != "" {
		layers, line, _ := proofUnderTest(t, 1<<30, hectic, dir)
		data, err := json.Marshal(append(layers, fmt.Sprint(line)))
		if err != nil {
			t.Fatal(err)
		}
		if err := session.SaveWhole(filepath.Join(dir, "answer"), data); err != nil { // there wholly, or not at all
			t.Fatal(err)
		}
		return
	}
	layers, line, _ := proofUnderTest(t, 1<<30, session.UsualPace, "")
	want := append(layers, fmt.Sprint(line))
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(5, 6))
	kills, helped := 0, 0
	for try := range 200 {
		before, _ := filepath.Glob(filepath.Join(dir, "*", "proof", "*.run"))
		if len(before) > 0 {
			helped++
		}
		child := exec.Command(os.Args[0], "-test.run=^TestProofGoesOnAfterKill$")
		child.Env = append(os.Environ(), childDir+"="+dir)
		var output bytes.Buffer
		child.Stdout, child.Stderr = &output, &output
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(50+random.IntN(100+50*try))*time.Millisecond, func() { _ = child.Process.Kill() })
		err := child.Wait()
		timer.Stop()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == -1 {
			kills++
			continue
		}
		if err != nil {
			t.Fatalf("%v: %s", err, output.Bytes())
		}
		break
	}
	data, err := os.ReadFile(filepath.Join(dir, "answer"))
	if err != nil {
		t.Fatalf("no answer after %d kills (%v)", kills, err)
	}
	var got []string
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("after %d kills:\n%v, want\n%v", kills, got, want)
	}
	if kills == 0 || helped == 0 {
		t.Errorf("%d kills, %d starts from checkpoints: nothing was tested", kills, helped)
	}
}

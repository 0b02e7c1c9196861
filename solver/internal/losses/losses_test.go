package losses

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestAgreesWithBreadthFirstSearch asks for each length up to that of the shortest line, and
// for more hops than are needed: all transfers of small squares, and starts in no corner.
func TestAgreesWithBreadthFirstSearch(t *testing.T) {
	var searched, led atomic.Int32 // puzzles, and searches that only the last pass settled; the other puzzles have no such hops, or no line
	t.Cleanup(func() {
		if t.Logf("%d puzzles, %d", searched.Load(), led.Load()); searched.Load() < 35 || led.Load() < 1 {
			t.Errorf("only %d puzzles, %d searches by all passes without a line", searched.Load(), led.Load())
		}
	})
	agrees := func(t *testing.T, p *puzzles.Puzzle) {
		if !bounds.HasDiagonals(p) || p.Arrival.KeepsGoal() {
			return
		}
		e := cases.Explored(t, p)
		if e.Distance < 0 {
			return
		}
		searched.Add(1)
		asked := []int{e.Distance, e.Distance + 1}
		for hops := max(1, e.Distance-3); hops < e.Distance; hops++ {
			asked = append(asked, hops)
		}
		for _, hops := range asked {
			s := newSearch(p, hops, session.Options{Workers: 2})
			line, err := s.Advance(math.MaxInt)
			if err != nil {
				t.Fatal(err)
			}
			if hops < e.Distance {
				if s.leads {
					led.Add(1)
				}
				if line != nil {
					t.Errorf("a line of %d hops, but %d are needed: %v", p.Cost(line), e.Distance, line)
				}
				continue
			}
			if line == nil {
				t.Fatalf("no line of %d hops, but there is one of %d", hops, e.Distance)
			}
			if _, err := verify.Replay(p, line); err != nil || p.Cost(line) != e.Distance {
				t.Fatalf("a line of %d hops, not %d: %v", p.Cost(line), e.Distance, err)
			}
		}
	}
	cases.Small(t, cases.UpTo(400_000, 4_000_000), agrees)
	cases.Strange(t, 300, 20_000, func(t *testing.T, p *puzzles.Puzzle) { agrees(t, p.Unmarked()) })
}

// TestAgreesOnTheWayToAnyFigure has starts and goals that are not images of each other, with
// columns and rows counted from all sides.
func TestAgreesOnTheWayToAnyFigure(t *testing.T) {
	board := positiontest.Board(t, positions.Square, 5)
	n, led := 0, 0
	for i := range 20 {
		var start, goal positions.Bits
		for k := range 2 + i%3 {
			start = start.With(positions.Cell((i*7 + k*(1+i%4)) % board.Len()))
			goal = goal.With(positions.Cell((i*11 + 3 + k*(2+i%5)) % board.Len()))
		}
		if start.Len() != goal.Len() || start == goal {
			continue
		}
		p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: board, Start: start, Goal: goal, Goals: []puzzles.Pattern{{Men: goal}}, Count: positions.Hops}
		e := cases.Explored(t, p)
		for flip := range 4 {
			d := bounds.NewDiagonals(board, start, goal, [2]bool{flip&1 == 1, flip&2 == 2})
			for hops := e.Distance - 1; hops <= e.Distance; hops++ {
				r := session.NewRun(context.Background(), session.Options{Workers: 1})
				s := NewSearch(r, NewSpace[[1]uint64](p, d), nil, NewTables(d), hops)
				line, err := s.Advance(math.MaxInt)
				if s.leads && line == nil {
					led++
				}
				if err != nil || (line != nil) != (hops == e.Distance) {
					t.Fatalf("%v to %v, counted from %02b: %d hops: %v, %v; the least is %d", board.Names(start), board.Names(goal), flip, hops, line, err, e.Distance)
				}
				n++
			}
		}
	}
	if t.Logf("%d, %d", n, led); n < 100 || led < 5 {
		t.Errorf("only %d searches, %d by all passes without a line", n, led)
	}
}

// TestGoesOnWhereItStopped stops a search again and again; the last run leaves the same step
// as one that is not stopped, and the plain program makes all its layers again.
func TestGoesOnWhereItStopped(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
		Shape: positions.Square, Size: 6, Army: "6", Arrival: positions.Free, Count: positions.Hops,
	})
	const hops = 15 // one more than are needed
	whole := newSearch(p, hops, session.Options{Workers: 2})
	if line, err := whole.Advance(math.MaxInt); err != nil || len(line) != 14 {
		t.Fatal(line, err)
	}
	want := whole.Certify()
	dir, runs := t.TempDir(), 0
	for {
		runs++
		s := newSearch(p, hops, session.Options{Workers: 1, Checkpoints: dir})
		s.Run.Ctx = cases.NewCountdown(150 * runs)
		_, err := s.Advance(math.MaxInt)
		if errors.Is(err, session.ErrInterrupt) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Certify(); !reflect.DeepEqual(got, want) {
			t.Errorf("after %d runs:\n%v\nnot\n%v", runs, got, want)
		}
		break
	}
	t.Logf("%d runs", runs)
	if runs < 5 {
		t.Errorf("stopped %d times", runs-1)
	}
	recompute(t, p, want)
}

// TestLayersUnderOtherNamesAreNotBelieved has each layer that a search left take the place of
// every eleventh other one, of all its passes and of those of a search for a hop more.
func TestLayersUnderOtherNamesAreNotBelieved(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
		Shape: positions.Square, Size: 5, Army: "3", Arrival: positions.Free, Count: positions.Hops,
	})
	const hops = 8 // as many as are needed
	search := func(dir, name string, hops int) *Search[[1]uint64] {
		s := newSearch(p, hops, session.Options{Workers: 1, Checkpoints: dir})
		s.Journal.Name = name
		if _, err := s.Advance(math.MaxInt); err != nil {
			t.Fatal(err)
		}
		return s
	}
	dir := t.TempDir()
	want := search(dir, "search", hops).Certify()
	search(dir, "another", hops+1)
	var files []string
	passes := map[string]int{}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if ok, _ := filepath.Match("layer-*.run", filepath.Base(path)); ok {
			files = append(files, path)
			passes[filepath.Base(filepath.Dir(path))]++
		}
		return err
	})
	if err != nil || len(passes) != 3 {
		t.Fatal(passes, err)
	}
	pairs := 0
	for i, name := range files {
		if !strings.Contains(name, "search") {
			continue
		}
		whole := positiontest.Must(t, os.ReadFile, name)
		for k, other := range files {
			if k == i || (i+k)%11 > 0 {
				continue
			}
			pairs++
			if err := os.WriteFile(name, positiontest.Must(t, os.ReadFile, other), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := search(dir, "search", hops).Certify(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s in the place of %s is believed", other, name)
			}
		}
		if err := os.WriteFile(name, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if t.Logf("%d pairs", pairs); pairs < 100 {
		t.Errorf("only %d pairs of layers", pairs)
	}
}

// TestPlainProgramMakesTheSameLayers recomputes searches that find a line and such that do
// not.
func TestPlainProgramMakesTheSameLayers(t *testing.T) {
	n := 0
	for _, o := range []struct {
		size int
		army string
	}{{4, "3"}, {5, "3"}, {5, "6"}, {6, "6"}, {7, "3"}, {7, "6"}} {
		p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
			Shape: positions.Square, Size: o.size, Army: o.army, Arrival: positions.Free, Count: positions.Hops,
		})
		for hops := 2; ; hops++ {
			s := newSearch(p, hops, session.Options{Workers: 2})
			if s.most < 0 {
				continue
			}
			line, err := s.Advance(math.MaxInt)
			if err != nil {
				t.Fatal(err)
			}
			step := s.Certify()
			recompute(t, p, step)
			if n += len(step.Relaxed) + len(step.Layers); line != nil {
				break
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d layers", n)
	}
}

func newSearch(p *puzzles.Puzzle, hops int, o session.Options) *Search[[1]uint64] {
	r := session.NewRun(context.Background(), o)
	r.Pace = session.Pace{From: 0, Every: 0, Group: 10} // a part after every few positions
	s := layers.NewSpace[[1]uint64](p)
	return NewSearch(r, s, layers.JournalOf(session.NewKnowledge(p, r), s, "search"), NewTables(bounds.NewDiagonals(p.Board, p.Start, p.Goal, [2]bool{})), hops)
}

// recompute checks a step and makes its layers again.
func recompute(t *testing.T, p *puzzles.Puzzle, step certificate.Step) {
	t.Helper()
	lower := step.Moves + 1
	if step.Met > 0 {
		lower = step.Met
	}
	c := certificate.Certificate{Schema: certificate.Schema, Puzzle: certificate.Describe(p), Lower: lower, Status: "unknown", Steps: []certificate.Step{step}}
	extent, err := c.Recheck(context.Background(), 0, func(r certificate.Recomputed) {
		if r.Layers != len(step.Relaxed)+len(step.Layers) || r.Reason != "" {
			t.Errorf("%s: %+v", p, r)
		}
	})
	if err != nil || extent != certificate.Verified {
		t.Errorf("%s: %s, %v", p, extent, err)
	}
}

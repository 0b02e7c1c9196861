package solver

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// patience is a context that ends when a run has expanded so many positions. With
// one worker that is always at the same place.
type patience struct {
	context.Context
	run  *session.Run
	most int64
	over chan struct{}
}

func newPatience(most int64) *patience {
	return &patience{Context: context.Background(), most: most, over: make(chan struct{})}
}

func (p *patience) Done() <-chan struct{} {
	if p.run != nil && p.run.Expanded.Load() >= p.most && p.Err() == nil {
		close(p.over)
	}
	return p.over
}

func (p *patience) Err() error {
	select {
	case <-p.over:
		return context.Canceled
	default:
		return nil
	}
}

// stoppable are puzzles whose searches go in rounds; but for the last with a line that
// takes the polish to find.
func stoppable(t *testing.T) map[string]*puzzles.Puzzle {
	t.Helper()
	out := map[string]*puzzles.Puzzle{
		"highscore":  cases.On(t, puzzles.Highscore, positions.Rhombus, 6, "10", positions.Booklet),
		"treffhalma": cases.On(t, puzzles.Treffhalma, positions.Square, 7, "6", positions.Booklet),
	}
	connection := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 3})
	out["connection"] = connection
	out["shortest"] = positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Star, Size: 2, Army: "6"})
	return out
}

// once runs a search that saves at every opportunity, with one worker.
func once(t *testing.T, ctx context.Context, p *puzzles.Puzzle, store Store, dir string) (*Result, *session.Run) {
	t.Helper()
	return onceInBeams(t, ctx, p, store, dir, 0)
}

// onceInBeams is once of beams of a width alone; 0: of the usual search.
func onceInBeams(t *testing.T, ctx context.Context, p *puzzles.Puzzle, store Store, dir string, width int) (*Result, *session.Run) {
	t.Helper()
	r := session.NewRun(ctx, Options{Workers: 1, Memory: 256 << 20, Store: store, Checkpoints: dir, SaveAlways: true, Beam: width})
	if p, ok := ctx.(*patience); ok {
		p.run = r
	}
	res, err := session.Settle(session.NewKnowledge(p, r), search)
	if err != nil {
		t.Fatal(err)
	}
	return res, r
}

// A search that is stopped again and again takes little more work than one that is
// not, decides the same and finds the same.
func TestStoppedRunsGoOnWhereTheyWere(t *testing.T) {
	positiontest.Long(t)
	for name, p := range stoppable(t) {
		t.Run(name, func(t *testing.T) {
			whole, through := once(t, context.Background(), p, memory{}, t.TempDir())
			if whole.Status != Optimal {
				t.Fatal(whole.Status)
			}
			store, dir := memory{}, t.TempDir()
			var res *Result
			var last *session.Run
			total, stops := int64(0), 0
			every := max(through.Expanded.Load()/int64(positiontest.Of(9, 15)), 2500)
			for ; stops < 200; stops++ {
				res, last = once(t, newPatience(every), p, store, dir)
				total += last.Expanded.Load()
				if res.Interrupted == "" {
					break
				}
			}
			if stops < 6 {
				t.Fatalf("stopped %d times only: nothing was tested", stops)
			}
			if last.Work != through.Work {
				t.Errorf("work %d after %d stops, %d without", last.Work, stops, through.Work)
			}
			if most := through.Expanded.Load()*13/10 + int64(stops*1000); total > most { // 1000: between looks at the context
				t.Errorf("%d positions expanded with %d stops, %d without: more than %d", total, stops, through.Expanded.Load(), most)
			}
			t.Logf("%d positions expanded with %d stops, %d without", total, stops, through.Expanded.Load())
			if !reflect.DeepEqual(whole.Line, res.Line) || whole.Lower != res.Lower || whole.Proof != res.Proof {
				t.Errorf("%d to %d after %d stops: %v\nwithout: %v", res.Lower, res.Upper, stops, res.Line, whole.Line)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// Beams alone that are stopped again and again find what they find in one go, and refute
// nothing. A usual search afterwards goes on as if they had not been.
func TestStoppedBeamsGoOnWhereTheyWere(t *testing.T) {
	positiontest.Long(t)
	width := positiontest.Of(16000, 24000) // a filtered beam goes on from an eighth
	for name, p := range stoppable(t) {
		t.Run(name, func(t *testing.T) {
			whole, through := onceInBeams(t, context.Background(), p, memory{}, t.TempDir(), width)
			if whole.Interrupted != StoppedByBeams || whole.Line == nil {
				t.Fatalf("%s, stopped by %q, line %v", whole.Status, whole.Interrupted, whole.Line)
			}
			for _, phase := range whole.Stats.Phases {
				if strings.HasPrefix(phase.Name, "refute") {
					t.Errorf("beams alone: %s", phase.Name)
				}
			}
			store, dir := memory{}, t.TempDir()
			res, stops, total := &Result{Interrupted: StoppedByInterrupt}, -1, int64(0)
			for res.Interrupted == StoppedByInterrupt && stops < 200 {
				var last *session.Run
				res, last = onceInBeams(t, newPatience(max(through.Expanded.Load()/int64(positiontest.Of(12, 15)), 2500)), p, store, dir, width)
				total += last.Expanded.Load()
				stops++
			}
			if stops < 5 {
				t.Fatalf("stopped %d times only: nothing was tested", stops)
			}
			if res.Interrupted != StoppedByBeams || !reflect.DeepEqual(whole.Line, res.Line) || whole.Lower != res.Lower {
				t.Errorf("%d to %d after %d stops (%s): %v\nwithout: %v", res.Lower, res.Upper, stops, res.Interrupted, res.Line, whole.Line)
			}
			if most := through.Expanded.Load()*13/10 + int64(stops*1000); total > most {
				t.Errorf("%d positions expanded with %d stops, %d without: more than %d", total, stops, through.Expanded.Load(), most)
			}
			if after, _ := once(t, context.Background(), p, store, dir); after.Status != Optimal {
				t.Errorf("a usual search after beams: %s", after.Status)
			}
		})
	}
}

// Of the beams for figures one goes by the men who gain most: without it, all counting the
// whole army, beams of this width make a line of ten men on the star of side 3 in 13 moves.
func TestBeamsForFiguresFindTheShortestLine(t *testing.T) {
	p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 3})
	res, _ := onceInBeams(t, context.Background(), p, memory{}, t.TempDir(), 16000)
	if res.Upper != 12 || res.Interrupted != StoppedByBeams {
		t.Errorf("%d moves, stopped by %q", res.Upper, res.Interrupted)
	}
}

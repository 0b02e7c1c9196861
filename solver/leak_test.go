package solver

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestNothingIsHeardAfterwards has a search end while its progress is being told.
func TestNothingIsHeardAfterwards(t *testing.T) {
	told := make(chan struct{}, 1)
	var telling atomic.Bool
	r := session.NewRun(context.Background(), Options{Progress: func(Event) {
		telling.Store(true)
		told <- struct{}{}
		time.Sleep(20 * time.Millisecond)
		telling.Store(false)
	}})
	var over atomic.Bool
	stop := r.Watch(&over)
	<-told
	if stop(); telling.Load() {
		t.Error("a search returned, and its progress was still being told")
	}
}

// TestFirstErrorStopsAll has one of many parts fail while another goroutine is at
// work: it begins no more of them. Its time passes only while all wait, so a busy machine
// makes no difference.
func TestFirstErrorStopsAll(t *testing.T) { synctest.Test(t, firstErrorStopsAll) }

func firstErrorStopsAll(t *testing.T) {
	failure := errors.New("the first part fails")
	for _, fail := range []func() error{
		func() error { return failure },
		func() error { panic(failure) },
	} {
		var parts atomic.Int64
		under := make(chan struct{})
		err := parallel.InParts(2, 1000, 1, func(int, int) error {
			switch parts.Add(1) {
			case 1:
				<-under
				return fail()
			case 2:
				close(under)
			}
			time.Sleep(time.Millisecond)
			return nil
		})
		if err == nil || parts.Load() == 1000 {
			t.Errorf("%d parts were begun, error %v", parts.Load(), err)
		}
	}
}

// TestNoGoroutineIsLeft runs every kind of search to its end, and stopped on the way.
func TestNoGoroutineIsLeft(t *testing.T) {
	positiontest.Long(t)
	highscore := cases.On(t, puzzles.Highscore, positions.Square, 6, "6", positions.Booklet)
	treffhalma := cases.On(t, puzzles.Treffhalma, positions.Square, 5, "6", positions.Booklet)
	figures := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 2})
	solo := positiontest.Must(t, puzzles.Solo, puzzles.Options{From: "c1", To: "c1"})
	line := solve(t, treffhalma, nil).Line
	for _, c := range []struct {
		name string
		run  func(context.Context, Options) error
	}{
		{"highscore", solving(highscore)},
		{"treffhalma", solving(treffhalma)},
		{"both ends", solving(figures)},
		{"deepening", func(ctx context.Context, o Options) error {
			o.Method, o.Store = Deepening, memory{}
			return solving(figures)(ctx, o)
		}},
		{"solo", solving(solo)},
		{"analysis", func(ctx context.Context, o Options) error {
			_, err := Analyze(ctx, treffhalma, line, nil, o)
			return err
		}},
		{"hints", func(ctx context.Context, o Options) error {
			_, _, err := Hints(ctx, treffhalma, nil, o)
			return err
		}},
	} {
		for _, events := range []int{1, 3, 20, 1 << 30} {
			t.Run(fmt.Sprintf("%s/%d", c.name, events), func(t *testing.T) {
				defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				var over atomic.Bool
				heard := 0
				err := c.run(ctx, Options{Workers: 3, Memory: 1 << 28, Checkpoints: t.TempDir(), Progress: func(Event) {
					if heard++; heard == events {
						cancel()
					}
					if over.Load() {
						t.Error("progress of a search that has returned")
					}
				}})
				over.Store(true)
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		}
	}
}

func solving(p *puzzles.Puzzle) func(context.Context, Options) error {
	return func(ctx context.Context, o Options) error {
		_, err := Solve(ctx, p, o)
		return err
	}
}

package peg

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Whatever is made of all positions ends with its time and with its context, and says so.
func TestTablesKeepToLimits(t *testing.T) {
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 5, From: "a1", To: "a1"})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, do := range map[string]func(context.Context, session.Options) error{
		"table of what can be won": func(ctx context.Context, o session.Options) error {
			_, _, err := LoadWinTable(ctx, nil, p, o)
			return err
		},
		"table of distances": func(ctx context.Context, o session.Options) error {
			_, err := NewDistanceTable(ctx, p, o)
			return err
		},
		"counts of what can be won": func(ctx context.Context, o session.Options) error {
			_, err := WinnablePositions(ctx, p, o)
			return err
		},
		"exploration": func(ctx context.Context, o session.Options) error {
			_, err := Explore(ctx, p, o)
			return err
		},
	} {
		for _, c := range []struct {
			ctx  context.Context
			o    session.Options
			want error
		}{
			{t.Context(), session.Options{Time: 1, Workers: 1}, session.ErrTime},
			{over, session.Options{Workers: 1}, session.ErrInterrupt},
			{t.Context(), session.Options{Memory: 1 << 8, Workers: 1}, session.ErrMemory},
		} {
			if err := do(c.ctx, c.o); !errors.Is(err, ErrUnsettled) || !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want the limit %v", name, err, c.want)
			}
		}
	}
}

// TestConfirmWithinTheTime: a search that is over before it begins has proven nothing.
func TestConfirmWithinTheTime(t *testing.T) {
	p := pegPuzzle(t, puzzles.Solo, "", "")
	found, err := session.Answer(t.Context(), p, session.Options{Beam: 100, Workers: 1}, Search)
	if err != nil || found.Line == nil {
		t.Fatal(found, err)
	}
	r, err := Confirm(t.Context(), p, found.Line, nil, session.Options{Time: 1, Workers: 1})
	if err != nil || r.Interrupted != session.StoppedByTime || r.Status != session.Bounded {
		t.Errorf("%s, interrupted by %q, %v", r.Status, r.Interrupted, err)
	}
}

// A lone man who may have come from too many positions is traced by the moves of the layer
// before, as far as there is memory for them and while the run goes on.
func TestTraceKeepsToLimits(t *testing.T) {
	var points []positions.Point
	jungle := uint64(0) // whose first man has more ways through it than can ever be listed
	for i := range 64 {
		points = append(points, positions.Point{X: i % 8, Y: i / 8})
		if i == 0 || i < 63 && (i%8%2 == 1 || i/8%2 == 1) {
			jungle |= 1 << i
		}
	}
	b := positiontest.Must(t, positiontest.Must(t, positions.NewDrawn, points).WithDirections, 8)
	const two, lone = 3 << 62, 1 << 61 // h8 jumps over g8 to f8
	g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: positions.Bits{two}, To: "f8"}))
	if n := len(g.movesUpTo(manyMoves, &g.backward, lone, true)); n < manyMoves {
		t.Fatalf("the lone man comes from %d positions", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := newMeeting(session.NewRun(ctx, session.Options{Workers: 1, Memory: 16 << 20}), g, newPatternBound(g, true), newPatternBound(g, false), nil, 1)
	m.front.layers = [][]uint64{{jungle, two}, {lone}}
	m.back.layers = [][]uint64{{lone}}
	if line, err := g.lineThrough(lone, m); err != nil || len(line) != 1 || b.FormatPath(line[0]) != "h8-f8" {
		t.Errorf("line %v, %v", line, err)
	}
	m.front.layers[0] = []uint64{jungle}
	if _, err := g.lineThrough(lone, m); !errors.Is(err, session.ErrMemory) {
		t.Errorf("without memory: %v", err)
	}
	cancel()
	if _, err := g.lineThrough(lone, m); !errors.Is(err, session.ErrInterrupt) {
		t.Errorf("after the end of the run: %v", err)
	}
	m.front.layers[0] = []uint64{two} // too few chains to ask for limits among them
	if _, err := g.lineThrough(lone, m); !errors.Is(err, session.ErrInterrupt) {
		t.Errorf("after the end of the run, a layer that is soon expanded: %v", err)
	}
}

// What is kept of the lines that are counted, and the list of them, keeps to the memory.
func TestCountsKeepToTheMemory(t *testing.T) {
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 5})
	const length = 10
	if s, err := CountLines(t.Context(), p, length, 0, session.Options{Workers: 1}); err != nil || s.Sequences.Int64() != 1900 {
		t.Fatal(s, err)
	}
	if _, err := CountLines(t.Context(), p, length, 0, session.Options{Workers: 1, Memory: 1 << 10}); !errors.Is(err, ErrUnsettled) || !errors.Is(err, session.ErrMemory) {
		t.Errorf("positions on a line: %v", err)
	}
	c := &lineCounter{run: session.NewRun(t.Context(), session.Options{Workers: 1}), game: newGame(p), length: length}
	if _, err := c.findLayers(); err != nil {
		t.Fatal(err)
	}
	on := c.bytes
	begin := func(memory int64) {
		c.run.Memory, c.bytes, c.err, c.moves = on+memory, on, nil, 0
		c.lines = make([]map[uint64]*big.Int, length+1)
		for k := range c.lines {
			c.lines[k] = make(map[uint64]*big.Int)
		}
	}
	begin(1 << 20)
	if c.count(0, c.game.start); c.err != nil {
		t.Fatal(c.err)
	}
	all := c.moves
	begin(50 * bytesCounted)
	if c.count(0, c.game.start); !errors.Is(c.err, session.ErrMemory) || c.moves >= all {
		t.Errorf("counts: %v after %d moves of %d", c.err, c.moves, all)
	}
	begin(1 << 20)
	c.count(0, c.game.start)
	c.run.Memory = c.bytes + 50*length*bytesListed
	var lines []puzzles.Line
	if c.list(1000, 0, c.game.start, nil, &lines); !errors.Is(c.err, session.ErrMemory) || len(lines) > 60 {
		t.Errorf("a list: %v after %d lines", c.err, len(lines))
	}
}

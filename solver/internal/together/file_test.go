package together

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/session"
	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// sixMen is the rhombus 5×5 with six men each: there is a game of 15 turns, none of 14.
func sixMen(t *testing.T) *puzzles.Puzzle {
	return positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6"})
}

// searchOf is a sweep for a test, of either kind.
type searchOf struct {
	*sweep[[1]uint64]
	goOn  func() (refuted bool, err error)
	proof func() []certificate.Step // nil for none
}

// searchFor returns a search for games of six men that saves what it can below dir. ctx
// says when it is stopped.
func searchFor(t *testing.T, ctx context.Context, dir string, turns int, helpersLate bool) searchOf {
	t.Helper()
	p := sixMen(t)
	r := session.NewRun(ctx, session.Options{Workers: 1, Checkpoints: dir, SaveAlways: true})
	r.Pace.Group = 10
	var s searchOf
	if helpersLate {
		l := newLate(r, newSpace[[1]uint64](p), turns)
		s = searchOf{sweep: &l.sweep, goOn: func() (bool, error) { return l.refutes(1 << 62) }}
	} else {
		h := newHunt(r, newSpace[[1]uint64](p), turns, 0)
		s = searchOf{sweep: &h.sweep, proof: h.proof, goOn: func() (bool, error) {
			line, err := h.search(1 << 62)
			return line == nil, err
		}}
	}
	if err := s.takeUp(session.NewSavings(dir, p), "search.bin"); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSweepsGoOnFromFiles stops searches again and again: what comes of them is what comes
// of one that is not stopped, and counts as the same work.
func TestSweepsGoOnFromFiles(t *testing.T) {
	for _, helpersLate := range []bool{true, false} {
		for _, turns := range []int{14, 15} {
			whole := searchFor(t, t.Context(), "", turns, helpersLate)
			want, err := whole.goOn()
			if err != nil || want != (turns == 14) {
				t.Fatalf("%d turns: %v, %v", turns, want, err)
			}
			dir := t.TempDir()
			inLayers := 0
			for runs := 1; ; runs++ {
				s := searchFor(t, cases.NewCountdown(5+int(whole.done)/600+runs%20), dir, turns, helpersLate)
				if !helpersLate {
					s.file.saver.Pace = session.UsualPace // every two seconds, and when it is stopped
					s.file.saver.From = 0
				}
				if s.into > 0 {
					inLayers++
				}
				got, err := s.goOn()
				if errors.Is(err, session.ErrInterrupt) && runs < 1000 {
					continue
				}
				if err != nil || got != want || s.done != whole.done || s.Work != whole.Work || s.widest != whole.widest {
					t.Errorf("late %t, %d turns: %v, %v after %d positions, work of %d, layers of %d; at once %v, %d, %d, %d",
						helpersLate, turns, got, err, s.done, s.Work, s.widest, want, whole.done, whole.Work, whole.widest)
				}
				if !helpersLate && want && !sameSteps(t, s.proof(), whole.proof()) {
					t.Errorf("%d turns: another proof", turns)
				}
				if runs < 5 || inLayers < 4 {
					t.Errorf("late %t, %d turns: %d runs, %d of them from within a layer: nothing was tested", helpersLate, turns, runs, inLayers)
				}
				break
			}
		}
	}
}

func sameSteps(t *testing.T, a, b []certificate.Step) bool {
	t.Helper()
	one, err := json.Marshal(a)
	two, wrong := json.Marshal(b)
	if err := errors.Join(err, wrong); err != nil {
		t.Fatal(err)
	}
	return slices.Equal(one, two)
}

// TestOtherFilesAreNotTakenUp alters and cuts a file, gives it to other searches, and puts
// into one with a right checksum what no search has: all begin anew.
func TestOtherFilesAreNotTakenUp(t *testing.T) {
	dir := t.TempDir()
	s := searchFor(t, cases.NewCountdown(40), dir, 14, false)
	if _, err := s.goOn(); !errors.Is(err, session.ErrInterrupt) {
		t.Fatal(err)
	}
	path := s.file.savings.Path("search.bin")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	taken := func(turns int, helpersLate bool) bool {
		return len(searchFor(t, t.Context(), dir, turns, helpersLate).layers) > 0
	}
	if !taken(14, false) {
		t.Fatal("the file itself is not taken up")
	}
	if taken(13, false) || taken(14, true) {
		t.Error("another search takes it up")
	}
	put := func(data []byte, what string) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if taken(14, false) {
			t.Errorf("taken up: %s", what)
		}
	}
	for i := 0; i < len(text); i += positiontest.Of(97, 7) {
		altered := slices.Clone(text)
		altered[i] ^= 1
		put(altered, "a file with another byte")
		put(text[:i], "a file that is cut")
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	forge := func(what string, change func(s *sweep[[1]uint64], h *head)) {
		f := searchFor(t, t.Context(), dir, 14, false)
		h := f.head()
		change(f.sweep, &h)
		if err := statefile.Write(path, h, f.body); err != nil {
			t.Fatal(err)
		}
		if taken(14, false) {
			t.Errorf("taken up: %s", what)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	last := func(s *sweep[[1]uint64]) *stocked[[1]uint64] { return &s.last()[0] }
	forge("too few layers", func(_ *sweep[[1]uint64], h *head) { h.Made++ })
	forge("no layers", func(_ *sweep[[1]uint64], h *head) { h.Made, h.Layers = -1, nil })
	forge("layers up to the end", func(s *sweep[[1]uint64], h *head) {
		for h.Made < s.end {
			h.Made, h.Layers = h.Made+1, append(h.Layers, 1)
			s.layers = append(s.layers, s.last()[:1])
		}
		h.Into = 0
	})
	forge("more expanded than there are", func(_ *sweep[[1]uint64], h *head) { h.Into = 1 << 20 })
	forge("fewer than none expanded", func(_ *sweep[[1]uint64], h *head) { h.Into = -1 })
	forge("more than there are", func(_ *sweep[[1]uint64], h *head) { h.Next = 1 << 60 })
	forge("fewer than none", func(_ *sweep[[1]uint64], h *head) { h.Layers[0] = -1 })
	forge("from none of the layer before", func(s *sweep[[1]uint64], _ *head) { last(s).from = int32(len(s.layers[s.made-1])) })
	forge("from before the layer before", func(s *sweep[[1]uint64], _ *head) { last(s).from = -1 })
	forge("of an older program", func(_ *sweep[[1]uint64], h *head) { h.Format = 0 })
	forge("of another puzzle", func(_ *sweep[[1]uint64], h *head) { h.Identity.Puzzle = "another" })
	forge("a layer without positions", func(s *sweep[[1]uint64], h *head) {
		s.layers[s.made], h.Layers[s.made], h.Into = nil, 0, 0
	})
	forge("too great a stock", func(s *sweep[[1]uint64], _ *head) { last(s).stock = 15 })
	forge("too small a stock", func(s *sweep[[1]uint64], _ *head) { last(s).stock = -1 })
	forge("a man less", func(s *sweep[[1]uint64], _ *head) { last(s).winner[0] &= last(s).winner[0] - 1 })
	forge("two men on a cell", func(s *sweep[[1]uint64], _ *head) { last(s).helpers = last(s).winner })
	forge("a man beside the board", func(s *sweep[[1]uint64], _ *head) {
		last(s).winner[0] = last(s).winner[0]&(last(s).winner[0]-1) | 1<<40
	})
	forge("out of order", func(s *sweep[[1]uint64], _ *head) { slices.Reverse(s.last()) })
	forge("twice the same", func(s *sweep[[1]uint64], _ *head) { s.last()[1] = *last(s) })
	forge("the image of a position", func(s *sweep[[1]uint64], _ *head) {
		for i := range s.last() {
			p := &s.last()[i].position
			if image := (position[[1]uint64]{s.space.image(p.winner), s.space.image(p.helpers)}); image != *p {
				*p = image
				return
			}
		}
		t.Fatal("no position has an image")
	})
	if !taken(14, false) {
		t.Error("the file itself is not taken up any more")
	}
	h := newHunt(session.NewRun(t.Context(), session.Options{Workers: 1, Memory: 1000}), newSpace[[1]uint64](sixMen(t)), 14, 0)
	if err := h.takeUp(session.NewSavings(dir, sixMen(t)), "search.bin"); !errors.Is(err, session.ErrMemory) {
		t.Errorf("with too little memory: %v", err)
	}
	if !taken(14, false) {
		t.Error("after that the file is not taken up")
	}
}

// TestFilesSayWhetherRowsWereAsked: layers from which rows drop nothing are others.
func TestFilesSayWhetherRowsWereAsked(t *testing.T) {
	p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Rhombus, Size: 6, Army: "3"})
	dir := t.TempDir()
	search := func(ctx context.Context, rows bool) *hunt[[1]uint64] {
		r := session.NewRun(ctx, session.Options{Workers: 1, Checkpoints: dir, SaveAlways: true})
		r.Pace.Group = 10
		s := newSpace[[1]uint64](p)
		if rows {
			s.rows = bounds.NewArmyRows[[1]uint64](p)
			if err := s.rows.Fill(p.Goal, func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		h := newHunt(r, s, 14, 0)
		if err := h.takeUp(session.NewSavings(dir, p), "search.bin"); err != nil {
			t.Fatal(err)
		}
		return h
	}
	for _, rows := range []bool{true, false} {
		if _, err := search(cases.NewCountdown(4), rows).search(1 << 62); !errors.Is(err, session.ErrInterrupt) {
			t.Fatal(err)
		}
		if len(search(t.Context(), !rows).layers) > 0 || len(search(t.Context(), rows).layers) == 0 {
			t.Errorf("rows asked %t: the file is taken up by the other search, or not by its own", rows)
		}
	}
}

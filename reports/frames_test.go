package reports

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// drawnLines are results with lines on boards of every shape; not all reach the goal.
func drawnLines(t testing.TB) []*solver.Result {
	out := []*solver.Result{
		stored(t, "star-31.json"), stored(t, "square-43.json"), stored(t, "rhombus-17.json"), stored(t, "solo-18.json"),
		retour(t), pegResult(t), samples(t)["optimal"],
	}
	for i, p := range boards(t) {
		out = append(out, found(p, walk(p, 40, uint64(i)), 1))
	}
	super := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 10, Jumps: positions.Super})
	return append(out, found(super, walk(super, 40, 9), 1))
}

// Following every man one by one gives the positions that the puzzle itself
// works out, and a man that moves goes from the first to the last cell of its
// move.
func TestTracksFollowTheMen(t *testing.T) {
	for _, r := range drawnLines(t) {
		at := tracks(r.Puzzle, r.Line)
		if len(at) != len(r.Line)+1 {
			t.Fatalf("%s: %d positions of %d moves", heading(r.Puzzle), len(at), len(r.Line))
		}
		for n, men := range at {
			var set positions.Bits
			on := 0
			for _, c := range men {
				if c != positions.NoCell {
					set = set.With(c)
					on++
				}
			}
			if set != r.Puzzle.After(r.Line, n) || set.Len() != on {
				t.Fatalf("%s: after %d moves %v", heading(r.Puzzle), n, men)
			}
			if n == 0 {
				continue
			}
			path, moved := r.Line[n-1], 0
			for m, c := range men {
				if before := at[n-1][m]; before != c && before != positions.NoCell && c != positions.NoCell {
					moved++
					if before != path[0] || c != path[len(path)-1] {
						t.Fatalf("%s: move %d takes man %d from %d to %d", heading(r.Puzzle), n, m, before, c)
					}
				}
			}
			if moved != 1 && path[0] != path[len(path)-1] {
				t.Fatalf("%s: %d men move in move %d", heading(r.Puzzle), moved, n)
			}
		}
	}
}

// A page's player has every position and every arrow.
func TestPlayerHasEveryMove(t *testing.T) {
	for _, r := range drawnLines(t) {
		p := English.newPlayer(r)
		if len(p.Spots) != r.Puzzle.Board.Len() || len(p.Names) != len(p.Spots) || len(p.Frames) != len(r.Line)+1 {
			t.Fatalf("%s: %d cells, %d names, %d frames", heading(r.Puzzle), len(p.Spots), len(p.Names), len(p.Frames))
		}
		if first := p.Frames[0]; first.Mover != -1 || first.marks != (marks{}) || len(first.Path) != 0 {
			t.Errorf("%s: before the first move there is a mark", heading(r.Puzzle))
		}
		for n, path := range r.Line {
			f := p.Frames[n+1]
			hops := len(path) - 1
			if got := strings.Count(f.Heads, "z"); got != hops || strings.Count(f.Shaft, "M") != hops {
				t.Errorf("%s: %d arrows in move %d of %d hops", heading(r.Puzzle), got, n+1, hops)
			}
			if before := p.Frames[n].Men[f.Mover]; before != path[0] || f.Men[f.Mover] != path[hops] {
				t.Errorf("%s: the mover of move %d is another", heading(r.Puzzle), n+1)
			}
			taken, placed := strings.Count(f.Taken, "z"), strings.Count(f.Placed, "z")
			want := map[puzzles.Game][2]int{puzzles.GameSolo: {hops, 0}, puzzles.GameRetour: {0, hops}}[r.Puzzle.Game]
			if taken != want[0] || placed != want[1] {
				t.Errorf("%s: move %d takes %d off and places %d", heading(r.Puzzle), n+1, taken, placed)
			}
			if !strings.HasPrefix(f.Text, fmt.Sprintf("Move %d of %d: ", n+1, len(r.Line))) {
				t.Errorf("%s: move %d is read as %q", heading(r.Puzzle), n+1, f.Text)
			}
		}
	}
}

func TestSpoken(t *testing.T) {
	star, solo := samples(t)["optimal"], stored(t, "solo-18.json")
	step := stored(t, "star-31.json")
	for _, c := range []struct {
		r    *solver.Result
		n    int
		want string
	}{
		{star, 0, "Start: 3 men on the star 1 (13 holes)."},
		{star, 1, "Move 1 of 4: a1 jumps over c2 to c3."},
		{star, 2, "Move 2 of 4: b2 jumps to d2 and c4, 2 jumps."},
		{star, 4, "Move 4 of 4: c3 jumps over c4 to a5. The goal is reached."},
		{step, 1, "Move 1 of 31: g5 steps to f6."},
		{solo, 1, "Move 1 of 18: f4 jumps to d4 and takes e4."},
		{solo, 9, "Move 9 of 18: c4 jumps to c6, e6, e4 and e2 and takes c5, d6, e5 and e3."},
		{retour(t), 1, "Move 1 of 18: a man is placed on d3, and the man on d4 jumps over it to d2."},
		{retour(t), 3, "Move 3 of 18: the man on e3 jumps to e1 and c1 over men placed on e2 and d1."},
	} {
		if got := spoken(c.r, c.n); got != c.want {
			t.Errorf("%s, %d: %q, want %q", heading(c.r.Puzzle), c.n, got, c.want)
		}
	}
}

// Cells lie apart, inside the picture, and equally far from their neighbours.
func TestCanvas(t *testing.T) {
	for _, r := range drawnLines(t) {
		b := r.Puzzle.Board
		cv := newCanvas(b)
		for c := range positions.Cell(b.Len()) {
			s := cv.spots[c]
			if s.X < labelGap || s.Y < labelGap-pitch/4 || s.X > cv.width-labelGap || s.Y > cv.height-labelGap {
				t.Errorf("%s: %s at %v in %d×%d", b, b.Name(c), s, cv.width, cv.height)
			}
			for d := range c {
				o := cv.spots[d]
				if far := root((s.X-o.X)*(s.X-o.X) + (s.Y-o.Y)*(s.Y-o.Y)); far < pitch-1 {
					t.Errorf("%s: %s and %s are %d apart", b, b.Name(c), b.Name(d), far)
				}
			}
			for d := range b.Directions() {
				n := b.Neighbour(c, d)
				if n == positions.NoCell || b.Directions() == 8 {
					continue
				}
				o := cv.spots[n]
				if far := root((s.X-o.X)*(s.X-o.X) + (s.Y-o.Y)*(s.Y-o.Y)); far < pitch-1 || far > pitch+1 {
					t.Errorf("%s: the neighbours %s and %s are %d apart", b, b.Name(c), b.Name(n), far)
				}
			}
		}
	}
}

// Every cell of a set is on a run or a dot, and only those are.
func TestRunsCoverTheSet(t *testing.T) {
	segment := regexp.MustCompile(`M(\d+) (\d+)(?:h0|L(\d+) (\d+))`)
	for _, r := range drawnLines(t) {
		cv := newCanvas(r.Puzzle.Board)
		for _, set := range []positions.Bits{r.Puzzle.Start, r.Puzzle.Goal, r.Puzzle.After(r.Line, len(r.Line)/2)} {
			on := make(map[spot]bool)
			for _, m := range segment.FindAllStringSubmatch(cv.runs(set), -1) {
				var n [4]int
				for i := range n {
					_, _ = fmt.Sscan(m[i+1], &n[i]) // a dot has no end
				}
				if m[3] == "" {
					n[2], n[3] = n[0], n[1]
				}
				steps := max(root((n[2]-n[0])*(n[2]-n[0])+(n[3]-n[1])*(n[3]-n[1]))/(pitch-1), 0)
				for i := range steps + 1 {
					if steps == 0 || m[3] == "" {
						on[spot{n[0], n[1]}] = true
						break
					}
					on[spot{n[0] + (n[2]-n[0])*i/steps, n[1] + (n[3]-n[1])*i/steps}] = true
				}
			}
			if r.Puzzle.Board.Directions() == 8 {
				continue // fields are drawn as squares
			}
			for _, c := range set.Cells() {
				if !on[cv.spots[c]] {
					t.Errorf("%s: %s is not covered", heading(r.Puzzle), r.Puzzle.Board.Name(c))
				}
				delete(on, cv.spots[c])
			}
			if len(on) > 0 {
				t.Errorf("%s: more is covered: %v", heading(r.Puzzle), on)
			}
		}
	}
}

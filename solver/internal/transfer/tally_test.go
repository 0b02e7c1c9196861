package transfer

import (
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// What is counted of layers is what listing all moves of their positions finds: how
// many there are, and which positions lead on to midpoints and to the goal.
func TestTally(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 6, Army: "6", Arrival: positions.Free})
	s := layers.NewSpace[[1]uint64](p)
	r := session.NewRun(t.Context(), session.Options{Workers: 2, Layers: true})
	rw := bounds.NewRows(s)
	bound, err := bounds.NewProjection(r, rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	cuts := map[string]int64{}
	for _, lengths := range [][2]int{{11, 12}, {13, 14}, {15, 15}} {
		f := newRefutation(r, s, nil, refutationOptions[[1]uint64]{
			from: lengths[0], length: lengths[1], rows: rw, table: newGainTable(s, rw), bound: bound, classes: newTransferClasses(s),
		})
		line, err := f.advance(1 << 40)
		if err != nil || (line == nil) != (lengths[1] < 15) {
			t.Fatalf("lengths %d: a line of %d moves (%v)", lengths, len(line), err)
		}
		told := f.tallied()
		if len(told) != len(f.Layers)-1 {
			t.Fatalf("lengths %d: %d layers are told of, %d were made", lengths, len(told), len(f.Layers)-1)
		}
		useful := usefulPlainly(s, f)
		for i, l := range told {
			layer := f.Layers[i+1]
			moves, dropped := movesFrom(t, s, f.Layers[i]), cutsBy(told[max(i-1, 0)], byImages)
			// Some may be expanded a second time, and some not at all.
			early := l.Depth == f.middle && lengths[1]%2+lengths[0]%2 > 0
			if l.Depth != i+1 || l.Positions+cutsBy(l, byImages) != int64(layer.Size()) || l.Moves < moves && dropped == 0 || l.Moves > moves && !early {
				t.Errorf("lengths %d: of layer %d %+v is told; there are %d moves to %d positions", lengths, i+1, l, moves, layer.Size())
			}
			if l.Useful != useful[i+1] || l.Repeated < 0 {
				t.Errorf("lengths %d: of layer %d %+v is told; plainly %d are useful", lengths, i+1, l, useful[i+1])
			}
			rest := l.Moves - l.Positions - l.Repeated
			for _, c := range l.Cuts {
				cuts[c.Bound] += c.Count
				rest -= c.Count
			}
			if rest != 0 {
				t.Errorf("lengths %d: %d moves of layer %d are not told of", lengths, rest, i+1)
			}
		}
	}
	for _, bound := range []int{byRows, byLinks, byClasses, byImages} {
		if cuts[boundNames[bound]] == 0 {
			t.Errorf("%s cut nothing: the board is too easy", boundNames[bound])
		}
	}
}

// cutsBy returns how much a bound has cut of a layer.
func cutsBy(l session.LayerStats, bound int) (n int64) {
	for _, c := range l.Cuts {
		if c.Bound == boundNames[bound] {
			n += c.Count
		}
	}
	return n
}

func movesOf(s *layers.Space[[1]uint64], w [1]uint64) []positions.Move {
	g := positions.NewGenerator(s.Table, nil, s.Puzzle.Count)
	men := s.Men(&w)
	positions.Load(g, &men)
	return g.Append(nil)
}

// movesFrom returns how many moves the positions of a layer have.
func movesFrom(t *testing.T, s *layers.Space[[1]uint64], l *layers.Layer[[1]uint64]) (n int64) {
	t.Helper()
	for i := range cache.Shards {
		shard, err := l.Shard(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range shard {
			n += int64(len(movesOf(s, w)))
		}
	}
	return n
}

func positionsOf(l *layers.Layer[[1]uint64]) map[[1]uint64]bool {
	all := map[[1]uint64]bool{}
	for _, shard := range l.Shards {
		for _, w := range shard {
			all[w] = true
		}
	}
	return all
}

// usefulPlainly counts, by depth, the positions with a move to one of the next layer
// that is useful: before the middle to the midpoints, from there on to the goal.
func usefulPlainly(s *layers.Space[[1]uint64], f *refutation[[1]uint64]) []int64 {
	counts := make([]int64, len(f.Layers))
	goal, _ := s.Canonical(s.Goal)
	useful := map[[1]uint64]bool{goal: true}
	for d := len(f.Layers) - 1; d >= 0; d-- {
		all := positionsOf(f.Layers[d])
		found := map[[1]uint64]bool{}
		for w := range all {
			if useful[w] && w == goal {
				found[w] = true
			}
			for _, m := range movesOf(s, w) {
				if c, _ := s.Canonical(s.Moved(&w, m)); useful[c] {
					found[w] = true
				}
			}
		}
		counts[d] = int64(len(found))
		if useful = found; d == f.middle {
			useful = all
		}
	}
	return counts
}

package solver

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// wholeRows is the division into rows.
func wholeRows(positions.Cell) int { return 0 }

// TestVerdictsKeepAllWalks checks the theorems behind the verdicts of refutations
// on all walks of a length, not only on shortest lines: whatever lies on a walk
// from start to goal through a midpoint is kept at its depth, by every kind of
// verdict and with the sharpest gain table there is, the true one.
func TestVerdictsKeepAllWalks(t *testing.T) {
	smallPuzzles(t, 900, func(t *testing.T, p *puzzles.Puzzle) {
		if p.Arrival == positions.Booklet {
			return // the same searches with fewer moves
		}
		keepsAllWalks[[2]uint64](t, p)
	})
}

// walks are the positions on walks from start to goal of one length that pass a
// midpoint: by depth, those before or at the midpoint and those from it on.
type walks[W positions.Words] struct{ first, second []map[W]bool }

func keepsAllWalks[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	s := newSpace[W](p)
	next := map[W][]W{}
	fromStart := distances(s, s.start)
	shortest, ok := fromStart[s.goal]
	if !ok {
		t.Skip("impossible")
	}
	g := positions.NewGenerator(s.table, nil, p.Count)
	for w := range fromStart {
		positions.Load(g, &w)
		for _, m := range g.Append(nil) {
			x := w
			positions.Flip(&x, m.From)
			positions.Flip(&x, m.To)
			next[w] = append(next[w], x)
		}
	}
	r := newRun(context.Background(), Options{Workers: 1})
	rw := newRows(s)
	bound, err := newProjection(r, rw, rw.count(s.cellsOf(&s.goal)))
	if err != nil {
		t.Fatal(err)
	}
	table := newGainTable(s, rw)
	for w, d := range fromStart {
		for len(table.gains) <= d {
			table.gains = append(table.gains, 0)
		}
		table.gains[d] = max(table.gains[d], s.gain(&w))
	}
	for n := 1; n < len(table.gains); n++ {
		table.gains[n] = max(table.gains[n], table.gains[n-1])
	}
	parity := func(c positions.Cell) int { return p.Board.Point(c).X & 1 }
	kinds := map[string]func(f *refutation[W]){
		"lift":     func(*refutation[W]) {},
		"corridor": func(f *refutation[W]) { f.bound = bound },
		"rows":     func(f *refutation[W]) { f.bands = newBands(s, wholeRows) },
		"parities": func(f *refutation[W]) { f.bands = newBands(s, parity) },
	}
	for length := shortest; length <= shortest+2; length++ {
		for from := length - (length+1)%2; from <= length; from++ {
			if from < shortest {
				continue
			}
			var all []walks[W]
			for l := from; l <= length; l++ {
				all = append(all, walksOf(s, next, l, (length+1)/2))
			}
			for name, arm := range kinds {
				f := newRefutation(r, s, rw, nil, table, nil, nil, from, length)
				arm(f)
				if err := f.use(f.atHand()); err != nil {
					t.Fatal(err)
				}
				for _, w := range all {
					f.second = false
					f.narrow()
					f.demand(t, name, w.first)
					f.second = true
					f.narrow()
					f.demand(t, name, w.second)
				}
			}
		}
	}
}

// demand fails the test if a position is not kept at its depth.
func (s *refutation[W]) demand(t *testing.T, name string, by []map[W]bool) {
	t.Helper()
	rf := &rowFilter{rows: s.rows, bound: s.bound}
	for s.depth = range by {
		for w := range by[s.depth] {
			men := s.space.cellsOf(&w)
			kept := false
			if s.bands != nil {
				kept = s.leads(s.bands.count(men), s.space.gain(&w)+s.space.startGain)
			} else {
				rf.load(men)
				kept = s.keeps(rf, s.rows.of[men[0]], s.rows.of[men[0]])
			}
			if !kept {
				t.Fatalf("%s, lengths %d to %d: dropped at depth %d (second half: %t):\n%s",
					name, s.from, s.length, s.depth, s.second, s.space.puzzle.Board.DrawMen(positions.Widen(w)))
			}
		}
	}
}

func walksOf[W positions.Words](s *space[W], next map[W][]W, length, middle int) walks[W] {
	after := func(from map[W]bool, within map[W]bool) map[W]bool {
		out := map[W]bool{}
		for w := range from {
			for _, x := range next[w] {
				if within == nil || within[x] {
					out[x] = true
				}
			}
		}
		return out
	}
	forth, back := []map[W]bool{{s.start: true}}, []map[W]bool{{s.goal: true}}
	for d := range length {
		forth = append(forth, after(forth[d], nil))
		back = append(back, after(back[d], nil))
	}
	on := make([]map[W]bool, length+1) // on any walk
	for d := range on {
		on[d] = map[W]bool{}
		for w := range forth[d] {
			if back[length-d][w] {
				on[d][w] = true
			}
		}
	}
	out := walks[W]{make([]map[W]bool, length+1), make([]map[W]bool, length+1)}
	for d := range on {
		out.first[d], out.second[d] = map[W]bool{}, map[W]bool{}
	}
	for w := range on[middle] {
		if 2*s.gain(&w) >= s.totalGain {
			out.first[middle][w], out.second[middle][w] = true, true
		}
	}
	for d := middle - 1; d >= 0; d-- {
		out.first[d] = after(out.first[d+1], on[d])
		if d == middle-1 && length%2 == 1 {
			early := map[W]bool{}
			for w := range on[d] {
				if 2*s.gain(&w) > s.totalGain {
					early[w], out.first[d][w] = true, true
				}
			}
			for w := range after(early, on[middle]) {
				out.second[middle][w] = true
			}
		}
	}
	for d := middle; d < length; d++ {
		out.second[d+1] = after(out.second[d], on[d+1])
	}
	return out
}

// TestPassagesAnswerByDefinition compares the depth-first search, its shortcuts
// and its memory, ample or next to none, with the bare definition.
func TestPassagesAnswerByDefinition(t *testing.T) {
	smallPuzzles(t, 900, func(t *testing.T, p *puzzles.Puzzle) {
		if p.Arrival == positions.Booklet {
			return // the abstraction does not know it
		}
		s := newSpace[[2]uint64](p)
		b := newBands(s, func(c positions.Cell) int { return p.Board.Point(c).X & 1 })
		next, sum := abstractGame(b, b.count(s.cellsOf(&s.start)))
		goal := b.count(s.cellsOf(&s.goal))
		const length = 7
		least := make([]int, length+1)
		for i := range least {
			least[i] = s.startGain + s.totalGain*i*i/(length*length)
		}
		need := s.startGain + (s.totalGain+1)/2
		for _, memory := range []int64{0, 1 << 20} {
			toGoal, toHeight := newPassage(b, goal, least, memory), newRise(b, length, need, memory)
			leads, rises := map[bandKey]bool{}, map[bandKey]bool{} // at depth t
			for tt := length; tt >= 0; tt-- {
				nowLeads, nowRises := map[bandKey]bool{}, map[bandKey]bool{}
				for k := range next {
					nowLeads[k], nowRises[k] = k == goal, sum[k] >= need
					for _, x := range next[k] {
						nowLeads[k] = nowLeads[k] || leads[x] && sum[x] >= least[min(tt+1, length)]
						nowRises[k] = nowRises[k] || rises[x]
					}
				}
				leads, rises = nowLeads, nowRises
				for k := range next {
					if got := toGoal.leads(k, sum[k], tt); got != leads[k] {
						t.Fatalf("to the goal from depth %d: %t, by definition %t", tt, got, leads[k])
					}
					if got := toHeight.leads(k, sum[k], tt); got != rises[k] {
						t.Fatalf("to a height from depth %d: %t, by definition %t", tt, got, rises[k])
					}
				}
			}
		}
	})
}

// abstractGame returns all counts that abstract moves make of the given ones,
// with the abstract moves and the sums of rows, worked out from the counts
// themselves.
func abstractGame(b *bands, from bandKey) (next map[bandKey][]bandKey, sum map[bandKey]int) {
	next, sum = map[bandKey][]bandKey{}, map[bandKey]int{}
	for queue := []bandKey{from}; len(queue) > 0; queue = queue[1:] {
		key := queue[0]
		if _, ok := next[key]; ok {
			continue
		}
		var at bandPlace
		b.read(key, &at)
		next[key] = []bandKey{}
		for i, n := range at.k {
			sum[key] += int(n) * int(b.advance[i])
		}
		for a := range uint8(b.n) {
			if at.k[a] == 0 {
				continue
			}
			for m := b.reachable(&at, a); m != 0; m &= m - 1 {
				k := at.k
				k[a]--
				k[trailing64(m)]++
				next[key] = append(next[key], b.key(&k))
			}
		}
		queue = append(queue, next[key]...)
	}
	return next, sum
}

// TestBandKeys checks the encoding of counts and its shortcut for moves, on the
// board with the most bands.
func TestBandKeys(t *testing.T) {
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 16, Army: "19"})
	if err != nil {
		t.Fatal(err)
	}
	b := newBands(newSpace[[4]uint64](p), func(c positions.Cell) int { return p.Board.Point(c).X & 1 })
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var men []uint8
		for _, c := range random.Perm(p.Board.Len())[:p.Men()] {
			men = append(men, uint8(c))
		}
		key := b.count(men)
		var at bandPlace
		b.read(key, &at)
		if got := b.key(&at.k); got != key || key.hi&^keyMask != 0 {
			t.Fatalf("the key of the counts of key %x is %x", key, got)
		}
		for todo := at.taken; todo != 0; todo &= todo - 1 {
			a := uint8(trailing64(todo))
			for m := b.reachable(&at, a); m != 0; m &= m - 1 {
				c := uint8(trailing64(m))
				k := at.k
				k[a]--
				k[c]++
				if got, want := at.moved(key, a, c), b.key(&k); got != want {
					t.Fatalf("from band %d to band %d: %x, want %x", a, c, got, want)
				}
			}
		}
	}
}

// A search among row counts may take longer than there are minutes; when the run
// is to end it must not keep anybody waiting, and drops nothing.
func TestPassageEndsWithItsRun(t *testing.T) {
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 10, Army: "15", Count: positions.Hops})
	if err != nil {
		t.Fatal(err)
	}
	s := newSpace[[2]uint64](p)
	b := newBands(s, wholeRows)
	goal := b.count(s.cellsOf(&s.goal))
	least := make([]int, 50) // one hop after the other: this search does not end in time
	for i := range least {
		least[i] = s.startGain + s.totalGain - 4*(len(least)-1-i)
	}
	done := make(chan struct{})
	b.done = done
	pass := newPassage(b, goal, least, 1<<20)
	answer := make(chan bool)
	go func() { answer <- pass.leads(b.count(s.cellsOf(&s.start)), s.startGain, 0) }()
	select {
	case <-answer:
		t.Fatal("the search is not long enough to be stopped")
	case <-time.After(50 * time.Millisecond):
	}
	close(done)
	select {
	case kept := <-answer:
		if !kept {
			t.Error("a position was dropped without reason")
		}
	case <-time.After(20 * time.Second):
		t.Error("the search goes on")
	}
}

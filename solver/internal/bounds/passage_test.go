package bounds

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// TestPassagesAnswerByDefinition compares the depth-first search, its shortcuts
// and its memory, ample or next to none, with the bare definition.
func TestPassagesAnswerByDefinition(t *testing.T) {
	cases.Small(t, 900, func(t *testing.T, p *puzzles.Puzzle) {
		if p.Arrival == positions.Booklet {
			return // the abstraction does not know it
		}
		s := layers.NewSpace[[2]uint64](p)
		b := NewBands(s, func(c positions.Cell) int { return p.Board.Point(c).X & 1 })
		next, sum := abstractGame(b, b.Count(s.CellsOf(&s.Start)))
		goal := b.Count(s.CellsOf(&s.Goal))
		const length = 7
		least := make([]int, length+1)
		for i := range least {
			least[i] = s.StartGain + s.TotalGain*i*i/(length*length)
		}
		need := s.StartGain + (s.TotalGain+1)/2
		for _, memory := range []int64{0, 1 << 20} {
			toGoal, toHeight := NewPassage(b, goal, least, memory), NewRise(b, length, need, memory)
			leads, rises := map[BandKey]bool{}, map[BandKey]bool{} // at depth t
			for tt := length; tt >= 0; tt-- {
				nowLeads, nowRises := map[BandKey]bool{}, map[BandKey]bool{}
				for k := range next {
					nowLeads[k], nowRises[k] = k == goal, sum[k] >= need
					for _, x := range next[k] {
						nowLeads[k] = nowLeads[k] || leads[x] && sum[x] >= least[min(tt+1, length)]
						nowRises[k] = nowRises[k] || rises[x]
					}
				}
				leads, rises = nowLeads, nowRises
				for k := range next {
					if got := toGoal.Leads(k, sum[k], tt); got != leads[k] {
						t.Fatalf("to the goal from depth %d: %t, by definition %t", tt, got, leads[k])
					}
					if got := toHeight.Leads(k, sum[k], tt); got != rises[k] {
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
func abstractGame(b *Bands, from BandKey) (next map[BandKey][]BandKey, sum map[BandKey]int) {
	next, sum = map[BandKey][]BandKey{}, map[BandKey]int{}
	for queue := []BandKey{from}; len(queue) > 0; queue = queue[1:] {
		key := queue[0]
		if _, ok := next[key]; ok {
			continue
		}
		var at bandPlace
		b.read(key, &at)
		next[key] = []BandKey{}
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
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 16, Army: "19"})
	b := NewBands(layers.NewSpace[[4]uint64](p), func(c positions.Cell) int { return p.Board.Point(c).X & 1 })
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var men []uint8
		for _, c := range random.Perm(p.Board.Len())[:p.Men()] {
			men = append(men, uint8(c))
		}
		key := b.Count(men)
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
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 10, Army: "15", Count: positions.Hops})
	s := layers.NewSpace[[2]uint64](p)
	b := NewBands(s, func(positions.Cell) int { return 0 })
	goal := b.Count(s.CellsOf(&s.Goal))
	least := make([]int, 50) // one hop after the other: this search does not end in time
	for i := range least {
		least[i] = s.StartGain + s.TotalGain - 4*(len(least)-1-i)
	}
	done := make(chan struct{})
	b.Done = done
	pass := NewPassage(b, goal, least, 1<<20)
	answer := make(chan bool)
	go func() { answer <- pass.Leads(b.Count(s.CellsOf(&s.Start)), s.StartGain, 0) }()
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

package layers

import (
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestMarkedSuccessors walks at random on boards of every width and compares the
// successors that searches make, by a few exclusive ors each, with positions made
// from nothing: men, mark, canonical form and key.
func TestMarkedSuccessors(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Star, Size: 2, Army: "6"},
		{Shape: positions.Square, Size: 7, Army: "6"},
		{Shape: positions.Square, Size: 8, Army: "block4x4"},
		{Shape: positions.Star, Army: "15"},
		{Shape: positions.Rhombus, Size: 11},
		{Shape: positions.Square, Size: 15, Army: "15"},
		{Shape: positions.Square, Army: "19"},
	} {
		p := positiontest.Must(t, puzzles.Treffhalma, o)
		t.Run(p.Board.String(), func(t *testing.T) {
			switch positions.MarkedWordsFor(p.Board.Len()) {
			case 1:
				walkMarked[[1]uint64](t, p)
			case 2:
				walkMarked[[2]uint64](t, p)
			case 4:
				walkMarked[[4]uint64](t, p)
			default:
				walkMarked[[5]uint64](t, p)
			}
		})
	}
}

// packed is a position made from nothing.
func packed[W positions.Words](s *Space[W], men positions.Bits, mark positions.Cell) W {
	w := positions.Narrow[W](men)
	w[len(w)-1] |= uint64(mark) << s.shift
	return w
}

func walkMarked[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	s := NewSpace[W](p)
	mirror, turn := axisMirror(p), puzzles.HalfTurn(p.Board)
	if mirror.IsIdentity() {
		t.Fatal("no mirror")
	}
	if s.Start != packed(s, p.Start, 0) || s.Goal != packed(s, p.Goal, positions.Cell(p.Board.Len()-1)) {
		t.Fatal("start or goal is not what the puzzle says")
	}
	if got := s.Permuted(&s.Start, &s.Turn); got != s.Goal {
		t.Fatalf("the half turn takes the start to %x, the goal is %x", got, s.Goal)
	}
	random := rand.New(rand.NewPCG(1, 2))
	f := newExpander(s, nil)
	marks := map[positions.Cell]bool{}
	for range 20 {
		men, mark := p.Start, p.Marked.Cells()[0]
		for range 60 {
			w := packed(s, men, mark)
			if s.Mark(&w) != uint8(mark) || positions.Widen(s.Men(&w)) != men || s.Gain(&w) != gainOf(p, men) {
				t.Fatalf("%x: mark %d and gain %d, want %d and %d", w, s.Mark(&w), s.Gain(&w), mark, gainOf(p, men))
			}
			f.load(&w, nil)
			moves := append([]positions.Move(nil), f.Moves...)
			for _, m := range moves {
				from, to := positions.Cell(m.From), positions.Cell(m.To)
				after := placed{men, mark}.moved(from, to)
				next, image := packed(s, after.men, after.mark), packed(s, mirror.Apply(after.men), mirror[after.mark])
				if got := s.Moved(&w, m); got != next {
					t.Fatalf("after %v: %x, want %x", m, got, next)
				}
				want, key := next, s.Key(&next)
				if k := s.Key(&image); k < key {
					want, key = image, k
				}
				var e cache.Entry[W]
				f.Child(m, &e)
				if e.Key != want || e.Hash != key {
					t.Fatalf("%x by %v: %x with key %x, want %x with %x", w, m, e.Key, e.Hash, want, key)
				}
				if got, k := s.Canonical(image); got != want || k != key {
					t.Fatalf("canonical form %x of an image, want %x", got, want)
				}
				if got, want := s.Permuted(&next, &s.Turn), packed(s, turn.Apply(after.men), turn[after.mark]); got != want {
					t.Fatalf("turned: %x, want %x", got, want)
				}
			}
			m := moves[random.IntN(len(moves))]
			if own := movesOf(moves, uint8(mark)); len(own) > 0 && random.IntN(4) == 0 {
				m = own[random.IntN(len(own))]
			}
			next := placed{men, mark}.moved(positions.Cell(m.From), positions.Cell(m.To))
			men, mark = next.men, next.mark
			marks[mark] = true
		}
	}
	if len(marks) < 10 {
		t.Fatalf("the marked man came to %d cells only", len(marks))
	}
}

// gainOf counts the rows gained cell by cell.
func gainOf(p *puzzles.Puzzle, men positions.Bits) int {
	sum := 0
	for _, c := range men.Cells() {
		sum += p.Board.Advance(c)
	}
	for _, c := range p.Start.Cells() {
		sum -= p.Board.Advance(c)
	}
	return sum
}

func movesOf(moves []positions.Move, from uint8) (own []positions.Move) {
	for _, m := range moves {
		if m.From == from {
			own = append(own, m)
		}
	}
	return own
}

// TestNumberingOfMarkedPositions goes through all numbers.
func TestNumberingOfMarkedPositions(t *testing.T) {
	p := positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3"})
	n, err := NewNumbering(p)
	if err != nil {
		t.Fatal(err)
	}
	if n.Size != 2300*3 { // C(25,3) sets of men
		t.Fatalf("%d numbers", n.Size)
	}
	met := map[placed]bool{}
	near := n.neighbours()
	for r := range n.Size {
		at := n.unrank(r)
		if met[at] || at.men.Len() != 3 || !at.men.Has(at.mark) || n.rank(at) != r {
			t.Fatalf("number %d is %v, whose number is %d", r, at, n.rank(at))
		}
		met[at] = true
		near.load(at)
		for _, from := range at.men.Cells() {
			for to := range positions.Cell(p.Board.Len()) {
				if want := n.rank(at.moved(from, to)); !at.men.Has(to) && near.rank(from, to) != want {
					t.Fatalf("%v after %d–%d has the number %d, want %d", at, from, to, near.rank(from, to), want)
				}
			}
		}
	}
}

package peg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Every position of a class has an index of its own, and jumps lead to blocks as
// the order says, on boards of many shapes.
func TestBlockLayout(t *testing.T) {
	mixed, rim := 0, 0
	random := rand.New(rand.NewPCG(5, 5))
	smallPegs(t, 13, 60, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		b, err := layOutBlocks(g, g.start, 1, 1<<30, random.IntN(5))
		if err != nil {
			t.Fatal(err)
		}
		rank := make(map[uint32]int)
		for place, block := range b.order {
			rank[block] = b.group(block)
			if b.place(block, b.group(block)) != place {
				t.Fatalf("%s: block %b has the place of another", name, block)
			}
		}
		seen := make(map[uint64]bool)
		block := func(men uint64) (n uint32) {
			for at, c := range b.core {
				n |= uint32(men>>c&1) << at
			}
			return n
		}
		for men := range g.full + 1 {
			if positions.ReissClass(p.Board, positions.Bits{men}) != b.class {
				continue
			}
			i := b.indexOf(b.addressOf(men))
			inRim, ok := b.rimMen(uint(i&(1<<b.stride-1)), b.rimParity(b.order[i>>b.stride]))
			if seen[i] || !ok || b.coreMen(b.order[i>>b.stride])|inRim != men {
				t.Fatalf("%s: index %d of %b is not its own", name, i, men)
			}
			seen[i] = true
			at, ok := rank[block(men)]
			if !ok {
				t.Fatalf("%s: the block of %b is not in order", name, men)
			}
			for _, j := range positions.PegJumps(p.Board) {
				before := uint64(1)<<j.From | 1<<j.Over
				mask := before | 1<<j.To
				if men&mask != before {
					continue
				}
				switch to := rank[block(men^mask)]; {
				case block(men^mask) == block(men):
					rim++
				case to <= at:
					t.Fatalf("%s: a jump leads from group %d to group %d", name, at, to)
				case before&^b.coreMen(block(men)) != 0:
					mixed++
				}
			}
		}
	})
	if mixed < 1000 || rim < 1000 {
		t.Errorf("%d jumps from rim to core, %d in the rim: the boards are too simple", mixed, rim)
	}
}

// The image of a block under a symmetry holds the images of its positions, and all images
// are made of the leader's content.
func TestBlockImages(t *testing.T) {
	images, turned := 0, 0
	random := rand.New(rand.NewPCG(8, 8))
	symmetric := func(name string, p *puzzles.Puzzle, mostRim int) {
		g := newGame(p)
		b, err := layOutBlocks(g, g.start, 1, 1<<30, mostRim)
		if err != nil {
			t.Fatal(err)
		}
		set := b.newSet() // of positions by chance, with all their images
		for range min(5000, 1<<(g.cells-4)) {
			if men := random.Uint64() & g.full; b.classOf(men) == b.class {
				for _, m := range g.maps {
					image := newNumbering(m)
					b.add(set, image.of(men))
				}
			}
		}
		copied, leaders := b.newSet(), 0
		for place, block := range b.order {
			if b.images.leads(block) {
				leaders++
				copy(b.at(copied, place), b.at(set, place))
				b.copyToImages(copied, block, b.group(block))
			}
		}
		if !slices.Equal(copied, set) {
			t.Fatalf("%s: what leaders hold does not give the rest", name)
		}
		images += len(b.images.all)
		if leaders < len(b.order) {
			turned++
		}
	}
	check := func(name string, p *puzzles.Puzzle) { symmetric(name, p, random.IntN(5)) }
	smallPegs(t, 13, 60, check)
	symmetricPegs(t, check)
	for _, mostRim := range []int{8, 12} {
		symmetric("english cross", pegPuzzle(t, puzzles.Solo, "", ""), mostRim)
	}
	if images < 80 || turned < 45 {
		t.Errorf("%d symmetries, %d sets: the boards are not symmetric enough", images, turned)
	}
}

// symmetricPegs visits puzzles on rectangles from each hole, on the largest from those of
// a row: some have all symmetries of the board, some few, some none.
func symmetricPegs(t *testing.T, visit func(name string, p *puzzles.Puzzle)) {
	for _, size := range [][3]int{{3, 3, 9}, {4, 3, 12}, {6, 2, 12}, {4, 4, 4}} {
		width, height, holes := size[0], size[1], size[2]
		var points []positions.Point
		for y := range height {
			for x := range width {
				points = append(points, positions.Point{X: x, Y: y})
			}
		}
		for _, directions := range []int{4, 6, 8} {
			if len(points) > holes && directions > 4 { // too much for brute force
				continue
			}
			b, err := positiontest.Must(t, positions.NewDrawn, points).WithDirections(directions)
			if err != nil {
				t.Fatal(err)
			}
			for c := range positions.Cell(holes) {
				for _, to := range []string{b.Name(c), puzzles.AnyHole} {
					p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: b.Name(c), To: to})
					visit(fmt.Sprintf("%d×%d, %d directions, %s to %s", width, height, directions, b.Name(c), to), p)
				}
			}
		}
	}
}

// Exchanges do what a linear map of bits says, in blocks of all sizes.
func TestExchanges(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for digits := leastRim; digits <= mostRim; digits++ {
		for range 20 {
			columns := make([]uint, digits) // of a product of simple maps: it can be taken back
			for i, j := range random.Perm(digits) {
				columns[i] = 1 << j
			}
			for range random.IntN(2 * digits) {
				if i, j := random.IntN(digits), random.IntN(digits); i != j {
					columns[i] ^= columns[j]
				}
			}
			words := 1 << (digits - 6)
			in, want := make(blockSet, words), make(blockSet, words)
			for x := range uint(1) << digits {
				if random.IntN(3) > 0 {
					continue
				}
				in.add(uint64(x))
				y := uint(0)
				for i := range columns {
					y ^= x >> i & 1 * columns[i]
				}
				want.add(uint64(y))
			}
			(&blockImage{linear: exchanges(columns, words)}).move(in, 0)
			if !slices.Equal(in, want) {
				t.Fatalf("%d digits, %b", digits, columns)
			}
		}
	}
}

// The filter of the search knows exactly which positions are on a line, also
// where the goal is the complement of the start and one sweep is enough.
func TestAliveAgainstBruteForce(t *testing.T) {
	alive, complements := 0, 0
	compare := func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		brute := newBruteForce(p)
		for _, workers := range []int{1, 3} {
			b, err := layOutBlocks(g, g.start, 1, 1<<30, 4*(workers-1)) // a small rim and a large one
			if err != nil {
				t.Fatal(err)
			}
			a, err := sweepAlive(session.NewRun(context.Background(), session.Options{Workers: workers}), g, b)
			if err != nil {
				t.Fatal(err)
			}
			want := brute.alive(g.start)
			if len(g.goals) == 1 && g.goals[0] == g.full&^g.start && len(want) > 2 {
				complements++
			}
			if n := a.size(); n != int64(len(want)) {
				t.Errorf("%s: %d positions are alive, brute force finds %d", name, n, len(want))
			}
			for men := range want {
				if !a.has(b.indexOf(b.addressOf(men))) {
					t.Fatalf("%s: not alive, by brute force it is:\n%s", name, p.Board.DrawBoard(positions.Bits{men}))
				}
			}
			alive += len(want)
		}
	}
	smallPegs(t, 13, 60, compare)
	symmetricPegs(t, compare)
	if alive < 4000 || complements < 8 {
		t.Errorf("%d positions, %d complements: the sample is too easy", alive, complements)
	}
}

// BenchmarkSweeps finds all positions of the central game, and of these what can
// be won, on one worker.
func BenchmarkSweeps(b *testing.B) {
	run := session.NewRun(context.Background(), session.Options{Workers: 1})
	g := newGame(pegPuzzle(b, puzzles.Solo, "", ""))
	layout, err := newBlockLayout(g, g.start, 1, 1<<30)
	if err != nil {
		b.Fatal(err)
	}
	check := func(b *testing.B, set blockSet, want int) {
		n := 0
		for _, w := range set {
			n += bits.OnesCount64(w)
		}
		if n != want {
			b.Errorf("%d positions", n)
		}
	}
	reached := layout.newSet()
	layout.add(reached, g.start)
	if err := layout.reach(run, reached, &layout.down); err != nil {
		b.Fatal(err)
	}
	set := layout.newSet()
	b.Run("reach", func(b *testing.B) {
		cpuTime(b)
		for b.Loop() {
			clear(set)
			layout.add(set, g.start)
			if err := layout.reach(run, set, &layout.down); err != nil {
				b.Fatal(err)
			}
		}
		check(b, set, 187_636_299)
	})
	b.Run("retain", func(b *testing.B) {
		cpuTime(b)
		for b.Loop() {
			copy(set, reached)
			if err := layout.retain(run, set, g.goals, &layout.up); err != nil {
				b.Fatal(err)
			}
		}
		check(b, set, 13_428_122)
	})
	b.Run("half", func(b *testing.B) {
		cpuTime(b)
		for b.Loop() {
			a, err := sweepAlive(run, g, layout)
			if err != nil {
				b.Fatal(err)
			}
			if n := a.size(); n != 13_428_122 {
				b.Errorf("%d positions", n)
			}
		}
	})
	if !slices.Equal(g.goals, []uint64{g.full &^ g.start}) {
		b.Error("the goal is not the complement of the start")
	}
}

// cpuTime reports the processor time of a benchmark, which other programs disturb
// less than time on the wall.
func cpuTime(b *testing.B) {
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
	}
	before := used()
	b.Cleanup(func() { b.ReportMetric((used()-before)/float64(b.N), "cpu-ms/op") })
}

// Boards with more cells in the core than a block's number has bits are too large for any memory.
func TestBlocksOfLargeBoards(t *testing.T) {
	for size := 9; size <= 10; size++ {
		g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: size}))
		if _, err := newBlockLayout(g, g.start, 1, math.MaxInt64); !errors.Is(err, session.ErrMemory) {
			t.Errorf("side %d: %v", size, err)
		}
	}
}

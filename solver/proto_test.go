package solver

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
	"syscall"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6+ float64(u.Stime.Sec) + float64(u.Stime.Usec)/1e6
}

func labelOf(b *positions.Board, name string) func(positions.Cell) int {
	switch name {
	case "rows":
		return func(positions.Cell) int { return 0 }
	case "parity":
		return func(c positions.Cell) int { return b.Point(c).X & 1 }
	case "near":
		return func(c positions.Cell) int { d := b.Point(c).X - b.Point(c).Y; if d < 0 { d = -d }; if d <= 4 { return 0 }; return 1 }
	}
	var r, w int
	if n, _ := fmt.Sscanf(name, "zoom%d", &r); n == 1 {
		return func(c positions.Cell) int { if b.Advance(c) <= r { return b.Point(c).X }; return 0 }
	}
	if n, _ := fmt.Sscanf(name, "zoompar%d", &r); n == 1 {
		return func(c positions.Cell) int { if b.Advance(c) <= r { return b.Point(c).X }; return b.Point(c).X&1 }
	}
	if n, _ := fmt.Sscanf(name, "diag%d,%d", &r, &w); n >= 1 {
		return func(c positions.Cell) int { return (b.Point(c).X - b.Point(c).Y + r + 100*w) / w }
	}
	if n, _ := fmt.Sscanf(name, "axis%d", &r); n >= 1 {
		return func(c positions.Cell) int { d := b.Point(c).X - b.Point(c).Y; if d < 0 { d = -d }; if d <= r { return d }; return r+1 }
	}
	panic(name)
}

func env(name string, def int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil { return v }
	return def
}

// PUZZLE=square,16,19 BANDS=rows|parity|none FROM LEN PERIM GAINS=0,1,2..
func TestProto(t *testing.T) {
	f := strings.Split(os.Getenv("PUZZLE"), ",")
	if len(f) < 3 { t.Skip() }
	size, _ := strconv.Atoi(f[1])
	shape := map[string]positions.Shape{"square": positions.Square, "star": positions.Star, "rhombus": positions.Rhombus}[f[0]]
	p, err := puzzles.Highscore(puzzles.HighscoreOptions{Shape: shape, Size: size, Army: f[2], Arrival: positions.Free, Count: positions.Count(env("HOPS", 0)), Jumps: positions.Jumps(env("SUPER", 0))})
	if err != nil { t.Fatal(err) }
	switch positions.WordsFor(p.Board.Len()) {
	case 1: proto[[1]uint64](t, p)
	case 2: proto[[2]uint64](t, p)
	default: proto[[4]uint64](t, p)
	}
}

func proto[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(env("TIME", 60))*time.Second)
	defer cancel()
	r := newRun(ctx, Options{Workers: env("WORKERS", 2), Memory: 6 << 30})
	s := newSpace[W](p)
	rw := newRows(s)
	table := newGainTable(s, rw)
	table.widen(r, s, env("PERIM", 100000))
	fmt.Println("men", p.Men(), "top", s.top, "total", s.totalGain, "rows", countRows(rw), "perimeter gains", table.gains)
	if os.Getenv("BEAM") != "" {
		b := newBeam(r, s, nil, beamOptions{width: env("BEAM", 1000), limit: 60, onset: 1 << 20})
		b.search()
		for d, l := range b.layers { _, h := b.gains(l); fmt.Print(d, ":", h, " ") }
		fmt.Println()
	}
	var bd *bands
	if n := os.Getenv("BANDS"); n != "none" { bd = newBands(s, labelOf(p.Board, n)); fmt.Println("bands", bd.n) }
	if g := os.Getenv("GAINS"); g != "" {
		table.gains = nil
		for _, x := range strings.Split(g, ",") { v, _ := strconv.Atoi(x); table.gains = append(table.gains, v) }
	}
	if upTo := env("RISE", 0); upTo > 0 {
		for n := 1; n <= upTo; n++ {
			g := 0
			if len(table.gains) > n { g = table.gains[n] } else {
			g = table.most(n-1)
			c := cpu()
			var total int64
			hi := min(g+s.top, s.totalGain)
			lo := g
			for lo < hi {
				mid := (lo + hi + 1) / 2
				ps := newRise(bd, n, mid + s.startGain, 1<<30)
				if ps.leads(bd.count(cellsOf(&s.start)), s.startGain, 0) { lo = mid } else { hi = mid-1 }
				total += ps.memo.bytes()>>20
			}
			g = lo
			fmt.Printf("abstract F(%d)=%d cpu %.2f MiB %d\n", n, g, cpu()-c, total)
			}
			if len(table.gains) <= n { table.gains = append(table.gains, g) }
		}
		fmt.Println("F", table.gains)
	}
	if upTo := env("PROVE", 0); upTo > 0 {
		for len(table.gains) <= upTo {
			c, e := cpu(), r.expanded.Load()
			what, widest, err := table.prove(r, s, bandRiser[W](bd, r.memory/4), func(string) *journal[W] { return nil }, 1<<40)
			fmt.Printf("F(%d) = %s, widest %d, expanded %d, cpu %.1f\n", len(table.gains)-1, what, widest, r.expanded.Load()-e, cpu()-c)
			if err != nil { fmt.Println(err); break }
		}
		fmt.Println("F", table.gains)
	}
	for _, pair := range strings.Split(os.Getenv("LEN"), " ") {
		if pair == "" { break }
		from, to := 0, 0
		fmt.Sscanf(pair, "%d-%d", &from, &to)
		f := newRefutation(r, s, rw, nil, table, nil, nil, from, to)
		f.bands = bd
		c := cpu()
		e := r.expanded.Load()
		if env("SHOW",0)>0 {
		done := make(chan bool)
		go func() { for { select { case <-done: return; case <-time.After(5*time.Second): fmt.Printf("  depth %d of %d: layer %d, expanded %d, memo %d MiB, cpu %.1f\n", f.depth, to, r.event.Todo, r.expanded.Load()-e, f.tables()()>>20, cpu()-c) } } }()
		defer close(done)
		}
		line, err := f.advance(1 << 40)
		fmt.Printf("refute %s: line %d err %v cpu %.1f expanded %d memo %d MiB\n  ", pair, len(line), err, cpu()-c, r.expanded.Load()-e, f.tables()()>>20)
		for d, l := range f.layers { fmt.Print(d, ":", l.size(), " ") }
		fmt.Println()
		if err != nil { break }
	}
}

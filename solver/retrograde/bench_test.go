package retrograde

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
)

// BenchmarkSolve solves the 5×5 rhombus with 3 men, 7,084,000 positions.
func BenchmarkSolve(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet} {
		b.Run(rules.String(), func(b *testing.B) {
			g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: rules})
			for b.Loop() {
				t, err := Solve(context.Background(), g, Options{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(t.Counts.Positions)/t.Elapsed.Seconds(), "positions/s")
			}
		})
	}
}

// BenchmarkValues does the same without distances.
func BenchmarkValues(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet} {
		b.Run(rules.String(), func(b *testing.B) {
			g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: rules})
			for b.Loop() {
				t, err := SolveValues(context.Background(), g, Options{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(t.Counts.Positions)/t.Elapsed.Seconds(), "positions/s")
				b.ReportMetric(float64(t.Bytes), "table-bytes")
			}
		})
	}
}

// BenchmarkRow goes through rows of the 7×7 rhombus with 3 men as the levels do: the
// first values, then what follows from every twentieth position being lost, or won.
func BenchmarkRow(b *testing.B) {
	g := positiontest.Must(b, duel.New, duel.Options{Shape: positions.Rhombus, Size: 7, Men: 3, Rules: duel.Paper})
	rows := [...]int{1, 100, 1000, 3000, 5000, 7000, 9000}
	each := func(name string, do func(w *worker, at int)) {
		b.Run(name, func(b *testing.B) {
			a := analysisOf(b, g)
			w := a.newWorker()
			for b.Loop() {
				a.next = newMail(a.rows, 1, outcomes)
				w.start(1, 0)
				for _, at := range rows {
					w.begin(at)
					clear(w.settled)
					clear(w.wins)
					do(w, at)
				}
				for at := range a.rows {
					w.clear(a.next, at)
				}
			}
		})
	}
	each("begin", (*worker).setUp)
	each("lost", func(w *worker, at int) {
		w.eachCol(at, func(col int, mine army) {
			if col%20 == 0 {
				w.lead(mine)
			}
		})
	})
	each("won", func(w *worker, at int) {
		for col := range w.cols {
			put(w.wins, col, col%20 != 0)
		}
		w.sweep()
	})
}

// BenchmarkCheck checks the same games by the rules of package duel.
func BenchmarkCheck(b *testing.B) {
	for _, rules := range []*duel.Rules{duel.Paper, duel.Booklet} {
		b.Run(rules.String(), func(b *testing.B) {
			t := solved(b, duel.Options{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: rules})
			for b.Loop() {
				if _, err := check.All(context.Background(), t.Game, t, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkExchange solves games and counts what machines that have a part of the rows
// each would have to send each other: the mail that crosses, as differences in bytes of 7
// bits from each machine to each row; and what the rows themselves take, compressed, if
// another machine may go on with them in each level. The package solver/cluster has the
// figures.
func BenchmarkExchange(b *testing.B) {
	for _, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: duel.Paper},
		{Shape: positions.Rhombus, Size: 5, Men: 3, Rules: duel.Booklet},
		{Shape: positions.Rhombus, Size: 6, Men: 3, Rules: duel.Paper},
	} {
		g := positiontest.Must(b, duel.New, o)
		b.Run(g.String(), func(b *testing.B) {
			for b.Loop() {
				measureExchange(b, g)
			}
		})
	}
}

func measureExchange(b *testing.B, g *duel.Game) {
	b.Helper()
	a := analysisOf(b, g)
	var levels, letters, widest, state int64
	sent := map[int]int64{2: 0, 10: 0}
	a.options.Workers = 1
	a.options.Progress = func(e Event) {
		if e.Part < 1 {
			return
		}
		levels++
		state += compressed(b, a.settled) + compressed(b, a.wins)
		for machines := range sent {
			n, all := crossing(a, machines)
			sent[machines] += n
			if machines == 10 {
				letters += all
				widest = max(widest, n)
			}
		}
	}
	if err := a.run(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(a.rows*a.cols), "places")
	b.ReportMetric(float64(levels), "levels")
	b.ReportMetric(float64(letters), "letters")
	b.ReportMetric(float64(sent[2]), "bytes-2-machines")
	b.ReportMetric(float64(sent[10]), "bytes-10-machines")
	b.ReportMetric(float64(widest), "bytes-of-widest-level")
	b.ReportMetric(float64(state), "bytes-of-rows")
}

// compressed returns how many bytes a plane takes.
func compressed(b *testing.B, p plane) int64 {
	b.Helper()
	var raw, out bytes.Buffer
	if err := writeWords(&raw, p); err != nil {
		b.Fatal(err)
	}
	w, err := zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		b.Fatal(err)
	}
	if _, err := w.Write(raw.Bytes()); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return int64(out.Len())
}

// crossing returns how many bytes of the mail of the last level go from one machine to
// another, and how many letters there are in all.
func crossing(a *analysis, machines int) (bytes, letters int64) {
	clerk := a.workers[0].clerk
	clerk.meet()
	machine := func(row int) int { return row * machines / a.rows }
	var senders []uint32
	var out []byte
	for kind := range outcomes {
		for row := range a.rows {
			senders = clerk.read(senders[:0], a.now, kind, row)
			slices.Sort(senders)
			letters += int64(len(senders))
			from, last := -1, uint32(0)
			for _, n := range senders {
				m := machine(int(n >> 1))
				if m != from {
					from, last = m, 2*uint32((m*a.rows+machines-1)/machines)
				}
				if m != machine(row) {
					out = binary.AppendUvarint(out[:0], uint64(n-last))
					bytes += int64(len(out))
				}
				last = n
			}
		}
	}
	return bytes, letters
}

package reports

import (
	"math"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// chartsOf are the charts on the page of a result, each only if there is something to
// see in it.
func chartsOf(r *solver.Result) (charts []drawnChart) {
	for _, c := range []chart{curveOf(r), boundsOverTime(r), layersOf(r)} {
		if len(c.series) > 0 && len(c.series[0].points) > 2 {
			charts = append(charts, c.draw())
		}
	}
	return charts
}

// curveOf shows how far the men have come after each move: by rows where they cross
// the board, else by how many stand on the goal or are left.
func curveOf(r *solver.Result) chart {
	p, b := r.Puzzle, r.Puzzle.Board
	name, value := "Men on cells of the goal", func(men positions.Bits) int { return men.And(p.Goal).Len() }
	switch {
	case p.Game.Pegs():
		name, value = "Men on the board", positions.Bits.Len
	case p.Game == puzzles.GameHighscore || p.Game == puzzles.GameTreffhalma:
		before := rowsOf(b, p.Start)
		name, value = "Rows gained by all men together", func(men positions.Bits) int { return rowsOf(b, men) - before }
	}
	s := series{name: name, class: "made"}
	for n := range len(r.Line) + 1 {
		s.points = append(s.points, point{float64(n), float64(max(value(p.After(r.Line, n)), 0))})
	}
	return chart{title: name, x: "moves", series: []series{s}}
}

// rowsOf adds up how far from the first court men stand: rows of a star, diagonals of
// the other boards.
func rowsOf(b *positions.Board, men positions.Bits) (sum int) {
	for _, c := range men.Cells() {
		if b.FromTip() {
			sum += b.Row(c)
		} else {
			sum += b.Point(c).X + b.Point(c).Y
		}
	}
	return sum
}

// boundsOverTime shows how the bounds closed on the answer, as far as the statistics
// of the search tell.
func boundsOverTime(r *solver.Result) chart {
	upper, lower := series{name: "shortest line found", class: "found", steps: true}, series{name: "proven to be needed", class: "proven", steps: true}
	add := func(s *series, at float64, n int) { s.points = append(s.points, point{at, float64(n)}) }
	add(&lower, 0, 1)
	best := solver.NoUpper
	for _, k := range r.Stats.Known {
		at := k.Elapsed.Seconds()
		add(&lower, at, k.Lower)
		if best = k.Upper; best != solver.NoUpper {
			add(&upper, at, best)
		}
	}
	if best == solver.NoUpper {
		return chart{}
	}
	end := r.Stats.Elapsed.Seconds()
	add(&lower, end, r.Stats.Known[len(r.Stats.Known)-1].Lower)
	add(&upper, end, best)
	return chart{title: "Bounds while searching", x: "seconds", series: []series{lower, upper}}
}

// layersOf shows how many positions the longest refutation kept at each depth.
func layersOf(r *solver.Result) chart {
	var longest certificate.Step
	for _, s := range r.Steps {
		if s.Kind == certificate.Refutation && len(s.Layers) > len(longest.Layers) {
			longest = s
		}
	}
	s := series{name: "positions", class: "made", bars: true}
	for _, l := range longest.Layers {
		s.points = append(s.points, point{float64(l.Depth), float64(max(l.Positions, 0))})
	}
	return chart{title: "Positions kept at each depth of the last refutation", x: "depth", series: []series{s}, log: true}
}

// fewestForHistogram is how many puzzles a sheet has at least that tells how they are
// distributed.
const fewestForHistogram = 10

// histogramsOf count the puzzles of a sheet by their length and by their difficulty.
func histogramsOf(list []SheetPuzzle) (charts []drawnChart) {
	if len(list) < fewestForHistogram {
		return nil
	}
	var lengths, difficulties []float64
	for _, p := range list {
		lengths = append(lengths, float64(len(p.Line)))
		difficulties = append(difficulties, p.Difficulty)
	}
	charts = append(charts, histogram("Puzzles by the number of moves", "moves", lengths, 1).draw())
	if slices.Max(difficulties) > 0 {
		charts = append(charts, histogram("Puzzles by difficulty", "difficulty", difficulties, 5).draw())
	}
	return charts
}

// histogram counts values in classes of a width, of which each begins with a multiple
// of it.
func histogram(title, x string, values []float64, width float64) chart {
	counts := map[int]int{}
	low, high := math.MaxInt, math.MinInt
	for _, v := range values {
		class := int(math.Floor(v / width))
		counts[class]++
		low, high = min(low, class), max(high, class)
	}
	s := series{name: "puzzles", class: "made", bars: true, width: width}
	for class := low; class <= high; class++ {
		s.points = append(s.points, point{float64(class) * width, float64(counts[class])})
	}
	return chart{title: title, x: x, series: []series{s}}
}

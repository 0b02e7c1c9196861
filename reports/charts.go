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
func (l Language) chartsOf(r *solver.Result) (charts []drawnChart) {
	for _, c := range []chart{l.curveOf(r), l.boundsOverTime(r), l.layersOf(r)} {
		if len(c.series) > 0 && len(c.series[0].points) > 2 {
			charts = append(charts, l.draw(c))
		}
	}
	return charts
}

// curveOf shows how far the men have come after each move: by rows where they cross
// the board, else by how many stand on the goal or are left.
func (l Language) curveOf(r *solver.Result) chart {
	p, b := r.Puzzle, r.Puzzle.Board
	name, value := l.say("Men on cells of the goal"), func(men positions.Bits) int { return men.And(p.Goal).Len() }
	switch {
	case p.Game.Pegs():
		name, value = l.say("Men on the board"), positions.Bits.Len
	case p.Game == puzzles.GameHighscore || p.Game == puzzles.GameTreffhalma:
		before := rowsOf(b, p.Start)
		name, value = l.say("Rows gained by all men together"), func(men positions.Bits) int { return rowsOf(b, men) - before }
	}
	s := series{name: name, class: "made"}
	for n := range len(r.Line) + 1 {
		s.points = append(s.points, point{float64(n), float64(max(value(p.After(r.Line, n)), 0))})
	}
	return chart{title: name, x: l.say("moves"), series: []series{s}}
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
func (l Language) boundsOverTime(r *solver.Result) chart {
	upper, lower := series{name: l.say("shortest line found"), class: "found", steps: true}, series{name: l.say("proven to be needed"), class: "proven", steps: true}
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
	return chart{title: l.say("Bounds while searching"), x: l.say("seconds"), series: []series{lower, upper}}
}

// layersOf shows how many positions the longest refutation kept at each depth.
func (l Language) layersOf(r *solver.Result) chart {
	var longest certificate.Step
	for _, s := range r.Steps {
		if s.Kind == certificate.Refutation && len(s.Layers) > len(longest.Layers) {
			longest = s
		}
	}
	s := series{name: l.say("positions"), class: "made", bars: true}
	for _, layer := range longest.Layers {
		s.points = append(s.points, point{float64(layer.Depth), float64(max(layer.Positions, 0))})
	}
	return chart{title: l.say("Positions kept at each depth of the last refutation"), x: l.say("depth"), series: []series{s}, log: true}
}

// fewestForHistogram is how many puzzles a sheet has at least that tells how they are
// distributed.
const fewestForHistogram = 10

// histogramsOf count the puzzles of a sheet by their length and by their difficulty.
func (l Language) histogramsOf(list []SheetPuzzle) (charts []drawnChart) {
	if len(list) < fewestForHistogram {
		return nil
	}
	var lengths, difficulties []float64
	for _, p := range list {
		lengths = append(lengths, float64(len(p.Line)))
		difficulties = append(difficulties, p.Difficulty)
	}
	charts = append(charts, l.draw(l.histogram(l.say("Puzzles by the number of moves"), l.say("moves"), lengths, 1)))
	if slices.Max(difficulties) > 0 {
		charts = append(charts, l.draw(l.histogram(l.say("Puzzles by difficulty"), l.say("difficulty"), difficulties, 5)))
	}
	return charts
}

// histogram counts values in classes of a width, of which each begins with a multiple
// of it.
func (l Language) histogram(title, x string, values []float64, width float64) chart {
	counts := map[int]int{}
	low, high := math.MaxInt, math.MinInt
	for _, v := range values {
		class := int(math.Floor(v / width))
		counts[class]++
		low, high = min(low, class), max(high, class)
	}
	s := series{name: l.say("puzzles"), class: "made", bars: true, width: width}
	for class := low; class <= high; class++ {
		s.points = append(s.points, point{float64(class) * width, float64(counts[class])})
	}
	return chart{title: title, x: x, series: []series{s}}
}

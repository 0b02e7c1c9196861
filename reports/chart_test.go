package reports

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// TestBoundsOverTime: the bounds close on the answer as the run has noted.
func TestBoundsOverTime(t *testing.T) {
	r := *samples(t)["optimal"]
	r.Stats.Elapsed = 7 * time.Second
	r.Stats.Known = []solver.KnownAt{
		{Elapsed: time.Second, Lower: 2, Upper: solver.NoUpper},
		{Elapsed: 2 * time.Second, Lower: 2, Upper: 6},
		{Elapsed: 4 * time.Second, Lower: 4, Upper: 6},
		{Elapsed: 6 * time.Second, Lower: 4, Upper: 4},
	}
	c := English.boundsOverTime(&r)
	lower, upper := c.series[0].points, c.series[1].points
	if want := []point{{0, 1}, {1, 2}, {2, 2}, {4, 4}, {6, 4}, {7, 4}}; !slices.Equal(lower, want) {
		t.Errorf("lower %v, want %v", lower, want)
	}
	if want := []point{{2, 6}, {4, 6}, {6, 4}, {7, 4}}; !slices.Equal(upper, want) {
		t.Errorf("upper %v, want %v", upper, want)
	}
	r.Stats.Known = r.Stats.Known[:1]
	if c := English.boundsOverTime(&r); c.series != nil {
		t.Errorf("of nothing %v", c)
	}
}

// TestCurveEndsWithTheGain: at the end all men have gained what the goal is away.
func TestCurveEndsWithTheGain(t *testing.T) {
	r := stored(t, "star-31.json")
	points := English.curveOf(r).series[0].points
	b := r.Puzzle.Board
	want := rowsOf(b, r.Puzzle.Goal) - rowsOf(b, r.Puzzle.Start)
	if len(points) != 32 || points[0].y != 0 || int(points[31].y) != want || want != 160 {
		t.Errorf("%v, want 0 to %d in 31 moves", points, want)
	}
	solo := English.curveOf(stored(t, "solo-18.json")).series[0].points
	if solo[0].y != 32 || solo[18].y != 1 {
		t.Errorf("men on the cross: %v", solo)
	}
}

// TestLayersOf takes the longest refutation.
func TestLayersOf(t *testing.T) {
	r := *samples(t)["optimal"]
	r.Steps = []certificate.Step{
		{Kind: certificate.Near, Layers: make([]certificate.Layer, 9)},
		{Kind: certificate.Refutation, Layers: []certificate.Layer{{Depth: 1, Positions: 5}}},
		{Kind: certificate.Refutation, Layers: []certificate.Layer{{Depth: 1, Positions: 5}, {Depth: 2, Positions: 700}, {Depth: 3}}},
	}
	if got, want := English.layersOf(&r).series[0].points, []point{{1, 5}, {2, 700}, {3, 0}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestChartIsDrawn: everything is within the drawing, and round numbers are named.
func TestChartIsDrawn(t *testing.T) {
	for name, c := range map[string]chart{
		"flat":  {title: "t", series: []series{{points: []point{{0, 0}, {1, 0}}}}},
		"one":   {title: "t", series: []series{{points: []point{{3, 7}}, bars: true}}, log: true},
		"great": {title: "t", series: []series{{points: []point{{0, 1}, {1, 1e9}, {2, 0}}, bars: true}}, log: true},
		"lines": {title: "t", series: []series{{class: "a", points: []point{{0, 3}, {1, 160}}}, {class: "b", steps: true, points: []point{{0, 3}, {1, 4}}}}},
	} {
		text := string(English.draw(c).SVG)
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, `="-`) {
			t.Errorf("%s: %s", name, text)
		}
	}
	if got, want := (chart{}).ticks(0, 160), []float64{0, 50, 100, 150}; !slices.Equal(got, want) {
		t.Errorf("ticks %v, want %v", got, want)
	}
}

// TestHistogram counts every puzzle once, and shows classes that nobody is in.
func TestHistogram(t *testing.T) {
	got := English.histogram("", "", []float64{3, 4, 4.9, 12, 14.99}, 5).series[0].points
	if want := []point{{0, 3}, {5, 0}, {10, 2}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if charts := English.histogramsOf(make([]SheetPuzzle, fewestForHistogram-1)); charts != nil {
		t.Errorf("of a few puzzles %v", charts)
	}
}

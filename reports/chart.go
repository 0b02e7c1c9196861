package reports

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	numbers "golang.org/x/text/number"
)

// Measures of a chart, in units of its drawing.
const (
	chartWidth  = 640
	chartHeight = 220
	chartLeft   = 62 // of the plot: room for the numbers
	chartRight  = 14
	chartTop    = 12
	chartBottom = 34
)

// chart is a diagram of numbers, drawn with the page's colours. All values are
// finite, and none is negative.
type chart struct {
	title  string   // what is shown
	x      string   // the name of the axis below
	series []series // drawn one over the other
	log    bool     // the heights are logarithms
}

// series is a row of points from the left to the right.
type series struct {
	name, class string
	points      []point
	bars        bool    // a bar each, else a line
	steps       bool    // a value holds until the next one
	width       float64 // of a bar, 1 if 0
}

type point struct{ x, y float64 }

// drawnChart is a chart on a page.
type drawnChart struct {
	Title string
	Names []chartKey // of its series, if there are several
	SVG   template.HTML
}

type chartKey struct{ Class, Name string }

// draw draws a chart. Nothing of it comes from outside but numbers.
func (l Language) draw(c chart) drawnChart {
	lowX, highX, lowY, highY := c.extent()
	toX := func(x float64) float64 {
		return chartLeft + (x-lowX)/max(highX-lowX, 1e-9)*(chartWidth-chartLeft-chartRight)
	}
	toY := func(y float64) float64 {
		return chartHeight - chartBottom - (c.scaled(y)-lowY)/max(highY-lowY, 1e-9)*(chartHeight-chartTop-chartBottom)
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s">`, chartWidth, chartHeight, html.EscapeString(l.chartInWords(c)))
	for _, y := range c.ticks(lowY, highY) {
		fmt.Fprintf(&out, `<path class="rule" d="M%d %.1fH%d"/><text class="tick" x="%d" y="%.1f" text-anchor="end">%s</text>`,
			chartLeft, toY(y), chartWidth-chartRight, chartLeft-8, toY(y)+5, l.decimals(humanize.SIWithDigits(y, 1, "")))
	}
	first, last := lowX, highX
	if c.series[0].bars { // their edges are no numbers
		first, last = lowX+c.series[0].barWidth()/2, highX-c.series[0].barWidth()/2
	}
	for _, end := range []struct {
		x      float64
		anchor string
	}{{first, "start"}, {last, "end"}} {
		fmt.Fprintf(&out, `<text class="tick" x="%.1f" y="%d" text-anchor="%s">%s</text>`, toX(end.x), chartHeight-10, end.anchor, l.decimals(strconv.FormatFloat(end.x, 'g', 3, 64)))
	}
	fmt.Fprintf(&out, `<text class="tick" x="%d" y="%d" text-anchor="middle">%s</text>`, (chartLeft+chartWidth)/2, chartHeight-10, html.EscapeString(c.x))
	for _, s := range c.series {
		s.draw(&out, toX, toY, min(max(toX(lowX+s.barWidth())-toX(lowX)-1, 1), 40))
	}
	out.WriteString("</svg>")
	d := drawnChart{Title: c.title, SVG: template.HTML(out.String())}
	for _, s := range c.series {
		if len(c.series) > 1 {
			d.Names = append(d.Names, chartKey{s.class, s.name})
		}
	}
	return d
}

// barWidth is the width of a bar on the axis.
func (s series) barWidth() float64 {
	if s.width == 0 {
		return 1
	}
	return s.width
}

func (s series) draw(out *strings.Builder, toX, toY func(float64) float64, width float64) {
	floor := float64(chartHeight - chartBottom)
	if s.bars {
		for _, p := range s.points {
			fmt.Fprintf(out, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, s.class, toX(p.x)-width/2, toY(p.y), width, max(floor-toY(p.y), 1))
		}
		return
	}
	var d strings.Builder
	for i, p := range s.points {
		switch {
		case i == 0:
			fmt.Fprintf(&d, "M%.1f %.1f", toX(p.x), toY(p.y))
		case s.steps:
			fmt.Fprintf(&d, "H%.1fV%.1f", toX(p.x), toY(p.y))
		default:
			fmt.Fprintf(&d, "L%.1f %.1f", toX(p.x), toY(p.y))
		}
	}
	fmt.Fprintf(out, `<path class="curve %s" d="%s"/>`, s.class, d.String())
}

// scaled is where a value stands on the axis; 0 has no logarithm and stands below 1.
func (c chart) scaled(y float64) float64 {
	if !c.log {
		return y
	}
	return math.Log10(max(y, 0.5))
}

// extent returns the ends of both axes, that of the heights as it is scaled.
func (c chart) extent() (lowX, highX, lowY, highY float64) {
	lowX, highX, lowY, highY = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range c.series {
		for _, p := range s.points {
			lowX, highX = min(lowX, p.x), max(highX, p.x)
			lowY, highY = min(lowY, c.scaled(p.y)), max(highY, c.scaled(p.y))
		}
		if s.bars {
			lowX, highX = lowX-s.barWidth()/2, highX+s.barWidth()/2
		}
	}
	if !c.log {
		lowY = 0
	} else {
		lowY = min(lowY, 0)
	}
	return lowX, highX, lowY, max(highY, lowY+1)
}

// ticks are some values that the axis of heights names: round ones.
func (c chart) ticks(low, high float64) (ticks []float64) {
	if c.log {
		step := max(math.Ceil((high-low)/4), 1)
		for e := 0.0; e <= high; e += step {
			ticks = append(ticks, math.Pow(10, e))
		}
		return ticks
	}
	step := math.Pow(10, math.Floor(math.Log10(max(high/4, 1))))
	for _, factor := range []float64{2, 5, 10} {
		if high/step > 5 {
			step = step * factor / map[float64]float64{2: 1, 5: 2, 10: 5}[factor]
		}
	}
	for y := 0.0; y <= high; y += step {
		ticks = append(ticks, y)
	}
	return ticks
}

// chartInWords says for those who cannot see the chart what it shows.
func (l Language) chartInWords(c chart) string {
	text := c.title
	for _, s := range c.series {
		if n := len(s.points); n > 0 {
			least, most := s.points[0].y, s.points[0].y
			for _, p := range s.points {
				least, most = min(least, p.y), max(most, p.y)
			}
			text = l.say("%s; %s: from %s to %s, at the end %s", text, s.name, l.decimal(least), l.decimal(most), l.decimal(s.points[n-1].y))
		}
	}
	return text
}

func (l Language) decimal(y float64) string {
	return l.printer().Sprint(numbers.Decimal(y, numbers.MaxFractionDigits(1)))
}

package reports

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
)

// layerTable is what became of the layers of a phase, its head first.
type layerTable struct {
	Title string
	Rows  [][]string
}

// layerTables are those of the phases that tell.
func (l Language) layerTables(s *solver.Stats) (list []layerTable) {
	for _, ph := range s.Phases {
		if len(ph.Layers) > 0 {
			list = append(list, layerTable{l.say("Layers of %s", l.sentence(ph.Name)), l.layerRows(ph.Layers)})
		}
	}
	return list
}

// layerRows has a row for each layer, with a column for each bound that cut anything.
func (l Language) layerRows(layers []solver.LayerStats) [][]string {
	var bounds []string
	for _, layer := range layers {
		for _, c := range layer.Cuts {
			if !slices.Contains(bounds, c.Bound) {
				bounds = append(bounds, c.Bound)
			}
		}
	}
	head := l.words([]string{"depth", "positions", "useful", "moves", "repeated"})
	for _, b := range bounds {
		head = append(head, l.sentence(b))
	}
	rows := [][]string{head}
	for _, layer := range layers {
		depth := fmt.Sprint(layer.Depth)
		if layer.FromGoal {
			depth = l.say("%d from the goal", layer.Depth)
		}
		row := []string{depth, l.number(layer.Positions), l.usefulShare(layer)}
		counts := []int64{layer.Moves, layer.Repeated}
		for _, b := range bounds {
			n := int64(0)
			for _, c := range layer.Cuts {
				if c.Bound == b {
					n += c.Count
				}
			}
			counts = append(counts, n)
		}
		for _, n := range counts {
			text := "–" // the layer is not all of this run
			if layer.Moves > 0 {
				text = l.number(n)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// usefulShare is "92 (0.04 %)".
func (l Language) usefulShare(layer solver.LayerStats) string {
	switch {
	case layer.Useful < 0:
		return "–"
	case layer.Useful == 0 || layer.Positions == 0:
		return l.number(layer.Useful)
	}
	share := strconv.FormatFloat(100*float64(layer.Useful)/float64(layer.Positions), 'g', 3, 64)
	return l.number(layer.Useful) + " (" + l.decimals(share) + " %)"
}

// jsonPhase is a phase as a report has it.
type jsonPhase struct {
	Name     string      `json:"name"`
	Outcome  string      `json:"outcome"`
	Expanded int64       `json:"expanded"`
	Widest   int64       `json:"widest"`
	Seconds  float64     `json:"seconds"`
	Layers   []jsonLayer `json:"layers,omitempty"`
}

// jsonLayer is a layer as a report has it.
type jsonLayer struct {
	Depth     int          `json:"depth"`
	FromGoal  bool         `json:"from_goal,omitempty"`
	Positions int64        `json:"positions"`
	Useful    *int64       `json:"useful,omitempty"` // if it was counted
	Moves     int64        `json:"moves"`
	Repeated  int64        `json:"repeated"`
	Cuts      []solver.Cut `json:"cuts,omitempty"`
}

func writePhases(out *jsontext.Writer, list []solver.Phase) {
	phases := make([]any, len(list))
	for i, ph := range list {
		p := jsonPhase{Name: ph.Name, Outcome: ph.Outcome, Expanded: ph.Expanded, Widest: ph.Widest, Seconds: milliseconds(ph.Elapsed.Seconds())}
		for _, y := range ph.Layers {
			layer := jsonLayer{y.Depth, y.FromGoal, y.Positions, nil, y.Moves, y.Repeated, y.Cuts}
			if y.Useful >= 0 {
				layer.Useful = &y.Useful
			}
			p.Layers = append(p.Layers, layer)
		}
		phases[i] = p
	}
	out.List("phases", phases)
}

// The most layers of a phase, and bounds of a layer, that are read.
const (
	maxLayers = 1000
	maxCuts   = 20
)

// layer returns a reader for what became of a layer of a phase.
func (d *decoder) layer(ph *solver.Phase) func() error {
	return func() error {
		at := d.At()
		if len(ph.Layers) == maxLayers {
			return d.Fail(at, "more than %d layers", maxLayers)
		}
		y := solver.LayerStats{Useful: -1}
		var depth number
		err := d.looseObject(map[string]func() error{
			"depth":     d.Number(&depth),
			"from_goal": d.truth(&y.FromGoal),
			"positions": d.counter(&y.Positions),
			"useful":    d.counter(&y.Useful),
			"moves":     d.counter(&y.Moves),
			"repeated":  d.counter(&y.Repeated),
			"cuts":      func() error { return d.Array(d.cut(&y)) },
		}, "depth", "positions", "moves", "repeated")
		y.Depth = depth.N
		ph.Layers = append(ph.Layers, y)
		return err
	}
}

func (d *decoder) cut(y *solver.LayerStats) func() error {
	return func() error {
		at := d.At()
		if len(y.Cuts) == maxCuts {
			return d.Fail(at, "more than %d bounds", maxCuts)
		}
		var bound word
		var c solver.Cut
		err := d.looseObject(map[string]func() error{"bound": d.sentence(&bound), "count": d.counter(&c.Count)}, "bound", "count")
		c.Bound = bound.Text
		y.Cuts = append(y.Cuts, c)
		return err
	}
}

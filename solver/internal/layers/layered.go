package layers

import (
	"encoding/json"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Layered is a breadth-first search that keeps its layers: layer d holds the
// positions found at depth d that the two layers before do not hold. If nothing
// was dropped, no older layer can hold them (moves can be taken back). Otherwise
// a position may turn up once more at a greater depth: that costs time, and no
// line, for a position of a shortest line is kept at its own depth and whatever
// is kept besides does no harm.
//
// With a journal, layers that took long are saved, and so are parts of a layer
// under way: as [session.Pace] says, and when there is no room for more of it in memory
// (delayed duplicate detection, Korf 2003). Layers leave the memory, the oldest first,
// while all together take a quarter of it.
//
// A layer is a function of the two before (with Leap, of all) and of the bounds that it is pruned by.
// So a layer is always completed under the bounds that it was begun with, in this
// run or in an earlier one, and a search that was stopped leaves the same
// certificate as one that was not, but for the depths at which bounds changed.
type Layered[W positions.Words] struct {
	*session.Run
	Space   *Space[W]
	Journal *Journal[W] // may be nil
	Regime  Regime      // nil: nothing that could change
	saver   session.Saver
	Layers  []*Layer[W]
	Widest  int
	yield   int // positions found for each that was expanded, of the last layer made here
	Beside  int // depth of another search that is shown with this one
	// Whole is whether the last layer was made here at one go, nothing of it taken from
	// the journal.
	Whole bool

	// Leap is how many layers on successors may be, 0 for 1: then a layer is kept free of
	// all before it.
	Leap int

	// Hasty is set when the filter keeps more than it should once the run is to
	// end. What was done then is no part of a layer: its count could not be made
	// again.
	Hasty bool

	Described []certificate.Layer
	Bounds    json.RawMessage   // in use, as the journal has them; nil without regime
	Made      []json.RawMessage // by depth: those that the layer was made under
}

// Regime is the bounds of a search that prunes by what may get sharper on the way.
type Regime interface {
	// Covers reports whether bounds that a finished layer was made under are known
	// to hold.
	Covers(bounds json.RawMessage) bool
	// Adopt puts these bounds to use, and returns false if they cannot be had.
	Adopt(bounds json.RawMessage) bool
}

// Covers is that of the regime. Without one there are no bounds.
func (l *Layered[W]) Covers(bounds json.RawMessage) bool {
	if l.Regime == nil {
		return bounds == nil
	}
	return l.Regime.Covers(bounds)
}

// Adopt is that of the regime.
func (l *Layered[W]) Adopt(bounds json.RawMessage) bool {
	return l.Regime != nil && l.Regime.Adopt(bounds)
}

// NewLayered returns a search with the start as its only layer.
func NewLayered[W positions.Words](r *session.Run, s *Space[W], j *Journal[W]) Layered[W] {
	start, key := s.Canonical(s.Start)
	return Layered[W]{
		Run: r, Space: s, Journal: j, saver: r.Checkpointer(),
		Layers: []*Layer[W]{Singleton(start, key)}, Made: []json.RawMessage{nil}, Widest: 1,
	}
}

// Step adds the layer at depth, which is that of the last one plus 1. end is where
// the search ends, for the progress report. how is asked how to make the layer when
// the bounds are settled.
func (l *Layered[W]) Step(sw *Sweep[W], depth, end int, how func() Stage[W]) error {
	if err := l.Afford(); err != nil {
		return err
	}
	l.Enter(depth+l.Beside, end, l.Layers[depth-1].Size())
	l.Hold(l.Bytes(), nil)
	l.Whole = false
	next, bounds, err := l.recalled(depth)
	if next == nil && err == nil {
		next, err = l.make(sw, depth, end, how)
		bounds = l.Bounds
	}
	if err != nil {
		return err
	}
	l.Work += int64(l.Layers[depth-1].Size())
	l.Layers, l.Made = append(l.Layers, next), append(l.Made, bounds)
	l.Widest = max(l.Widest, next.Size())
	if l.Journal == nil {
		return nil
	}
	if l.saver.Worth() {
		if err := l.saver.Save(func() error { return l.Journal.save(l.layerID(depth), next) }); err != nil {
			return err
		}
	}
	return l.unload()
}

// recalled returns the layer at depth from the journal, nil if it is not there.
func (l *Layered[W]) recalled(depth int) (*Layer[W], json.RawMessage, error) {
	if l.Journal == nil {
		return nil, nil, nil
	}
	return l.Journal.load(l.Journal.layerID(depth, l.before(depth)), l.Covers)
}

// before returns what the identity of the layer at depth says of those before that it is made of.
func (l *Layered[W]) before(depth int) []string {
	var out []string
	for d := max(0, depth-max(2, l.Leap)); d < depth; d++ {
		out = append(out, l.digest(d))
	}
	return out
}

// digest returns the number of positions of a layer that was described and its
// digest, "" for the start, which the puzzle determines.
func (l *Layered[W]) digest(depth int) string {
	for _, d := range l.Described {
		if d.Depth == depth {
			return fmt.Sprintf("%d %s", d.Positions, d.Digest)
		}
	}
	return ""
}

// layerID returns the identity of the layer at depth with its bounds.
func (l *Layered[W]) layerID(depth int) session.Identity {
	id := l.Journal.layerID(depth, l.before(depth))
	id.Bounds = l.Made[depth]
	return id
}

// Describe notes what a certificate says of the layer at depth, which is done.
func (l *Layered[W]) Describe(depth int) error {
	of := l.Layers[depth]
	d, known, err := l.Journal.summary(depth, of)
	if err != nil {
		return err
	}
	if known {
		l.Described = append(l.Described, d)
		return nil
	}
	gain, digest, err := of.summary(l.Workers, l.Space)
	if err != nil {
		return err
	}
	d = certificate.Layer{Depth: depth, Positions: int64(of.Size()), Gain: gain, Digest: digest.String()}
	l.Described = append(l.Described, d)
	return l.Journal.saveSummary(d, of)
}

// unload takes layers out of memory, the oldest first, while all together take a quarter of it.
func (l *Layered[W]) unload() error {
	for d := 1; d < len(l.Layers) && l.Bytes() > l.Memory/4; d++ {
		saved, err := l.Journal.onDisk(l.layerID(d), l.Layers[d])
		if err != nil {
			return err
		}
		l.Layers[d] = saved
	}
	return nil
}

// Bytes returns the memory of the layers.
func (l *Layered[W]) Bytes() int64 { return BytesOf(l.Layers) }

// Positions returns the number of positions of all layers.
func (l *Layered[W]) Positions() int64 {
	var n int64
	for _, layer := range l.Layers {
		n += int64(layer.Size())
	}
	return n
}

// Everything is the filter that drops nothing.
type Everything[W positions.Words] struct{}

func (Everything[W]) Prune(*Expander[W]) {}

package solver

import (
	"encoding/json"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// layered is a breadth-first search that keeps its layers: layer d holds the
// positions found at depth d that the two layers before do not hold. If nothing
// was dropped, no older layer can hold them (moves can be taken back). Otherwise
// a position may turn up once more at a greater depth: that costs time, and no
// line, for a position of a shortest line is kept at its own depth and whatever
// is kept besides does no harm.
//
// With a journal, layers that took long are saved, and so are parts of a layer
// under way: as [pace] says, and when the table takes a quarter of the memory
// (delayed duplicate detection, Korf 2003). Layers but the last two leave the
// memory when all together take half of it.
//
// A layer is a function of the two before and of the bounds that it is pruned by.
// So a layer is always completed under the bounds that it was begun with, in this
// run or in an earlier one, and a search that was stopped leaves the same
// certificate as one that was not, but for the depths at which bounds changed.
type layered[W positions.Words] struct {
	*run
	space   *space[W]
	journal *journal[W] // may be nil
	regime  regime      // nil: nothing that could change
	saver   saver
	layers  []*layer[W]
	widest  int
	beside  int // depth of another search that is shown with this one

	// hasty is set when the filter keeps more than it should once the run is to
	// end. What was done then is no part of a layer: its count could not be made
	// again.
	hasty bool

	described []certificate.Layer
	bounds    json.RawMessage   // in use, as the journal has them; nil without regime
	made      []json.RawMessage // by depth: those that the layer was made under
}

// regime is the bounds of a search that prunes by what may get sharper on the way.
type regime interface {
	// covers reports whether bounds that a finished layer was made under are known
	// to hold.
	covers(bounds json.RawMessage) bool
	// adopt puts these bounds to use, and returns false if they cannot be had.
	adopt(bounds json.RawMessage) bool
}

// covers is that of the regime. Without one there are no bounds.
func (l *layered[W]) covers(bounds json.RawMessage) bool {
	if l.regime == nil {
		return bounds == nil
	}
	return l.regime.covers(bounds)
}

// adopt is that of the regime.
func (l *layered[W]) adopt(bounds json.RawMessage) bool {
	return l.regime != nil && l.regime.adopt(bounds)
}

// newLayered returns a search with the start as its only layer.
func newLayered[W positions.Words](r *run, s *space[W], j *journal[W]) layered[W] {
	start, key := s.canonical(s.start)
	return layered[W]{
		run: r, space: s, journal: j, saver: newSaver(r.pace),
		layers: []*layer[W]{singleton(start, key)}, made: []json.RawMessage{nil}, widest: 1,
	}
}

// step adds the layer at depth, which is that of the last one plus 1. end is where
// the search ends, for the progress report. how is asked how to make the layer when
// the bounds are settled.
func (l *layered[W]) step(sw *sweep[W], depth, end int, how func() stage[W]) error {
	l.enter(depth+l.beside, end, l.layers[depth-1].size())
	l.hold(l.bytes(), nil)
	next, bounds, err := l.recalled(depth)
	if next == nil && err == nil {
		next, err = l.make(sw, depth, end, how)
		bounds = l.bounds
	}
	if err != nil {
		return err
	}
	l.work += int64(l.layers[depth-1].size())
	l.layers, l.made = append(l.layers, next), append(l.made, bounds)
	l.widest = max(l.widest, next.size())
	if l.journal != nil && l.saver.worth() {
		return l.saver.save(l.save)
	}
	return nil
}

// recalled returns the layer at depth from the journal, nil if it is not there.
func (l *layered[W]) recalled(depth int) (*layer[W], json.RawMessage, error) {
	if l.journal == nil {
		return nil, nil, nil
	}
	return l.journal.load(l.journal.layerID(depth, l.before(depth)), l.covers)
}

// before returns what the identity of the layer at depth says of the two before.
func (l *layered[W]) before(depth int) []string {
	var out []string
	for d := max(0, depth-2); d < depth; d++ {
		out = append(out, l.digest(d))
	}
	return out
}

// digest returns the number of positions of a layer that was described and its
// digest, "" for the start, which the puzzle determines.
func (l *layered[W]) digest(depth int) string {
	for _, d := range l.described {
		if d.Depth == depth {
			return fmt.Sprintf("%d %s", d.Positions, d.Digest)
		}
	}
	return ""
}

// layerID returns the identity of the layer at depth with its bounds.
func (l *layered[W]) layerID(depth int) identity {
	id := l.journal.layerID(depth, l.before(depth))
	id.Bounds = l.made[depth]
	return id
}

// describe notes what a certificate says of the layer at depth, which is done.
func (l *layered[W]) describe(depth int) error {
	of := l.layers[depth]
	d, known, err := l.journal.summary(depth, of)
	if err != nil {
		return err
	}
	if known {
		l.described = append(l.described, d)
		return nil
	}
	gain, digest, err := of.summary(l.workers, l.space)
	if err != nil {
		return err
	}
	d = certificate.Layer{Depth: depth, Positions: int64(of.size()), Gain: gain, Digest: digest.String()}
	l.described = append(l.described, d)
	return l.journal.saveSummary(d, of)
}

// save writes the last layer to the journal and takes old ones out of memory.
func (l *layered[W]) save() error {
	last := len(l.layers) - 1
	if err := l.journal.save(l.layerID(last), l.layers[last]); err != nil {
		return err
	}
	if l.bytes() <= l.memory/2 {
		return nil
	}
	for d := 1; d < last-1; d++ {
		saved, err := l.journal.onDisk(l.layerID(d), l.layers[d])
		if err != nil {
			return err
		}
		l.layers[d] = saved
	}
	return nil
}

// bytes returns the memory of the layers.
func (l *layered[W]) bytes() int64 { return bytesOf(l.layers) }

// positions returns the number of positions of all layers.
func (l *layered[W]) positions() int64 {
	var n int64
	for _, layer := range l.layers {
		n += int64(layer.size())
	}
	return n
}

// everything is the filter that drops nothing.
type everything[W positions.Words] struct{}

func (everything[W]) prune(*expander[W]) {}

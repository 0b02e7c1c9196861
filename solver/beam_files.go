package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// beamFiles keeps the layers of a beam in its journal, so that a beam that was
// stopped goes on where it was:
//
//	layer-09.run   what was selected at depth 9
//	part-10.run    the table while layer 9 is expanded; its identity tells how
//	               many of the 256 shards of that layer are done
//
// Layers are written when it is time, all that are not yet in files at once. What
// is selected depends on the set of successors alone, so a beam that goes on from
// the files keeps the same positions as one that was not stopped.
//
// A beam proves nothing. One that fails after it has taken anything from files is
// begun anew without them.
type beamFiles[W positions.Words] struct {
	*run
	journal  *journal[W] // nil: nothing is kept
	saver    saver
	kept     int  // layers that are in files, from depth 1 on without gap
	used     bool // there are files
	recalled bool // something was taken from them
}

func newBeamFiles[W positions.Words](r *run, j *journal[W]) beamFiles[W] {
	return beamFiles[W]{run: r, journal: j, saver: newSaver(r.pace)}
}

// recall returns the layer at depth that an earlier run has saved, nil if there is
// none.
func (f *beamFiles[W]) recall(depth int) (*layer[W], error) {
	if f.journal == nil || f.kept != depth-1 {
		return nil, nil
	}
	onDisk, _, err := f.journal.load(f.journal.layerID(depth, nil), func(bounds json.RawMessage) bool { return bounds == nil })
	if onDisk == nil || err != nil {
		return nil, err
	}
	l, err := onDisk.part(0, cache.Shards)
	if err := onDisk.file.Close(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	f.kept, f.used, f.recalled = depth, true, true
	return l, nil
}

// keep writes the layers, if it is time.
func (f *beamFiles[W]) keep(layers []*layer[W]) error {
	if f.journal == nil || !f.saver.due() {
		return nil
	}
	f.used = true
	return f.saver.save(func() error {
		for f.kept < len(layers)-1 {
			d := f.kept + 1
			if _, err := f.journal.write(f.journal.layerID(d, nil), layers[d].shard); err != nil {
				return err
			}
			f.kept = d
		}
		return f.journal.saved.drop(f.partID(f.kept))
	})
}

func (f *beamFiles[W]) partID(depth int) identity {
	return f.journal.identity(fmt.Sprintf("part-%02d.run", depth))
}

// expand puts the successors of the last layer into the table of the sweep. It
// saves the table now and then, as long as may is true.
func (f *beamFiles[W]) expand(sw *sweep[W], layers []*layer[W], may func() bool) error {
	last := layers[len(layers)-1]
	if f.journal == nil {
		return sw.expand(last)
	}
	at, err := f.resume(sw, len(layers))
	if err != nil {
		return err
	}
	step := f.shardsAtOnce(last.size())
	for ; at < cache.Shards; at += step {
		group, err := last.part(at, min(at+step, cache.Shards))
		if err != nil {
			return err
		}
		if err := sw.expand(group); err != nil {
			return err
		}
		if at+step < cache.Shards && f.saver.due() && may() {
			if err := f.keep(layers); err != nil {
				return err
			}
			if err := f.saver.save(func() error { return f.pause(sw, len(layers), at+step) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// pause saves the table, which has the successors of the shards before next.
func (f *beamFiles[W]) pause(sw *sweep[W], depth, next int) error {
	f.used = true
	id := f.partID(depth)
	id.Bounds = json.RawMessage(fmt.Sprint(next))
	_, err := f.journal.write(id, func(i int) ([]W, error) {
		keys := sw.table.Keys(i, nil)
		if sw.keep != nil {
			keys = slices.DeleteFunc(keys, func(w W) bool { return !sw.keep(&w) })
		}
		slices.SortFunc(keys, func(a, b W) int { return positions.Compare(&a, &b) })
		return keys, nil
	})
	return err
}

// resume fills the table with what pause has saved and returns the first shard
// whose successors are not in it.
func (f *beamFiles[W]) resume(sw *sweep[W], depth int) (next int, err error) {
	part, done, err := f.journal.open(f.partID(depth))
	if part == nil || err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, part.Close()) }()
	if json.Unmarshal(done, &next) != nil || next <= 0 || next >= cache.Shards {
		return 0, nil
	}
	f.used, f.recalled = true, true
	var batch []cache.Entry[W]
	for i := range cache.Shards {
		keys, err := part.ReadShard(i, nil)
		if err != nil {
			return 0, err
		}
		batch = batch[:0]
		for k := range keys {
			batch = append(batch, cache.Entry[W]{Key: keys[k], Hash: sw.space.key(&keys[k])})
		}
		sw.table.Insert(i, batch, sw.fresh, sw.keep)
	}
	return next, nil
}

// over is called when the standing says that the beam is done. It is saved, then
// the files go.
func (f *beamFiles[W]) over() error {
	if err := f.save(f.used); err != nil || !f.used {
		return err
	}
	return f.journal.remove()
}

// doubtful reports whether err may be due to what was taken from files. Then they
// are removed.
func (f *beamFiles[W]) doubtful(err error) bool {
	return err != nil && limitOf(err) == "" && f.recalled && f.journal.remove() == nil
}

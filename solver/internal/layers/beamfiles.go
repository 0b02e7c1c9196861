package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// BeamFiles keeps the layers of a beam in its journal, so that a beam that was
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
type BeamFiles[W positions.Words] struct {
	*session.Run
	Journal  *Journal[W] // nil: nothing is kept
	saver    session.Saver
	kept     int  // layers that are in files, from depth 1 on without gap
	used     bool // there are files
	recalled bool // something was taken from them
}

func NewBeamFiles[W positions.Words](r *session.Run, j *Journal[W]) BeamFiles[W] {
	return BeamFiles[W]{Run: r, Journal: j, saver: r.Checkpointer()}
}

// Recall returns the layer at depth that an earlier run has saved, nil if there is
// none.
func (f *BeamFiles[W]) Recall(depth int) (*Layer[W], error) {
	if f.Journal == nil || f.kept != depth-1 {
		return nil, nil
	}
	onDisk, _, err := f.Journal.load(f.Journal.layerID(depth, nil), func(bounds json.RawMessage) bool { return bounds == nil })
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

// Keep writes the layers, if it is time.
func (f *BeamFiles[W]) Keep(layers []*Layer[W]) error {
	if f.Journal == nil || !f.saver.Due() {
		return nil
	}
	f.used = true
	return f.saver.Save(func() error {
		for f.kept < len(layers)-1 {
			d := f.kept + 1
			if _, err := f.Journal.write(f.Journal.layerID(d, nil), 1, layers[d].Shard); err != nil {
				return err
			}
			f.kept = d
		}
		return f.Journal.Saved.Drop(f.partID(f.kept))
	})
}

func (f *BeamFiles[W]) partID(depth int) session.Identity {
	return f.Journal.identity(fmt.Sprintf("part-%02d.run", depth))
}

// Expand puts the successors of the last layer into the table of the sweep. It
// saves the table now and then, as long as may is true.
func (f *BeamFiles[W]) Expand(sw *Sweep[W], layers []*Layer[W], may func() bool) error {
	last := layers[len(layers)-1]
	if f.Journal == nil {
		return sw.Expand(last)
	}
	at, err := f.resume(sw, len(layers))
	if err != nil {
		return err
	}
	step := f.ShardsAtOnce(last.Size())
	for ; at < cache.Shards; at += step {
		group, err := last.part(at, min(at+step, cache.Shards))
		if err != nil {
			return err
		}
		if err := sw.Expand(group); err != nil {
			return err
		}
		if at+step < cache.Shards && f.saver.Due() && may() {
			if err := f.Keep(layers); err != nil {
				return err
			}
			if err := f.saver.Save(func() error { return f.pause(sw, len(layers), at+step) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// pause saves the table, which has the successors of the shards before next.
func (f *BeamFiles[W]) pause(sw *Sweep[W], depth, next int) error {
	f.used = true
	id := f.partID(depth)
	id.Bounds = json.RawMessage(fmt.Sprint(next))
	_, err := f.Journal.write(id, f.Workers, func(i int) ([]W, error) {
		keys := sw.Table.Keys(i, nil)
		if sw.Keep != nil {
			keys = slices.DeleteFunc(keys, func(w W) bool { return !sw.Keep(&w) })
		}
		slices.SortFunc(keys, func(a, b W) int { return positions.Compare(&a, &b) })
		return keys, nil
	})
	return err
}

// resume fills the table with what pause has saved and returns the first shard
// whose successors are not in it.
func (f *BeamFiles[W]) resume(sw *Sweep[W], depth int) (next int, err error) {
	part, done, err := f.Journal.Open(f.partID(depth))
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
			batch = append(batch, cache.Entry[W]{Key: keys[k], Hash: sw.space.Key(&keys[k])})
		}
		sw.Table.Insert(i, batch, sw.Fresh, sw.Keep)
	}
	return next, nil
}

// Over is called when the standing says that the beam is done. It is saved, then
// the files go.
func (f *BeamFiles[W]) Over() error {
	if err := f.Save(f.used); err != nil || !f.used {
		return err
	}
	return f.Journal.Remove()
}

// Doubtful reports whether err may be due to what was taken from files. Then they
// are removed.
func (f *BeamFiles[W]) Doubtful(err error) bool {
	return err != nil && session.LimitOf(err) == "" && f.recalled && f.Journal.Remove() == nil
}

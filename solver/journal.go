package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// journal keeps the layers of one search in files, so that a search that was
// stopped in any way goes on where it was, and layers need not stay in memory.
//
//	layer-09.run           a whole layer
//	part-09-000-063.run    the successors of the shards 0 … 63 of the layer before
//	bounds-09.bin          what the layer was pruned by, for certificates
//	summary-09.bin         its description in a certificate
//
// A file is there wholly or not at all (cache.RunWriter), its name says what it
// holds, and each is checked by checksums when it is read; a damaged file is
// removed and its content worked out anew. The layers hold what the bounds of the
// time let pass. Other bounds in a later run change what is dropped from then on,
// but never what may be dropped.
//
// A nil journal keeps nothing.
type journal[W positions.Words] struct {
	saved *savings
	name  string
	dir   string
}

func (j *journal[W]) layerFile(name string) string {
	return filepath.Join(j.dir, "layer-"+name+".run")
}

// load returns a layer that was saved.
func (j *journal[W]) load(name string) (*layer[W], bool, error) {
	if j == nil {
		return nil, false, nil
	}
	run, ok, err := openOrRemove[W](j.layerFile(name))
	if !ok || err != nil {
		return nil, false, err
	}
	return &layer[W]{file: run}, true, nil
}

// save writes a layer, unless it is there, and returns it as a layer in its file.
func (j *journal[W]) save(name string, l *layer[W]) (*layer[W], error) {
	if l.file != nil {
		return l, nil
	}
	if err := j.write(j.layerFile(name), l); err != nil {
		return nil, err
	}
	saved, ok, err := j.load(name)
	if err == nil && !ok {
		err = fmt.Errorf("checkpoints: %s was written and cannot be read", j.layerFile(name))
	}
	return saved, err
}

func (j *journal[W]) write(path string, l *layer[W]) error {
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	w, err := cache.CreateRun[W](path)
	if err != nil {
		return err
	}
	defer func() { _ = w.Abort() }() // nothing is left to do after Close
	for i := range l.shards {
		if err := w.Append(i, l.shards[i]); err != nil {
			return err
		}
	}
	_, err = w.Close()
	return err
}

// openOrRemove opens a run. A damaged one is removed.
func openOrRemove[W positions.Words](path string) (*cache.Run[W], bool, error) {
	run, err := cache.OpenRun[W](path)
	switch {
	case err == nil:
		if err = run.Verify(); err == nil {
			return run, true, nil
		}
		_ = run.Close()
	case errors.Is(err, os.ErrNotExist):
		return nil, false, nil
	}
	for _, damage := range []error{cache.ErrRunDamaged, cache.ErrRunForeign, cache.ErrRunVersion, cache.ErrRunWidth} {
		if errors.Is(err, damage) {
			return nil, false, os.Remove(path)
		}
	}
	return nil, false, err
}

// annotate notes beside a layer which bounds it is made with; nil notes nothing.
func (j *journal[W]) annotate(name string, bounds []byte) error {
	if j == nil || bounds == nil {
		return nil
	}
	return j.saved.save(j.saved.identity(j.name+"/bounds-"+name+".bin"), bounds)
}

// noted returns what annotate noted, nil for nothing.
func (j *journal[W]) noted(name string) []byte {
	if j == nil {
		return nil
	}
	bounds, ok, err := j.saved.load(j.saved.identity(j.name + "/bounds-" + name + ".bin"))
	if err != nil || !ok {
		return nil
	}
	return bounds
}

func (j *journal[W]) summaryFile(depth int) identity {
	return j.saved.identity(fmt.Sprintf("%s/summary-%02d.bin", j.name, depth))
}

// saveSummary keeps the description of a layer, which takes a walk over it.
func (j *journal[W]) saveSummary(l certificate.Layer) error {
	if j == nil {
		return nil
	}
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return j.saved.save(j.summaryFile(l.Depth), data)
}

// summary returns what saveSummary kept.
func (j *journal[W]) summary(depth int) (l certificate.Layer, ok bool) {
	if j == nil {
		return l, false
	}
	data, ok, err := j.saved.load(j.summaryFile(depth))
	if err != nil || !ok || json.Unmarshal(data, &l) != nil {
		return certificate.Layer{}, false
	}
	return l, true
}

// part is a file with the successors of some shards.
type part[W positions.Words] struct {
	run  *cache.Run[W]
	path string
	next int // the first shard whose successors are not in it or in a part before
}

// parts returns the parts of a layer that are there without gap from shard 0 on.
func (j *journal[W]) parts(name string) ([]part[W], error) {
	if j == nil {
		return nil, nil
	}
	paths, err := filepath.Glob(filepath.Join(j.dir, "part-"+name+"-*.run"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	var out []part[W]
	next := 0
	for _, path := range paths {
		var from, to int
		base := strings.TrimPrefix(filepath.Base(path), "part-"+name+"-")
		if _, err := fmt.Sscanf(base, "%03d-%03d.run", &from, &to); err != nil || from != next {
			continue
		}
		run, ok, err := openOrRemove[W](path)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		next = to + 1
		out = append(out, part[W]{run, path, next})
	}
	return out, nil
}

// savePart writes the successors of the shards from … next−1.
func (j *journal[W]) savePart(name string, from, next int, l *layer[W]) (part[W], error) {
	path := filepath.Join(j.dir, fmt.Sprintf("part-%s-%03d-%03d.run", name, from, next-1))
	if err := j.write(path, l); err != nil {
		return part[W]{}, err
	}
	run, err := cache.OpenRun[W](path)
	return part[W]{run, path, next}, err
}

// dropParts removes parts whose layer is whole.
func (j *journal[W]) dropParts(parts []part[W]) error {
	var errs []error
	for _, p := range parts {
		errs = append(errs, p.run.Close(), os.Remove(p.path))
	}
	return errors.Join(errs...)
}

// remove deletes the journal of a search that is over.
func (j *journal[W]) remove() error {
	if j == nil {
		return nil
	}
	return os.RemoveAll(j.dir)
}

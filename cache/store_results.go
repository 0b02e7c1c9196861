package cache

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/halma-solve/halma-solve/cache/files"
)

// results are the results of a store: what is worth most in it, and what nobody
// wants to work out again. They are kept twice, in two files with the same bytes
// that only ever grow (store_frame.go), each frame brought to the disk in the one
// and then in the other. Opening takes every frame that checks in either, and
// writes both anew unless they are alike and sound: so neither a crash at any
// moment nor damage to one of them costs a result. They are written with plain
// writes, for which a full disk is an error and no fault.
type results struct {
	changing sync.Mutex // held from the reading of a result to its change
	mu       sync.Mutex // for what follows
	files    [2]*os.File
	size     int64 // of each file
	last     uint64
	at       map[string]framePlace // by entryKey
	stuck    error                 // the files differ, and nothing is written any more
}

// framePlace is where the newest frame of a name lies in both files.
type framePlace struct {
	offset int64
	size   int
}

// resultsNames are the two files.
var resultsNames = [2]string{"results", "results.copy"}

// wasteLimit is the number of bytes that frames which no longer count may take
// before the files are written anew, if that halves them.
const wasteLimit = 1 << 20

// openResults opens the files of results, or makes them: a store that has none is
// new, or an older one that has its results in the database.
func (s *Store) openResults() error {
	var data [2][]byte
	missing := 0
	for i, name := range resultsNames {
		var err error
		data[i], err = readRegular(filepath.Join(s.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			missing++
		} else if err != nil {
			return fileError(s.dir, err)
		}
	}
	if missing == len(data) {
		known, err := s.oldResults()
		if err == nil {
			err = s.writeResults(known)
		}
		if err != nil {
			return err
		}
		return s.takeResults(known, uint64(len(known)))
	}
	newest, last, hurt := s.unite(data)
	size := len(resultsHead)
	for _, f := range newest {
		size += f.size
	}
	waste := len(data[0]) - size
	if hurt == sound && bytes.Equal(data[0], data[1]) && (waste < wasteLimit || waste < size) {
		return s.takeResults(newest, last)
	}
	if hurt == damaged {
		for i, name := range resultsNames {
			if _, state := decodeFrames(data[i]); state != damaged || data[i] == nil {
				continue
			}
			if err := s.copyAside(name, data[i]); err != nil {
				return err
			}
		}
	}
	if err := s.writeResults(newest); err != nil {
		return err
	}
	if hurt == damaged {
		s.notice(fmt.Sprintf("a file of the store %s was damaged; its %d results are kept, what was damaged is in %s", s.dir, len(newest), s.asideDir()))
	}
	return s.takeResults(newest, last)
}

// unite takes the newest frame of each name from what the files hold, the greatest
// number of all, and the state of the file that is worst off.
func (s *Store) unite(data [2][]byte) (newest map[string]frame, last uint64, worst soundness) {
	newest = map[string]frame{}
	for _, text := range data {
		if text == nil {
			worst = max(worst, torn)
			continue
		}
		frames, state := decodeFrames(text)
		worst = max(worst, state)
		for _, f := range frames {
			last = max(last, f.number)
			if k, ok := newest[f.name]; !ok || k.number < f.number {
				newest[f.name] = f
			}
		}
	}
	maps.DeleteFunc(newest, func(_ string, f frame) bool { return f.gone })
	return newest, last, worst
}

// oldResults reads the results that older versions put into the database.
func (s *Store) oldResults() (map[string]frame, error) {
	known := map[string]frame{}
	there, err := s.openedDatabase(false)
	if err != nil || !there {
		return known, err
	}
	err = s.scan(nil, func(name []byte, f form, payload []byte, ok bool) {
		value := bytes.Clone(payload)
		if ok && f == formLarge {
			value, ok = s.large.read(name, payload)
		}
		if ok && Kind(name[1]) == KindResult {
			known[string(name)] = frame{number: uint64(len(known) + 1), name: string(name), value: value}
		}
	})
	return known, err
}

// writeResults writes both files anew, the frames in the order of their numbers.
func (s *Store) writeResults(known map[string]frame) error {
	out := []byte(resultsHead)
	for _, f := range inOrder(known) {
		f.offset = int64(len(out))
		data := encodeFrame(f.number, f.name, formValue, f.value)
		f.size = len(data)
		out = append(out, data...)
		known[f.name] = f
	}
	for _, name := range resultsNames {
		if err := files.Write(filepath.Join(s.dir, name), 0o600, out); err != nil {
			return fileError(s.dir, err)
		}
	}
	return nil
}

func inOrder(known map[string]frame) []frame {
	out := make([]frame, 0, len(known))
	for _, f := range known {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b frame) int { return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name)) })
	return out
}

// takeResults opens the two files, which are sound and alike.
func (s *Store) takeResults(known map[string]frame, last uint64) error {
	r := &results{at: make(map[string]framePlace, len(known)), last: last}
	for _, f := range known {
		r.at[f.name] = framePlace{f.offset, f.size}
	}
	for i, name := range resultsNames {
		file, err := os.OpenFile(filepath.Join(s.dir, name), os.O_RDWR, 0)
		if err == nil {
			r.files[i] = file
			r.size, err = file.Seek(0, io.SeekEnd)
		}
		if err != nil {
			return errors.Join(fileError(s.dir, err), r.close())
		}
	}
	s.results = r
	return nil
}

// close closes the files. All in them is on the disk.
func (r *results) close() error {
	var errs []error
	for _, f := range r.files {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// get reads a result, from the copy if the first file has been damaged meanwhile.
func (r *results) get(name []byte) storedEntry {
	r.mu.Lock()
	defer r.mu.Unlock()
	place, ok := r.at[string(name)]
	if !ok {
		return storedEntry{}
	}
	for _, file := range r.files {
		data := make([]byte, place.size)
		if _, err := file.ReadAt(data, place.offset); err != nil {
			continue
		}
		if f, ok, _ := decodeFrame(data); ok && f.name == string(name) {
			return storedEntry{found: true, form: formValue, payload: f.value}
		}
	}
	return storedEntry{found: true, damaged: true}
}

// count returns the number of results.
func (r *results) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.at)
}

// changeResult changes one result as decide says, as one step.
func (s *Store) changeResult(name []byte, decide func(old storedEntry) (decision, error)) error {
	r := s.results
	r.changing.Lock()
	defer r.changing.Unlock()
	todo, err := decide(r.get(name))
	switch {
	case err != nil:
		return err
	case todo.write:
		return s.appendResult(string(name), formValue, todo.value)
	case todo.remove:
		return s.appendResult(string(name), formLarge, nil)
	}
	return nil
}

// appendResult brings a result, or with formLarge that there is none any more, to
// the disk in both files.
func (s *Store) appendResult(name string, what form, value []byte) error {
	r := s.results
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stuck != nil {
		return r.stuck
	}
	data := encodeFrame(r.last+1, name, what, value)
	for _, file := range r.files {
		_, err := file.WriteAt(data, r.size)
		if err == nil {
			err = files.Sync(file)
		}
		if err != nil {
			err = fileError(s.dir, err)
			for _, file := range r.files {
				if back := file.Truncate(r.size); back != nil {
					r.stuck = err
				}
			}
			return err
		}
	}
	r.last++
	r.at[name] = framePlace{r.size, len(data)}
	if what == formLarge {
		delete(r.at, name)
	}
	r.size += int64(len(data))
	return nil
}

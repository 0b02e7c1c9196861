package cache

// mergeBlock is how many keys MergeShard emits at once.
const mergeBlock = 4096

// MergeShard gives the union of one shard of several runs, without duplicates
// and without the keys that a run of without holds, to emit, in increasing
// order and in blocks. emit must not keep the slice, which is used again. It is
// not called with no keys. An error of emit ends the merge and is returned as
// it is; those of reading are those of [RunReader.Err].
//
// The sources meet in a heap: some 2·log₂(runs) comparisons a key (Knuth, The
// Art of Computer Programming 3, 5.4.1). Memory: one [RunReader] a run.
func MergeShard[K Key](shard int, runs, without []*Run[K], emit func(keys []K) error) error {
	in, out := newRunHeap(shard, runs), newRunHeap(shard, without)
	defer in.stop()
	defer out.stop()
	banned, ban := out.next()
	var block []K // as long as it has to be: most shards of small layers hold next to nothing
	for k, ok := in.next(); ok; k, ok = in.next() {
		for ban && compareKeys(&banned, &k) < 0 {
			banned, ban = out.next()
		}
		if out.err != nil {
			return out.err
		}
		if ban && banned == k {
			continue
		}
		if block = append(block, k); len(block) == mergeBlock {
			if err := emit(block); err != nil {
				return err
			}
			block = block[:0]
		}
	}
	if in.err != nil {
		return in.err
	}
	if out.err != nil {
		return out.err
	}
	if len(block) == 0 {
		return nil
	}
	return emit(block)
}

// runHeap gives the keys of several readers in increasing order, each once.
type runHeap[K Key] struct {
	sources []runSource[K] // the least key first
	err     error          // of any reader; it ends the heap
}

// runSource is a reader and the key it stands at.
type runSource[K Key] struct {
	key    K
	reader *RunReader[K]
}

func newRunHeap[K Key](shard int, runs []*Run[K]) *runHeap[K] {
	h := &runHeap[K]{sources: make([]runSource[K], 0, len(runs))}
	for _, run := range runs {
		reader := run.Shard(shard)
		if key, ok := reader.Next(); ok {
			h.sources = append(h.sources, runSource[K]{key, reader})
		} else if reader.err != nil {
			h.err = reader.err
		}
	}
	for i := len(h.sources)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
	return h
}

// next returns the least key and moves all readers that stand at it.
func (h *runHeap[K]) next() (k K, ok bool) {
	if len(h.sources) == 0 || h.err != nil {
		return k, false
	}
	k = h.sources[0].key
	for len(h.sources) > 0 && h.sources[0].key == k {
		top := &h.sources[0]
		key, ok := top.reader.Next()
		switch {
		case ok:
			top.key = key
		case top.reader.err != nil:
			h.err = top.reader.err
			return k, false
		default:
			last := len(h.sources) - 1
			*top = h.sources[last]
			h.sources = h.sources[:last]
		}
		h.down(0)
	}
	return k, true
}

// down moves the source at i to its place below.
func (h *runHeap[K]) down(i int) {
	s := h.sources
	for {
		child := 2*i + 1
		if child >= len(s) {
			return
		}
		if right := child + 1; right < len(s) && compareKeys(&s[right].key, &s[child].key) < 0 {
			child = right
		}
		if compareKeys(&s[i].key, &s[child].key) <= 0 {
			return
		}
		s[i], s[child] = s[child], s[i]
		i = child
	}
}

// stop lets the readers go.
func (h *runHeap[K]) stop() {
	for i := range h.sources {
		h.sources[i].reader.Stop()
	}
}

package figures

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// BoundStore is a [session.Store] that also keeps the bounds of single positions which
// were costly to prove, one block of bytes a puzzle. Blocks that cannot be read
// are misses: they cost time and nothing else.
type BoundStore interface {
	session.Store
	// Bounds returns the block of a puzzle; ok is false when there is none.
	Bounds(fingerprint [32]byte) (block []byte, ok bool)
	// PutBounds replaces the block of a puzzle; nil removes it.
	PutBounds(fingerprint [32]byte, block []byte) error
}

const keptBytes = 16 << 20 // the costliest bounds that fit are kept

// boundStore returns where bounds are kept, nil for nowhere.
func (d *deepening[W]) boundStore() BoundStore {
	s, _ := d.Store.(BoundStore)
	return s
}

// save gives the costly bounds of the table to the store:
//
//	entry:  words of the position, 8 bytes each, big-endian | bound | effort
//
// by falling effort, so that those that saved most survive when a smaller table
// reads them.
func (d *deepening[W]) save() error {
	s := d.boundStore()
	if s == nil {
		return nil
	}
	d.mutable.Lock()
	defer d.mutable.Unlock()
	type entry struct {
		key           []uint64
		bound, effort int
	}
	// Find the effort from which on the entries are not too many: if all are, one
	// less, of which some are kept.
	entries := keptBytes / (d.table.words*8 + 2)
	var counts [256]int
	d.table.each(0, func(_ []uint64, _, effort int) { counts[effort]++ })
	least, sum := 256, 0
	for least > 0 && sum < entries {
		least--
		sum += counts[least]
	}
	var list []entry
	d.table.each(least, func(key []uint64, bound, effort int) {
		list = append(list, entry{slices.Clone(key), bound, effort})
	})
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.effort, a.effort), slices.Compare(a.key, b.key))
	})
	block := make([]byte, 0, len(list)*(d.table.words*8+2))
	for _, e := range list[:min(len(list), entries)] {
		for _, w := range e.key {
			block = binary.BigEndian.AppendUint64(block, w)
		}
		block = append(block, byte(e.bound), byte(e.effort))
	}
	return s.PutBounds(d.Puzzle().Fingerprint(), block)
}

// load puts what the store has into the table.
func (d *deepening[W]) load() {
	s := d.boundStore()
	if s == nil {
		return
	}
	block, ok := s.Bounds(d.Puzzle().Fingerprint())
	size := d.table.words*8 + 2
	if !ok || len(block)%size != 0 {
		return
	}
	key := make([]uint64, d.table.words)
	for ; len(block) > 0; block = block[size:] {
		for k := range key {
			key[k] = binary.BigEndian.Uint64(block[k*8:])
		}
		men, marks := d.split(key)
		if !d.isPosition(men, marks) {
			return
		}
		n := d.board.start(men, marks)
		hash := d.board.name(&n, key)
		d.table.put(hash, key, int(block[size-2]), int(block[size-1]), d.generation)
		d.recalled++
	}
}

// isPosition reports whether men and marks are as many as the puzzle has, on its
// board.
func (d *deepening[W]) isPosition(men, marks positions.Bits) bool {
	p := d.Puzzle()
	cells := men.Cells()
	return len(cells) == p.Men() && int(cells[len(cells)-1]) < p.Board.Len() &&
		marks.Len() == p.Marked.Len() && marks.AndNot(men) == positions.Bits{}
}

// forget removes the bounds of a puzzle that is settled.
func (d *deepening[W]) forget() error {
	if s := d.boundStore(); s != nil {
		return s.PutBounds(d.Puzzle().Fingerprint(), nil)
	}
	return nil
}

// saveNowAndThen saves at the pace of the run until the function it returns is
// called. An error is met again by the last save.
func (d *deepening[W]) saveNowAndThen() (stop func()) {
	if d.boundStore() == nil {
		return func() {}
	}
	keeper := session.NewSaver(d.Pace)
	return parallel.Meanwhile(100*time.Millisecond, func() {
		if keeper.Due() {
			_ = keeper.Save(d.save)
		}
	})
}

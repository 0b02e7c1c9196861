package site

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// kept is the best line of a nickname for a puzzle, without its moves, which are in
// the store.
type kept struct {
	Nickname string    `json:"nickname"`
	Moves    int       `json:"moves"`
	Hops     int       `json:"hops"`
	At       time.Time `json:"at"`     // when it came
	Number   int64     `json:"number"` // of all lines of the site, in the order of their coming
	// Record is set if no line was known, when it came, that was as short.
	Record bool `json:"record"`

	key  string // the nickname in lower case
	cost int    // the length in the puzzle's count
}

// before orders lines: the shorter one, by the puzzle's count and then by the other,
// then the earlier one.
func (k *kept) before(o *kept) int {
	return cmp.Or(
		cmp.Compare(k.cost, o.cost), cmp.Compare(k.Moves, o.Moves), cmp.Compare(k.Hops, o.Hops),
		cmp.Compare(k.Number, o.Number),
	)
}

// ranking is the best line of each nickname for a puzzle.
type ranking struct {
	mu     sync.RWMutex
	known  int // length of the shortest line known without the kept ones; 0 for none
	order  []*kept
	byName map[string]*kept
}

// place is where a line stands or would stand in the order.
func (r *ranking) place(k *kept) int {
	at, _ := slices.BinarySearchFunc(r.order, k, (*kept).before)
	return at
}

// take puts a line in, in the place of that of the same nickname, and returns its
// place from 1.
func (r *ranking) take(k *kept) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(k.key)
	if r.byName == nil {
		r.byName = map[string]*kept{}
	}
	at := r.place(k)
	r.order = slices.Insert(r.order, at, k)
	r.byName[k.key] = k
	return at + 1
}

// drop takes the line of a nickname out, if there is one. r.mu is held.
func (r *ranking) drop(key string) {
	old := r.byName[key]
	if old == nil {
		return
	}
	at := r.place(old)
	r.order = slices.Delete(r.order, at, at+1)
	delete(r.byName, key)
}

// of returns the line of a nickname with its place from 1; nil for none.
func (r *ranking) of(key string) (k *kept, place int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if k = r.byName[key]; k != nil {
		place = r.place(k) + 1
	}
	return k, place
}

// top returns lines from a place on, from 0, at most so many, and how many there
// are in all.
func (r *ranking) top(from, most int) (list []*kept, all int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	all = len(r.order)
	from = min(from, all)
	return slices.Clone(r.order[from:min(from+most, all)]), all
}

// shortest is the length of the shortest line known, kept or not; 0 for none.
func (r *ranking) shortest() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(r.order) > 0 && (r.known == 0 || r.order[0].cost < r.known) {
		return r.order[0].cost
	}
	return r.known
}

// remove takes the line of a nickname out.
func (r *ranking) remove(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(key)
}

// Place is the place of line i of a part of a ranking that begins at a place.
func (k *kept) Place(from, i int) int { return from + i }

package figures

import (
	"errors"

	"github.com/halma-solve/halma-solve/positions"
)

// exhaustions are after how many lengths it is tried to list all positions that can be
// reached, and how many there may be: iterations alone never come to an end where men
// can go to and fro and no figure can be made.
var exhaustions = map[int]int{0: 1 << 10, 12: 1 << 18}

// bytesListed is the memory there must be for each position that may be listed: some three times
// what one takes in the list and in the set, for the table of bounds may have three quarters.
const bytesListed = 2 << 10

// unreachable reports whether no figure is among the positions that can be reached, by
// breadth-first search of all of them, if there are no more than most.
func (d *deepening[W]) unreachable(most int) (bool, error) {
	w := d.worker(0)
	start := d.board.start(d.Puzzle().Start, d.Puzzle().Marked)
	seen, list := map[node[W]]bool{start: true}, []node[W]{start}
	var moves []positions.Move
	for i := 0; i < len(list); i++ {
		if i%checkEvery == 0 {
			if err := errors.Join(w.flush(), d.Stop()); err != nil {
				return false, err
			}
		}
		w.expandedHere++
		if w.bound.Load(&list[i].men, &list[i].marks); w.bound.Here() == 0 {
			return false, w.flush()
		}
		positions.Load(w.generator, &list[i].men)
		moves = w.generator.Append(moves[:0])
		w.generatedHere += int64(len(moves))
		for _, m := range moves {
			var n node[W]
			d.board.after(&n, &list[i], m)
			if seen[n] {
				continue
			}
			if len(list) >= most {
				return false, w.flush()
			}
			seen[n] = true
			list = append(list, n)
		}
	}
	return true, w.flush()
}

package certificate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// byClasses bounds the moves to the goal by the class of a cell, the parities of
// its coordinates: jumps keep it. A goal cell without a man has to be filled; that
// takes two moves, or one if the man that does it is of its class or stands beside
// it. With m men outside the goal, f free goal cells and a such men beside a free
// goal cell, all of one class, no more than min(m, min(m,f)+a) of these men do it in
// one.
func (m *model) byClasses(men field) int {
	var outside, free, beside [4]int
	holes := 0
	for c := range men {
		p := m.board.Point(positions.Cell(c))
		class := p.X&1<<1 | p.Y&1
		switch {
		case m.goal[c] != nobody && men[c] == nobody:
			free[class]++
			holes++
		case m.goal[c] == nobody && men[c] != nobody:
			outside[class]++
			for d := range m.board.Directions() {
				if n := m.board.Neighbour(positions.Cell(c), d); n != positions.NoCell && m.goal[n] != nobody && men[n] == nobody {
					beside[class]++
					break
				}
			}
		}
	}
	single := 0
	for class := range outside {
		single += min(outside[class], min(outside[class], free[class])+beside[class])
	}
	return 2*holes - min(holes, single)
}

// priceList bounds hops by prices of the goal's cells: with D(c,h) the hops from c
// to h when every step and every jump is possible, and whatever the prices v, men
// on the cells m that fill all h need at least
//
//	Σ over m of min over h of (D(m,h) − v(h)) + Σ over h of v(h)
//
// hops, because each h is filled by one of them, from which it is at least D away.
type priceList struct {
	cheapest []int // of each cell: min over h of D(c,h) − v(h)
	total    int   // Σ v(h)
}

// mostPrice is more than any price that is of use.
const mostPrice = 10_000

// newPriceList reads the prices of a step. Errors wrap [ErrWrong].
func (m *model) newPriceList(s Step) (*priceList, error) {
	holes := m.holes()
	switch {
	case m.chains():
		return nil, wrong("%s %d: prices are for hops, not for moves", s.Kind, s.Moves)
	case len(s.Prices) != len(holes):
		return nil, wrong("%s %d: %d prices for %d cells", s.Kind, s.Moves, len(s.Prices), len(holes))
	}
	l := &priceList{cheapest: make([]int, m.cells)}
	for i, h := range holes {
		price := s.Prices[i]
		if price > mostPrice || price < -mostPrice {
			return nil, wrong("%s %d: the price %d is beyond reason", s.Kind, s.Moves, price)
		}
		l.total += price
		for c, hops := range m.hopsFrom(h) { // as many as back
			if least := hops - price; i == 0 || least < l.cheapest[c] {
				l.cheapest[c] = least
			}
		}
	}
	return l, nil
}

func (l *priceList) of(men field) int {
	sum := l.total
	for c, who := range men {
		if who != nobody {
			sum += l.cheapest[c]
		}
	}
	return sum
}

// holes returns the goal's cells in their order.
func (m *model) holes() (out []int) {
	for c, who := range m.goal {
		if who != nobody {
			out = append(out, c)
		}
	}
	return out
}

// assignment bounds the hops by the cheapest assignment of men to the goal's cells, when
// every step and every jump is possible: each cell is filled by a man of its own. The marked
// man has his own cell.
type assignment struct {
	others [][]int // of each of the other cells, the hops from everywhere
	marked []int   // of that of the marked man
}

func (m *model) newAssignment() (a assignment) {
	for _, h := range m.holes() {
		if hops := m.hopsFrom(h); m.goal[h] == theMarked { // as many as back
			a.marked = hops
		} else {
			a.others = append(a.others, hops)
		}
	}
	return a
}

// of returns the cost of the cheapest assignment. One man after the other gets a cell by the
// cheapest way to a free one, on which men who have cells change theirs. What a way to a
// cell costs is corrected as long as there is a cheaper one (Bellman and Ford).
func (a assignment) of(men field) (sum int) {
	to := a.others
	holder := slices.Repeat([]int{-1}, len(to)) // of each cell: where the man stands
	cost, before := make([]int, len(to)), make([]int, len(to))
	for c, who := range men {
		switch who {
		case nobody:
			continue
		case theMarked:
			sum += a.marked[c]
			continue
		}
		for i := range to {
			cost[i], before[i] = to[i][c], -1
		}
		for again := true; again; {
			again = false
			for i, at := range holder {
				for j := range to {
					if at < 0 {
						break
					}
					if other := cost[i] - to[i][at] + to[j][at]; other < cost[j] {
						cost[j], before[j], again = other, i, true
					}
				}
			}
		}
		last := -1
		for i, at := range holder {
			if at < 0 && (last < 0 || cost[i] < cost[last]) {
				last = i
			}
		}
		sum += cost[last]
		for before[last] >= 0 {
			holder[last] = holder[before[last]]
			last = before[last]
		}
		holder[last] = c
	}
	return sum
}

// hopsFrom returns how many hops each cell is away, whoever stands where.
func (m *model) hopsFrom(from int) []int {
	out := make([]int, m.cells)
	for c := range out {
		out[c] = m.cells // no way: a step leads anywhere on all boards
	}
	out[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		reach := func(to positions.Cell) {
			if to != positions.NoCell && out[to] == m.cells {
				out[to] = out[c] + 1
				queue = append(queue, int(to))
			}
		}
		for d := range m.board.Directions() {
			reach(m.board.Neighbour(positions.Cell(c), d))
			for far := 1; far == 1 || m.puzzle.Jumps.Long(); far++ {
				land := m.far(positions.Cell(c), d, 2*far)
				if land == positions.NoCell {
					break
				}
				reach(land)
			}
		}
	}
	return out
}

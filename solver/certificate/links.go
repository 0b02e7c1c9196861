package certificate

import "github.com/halma-solve/halma-solve/positions"

// noLinks says when there are links.
const noLinks = "links are for rows that lead to the goal, six directions and chains of short jumps"

// linkable reports whether rows of the puzzle have links: see the package's comment.
func (m *model) linkable() bool {
	return m.board.Directions() == 6 && m.chains() && !m.puzzle.Jumps.Long()
}

// links returns which rows of a position have a link, by the definition: over some man
// of the row there is a jump from the row before to the one behind, from there jumps
// within that row, and then a jump over a man of the next but one.
func (m *model) links(men field) []bool {
	out := make([]bool, m.top+1)
	for c, who := range men {
		if who == nobody {
			continue
		}
		r := m.row[c]
		for d := range m.board.Directions() {
			opposite := (d + m.board.Directions()/2) % m.board.Directions()
			from := m.board.Neighbour(positions.Cell(c), opposite)
			land := m.board.Neighbour(positions.Cell(c), d)
			if from == positions.NoCell || land == positions.NoCell || m.row[land] != r+1 || m.row[from] != r-1 || men[land] != nobody {
				continue
			}
			out[r] = out[r] || m.goesUp(men, land)
		}
	}
	return out
}

// goesUp reports whether jumps within the row of a cell lead to one from where there is
// a jump upwards.
func (m *model) goesUp(men field, from positions.Cell) bool {
	landed := map[positions.Cell]bool{from: true}
	for queue := []positions.Cell{from}; len(queue) > 0; queue = queue[1:] {
		for d := range m.board.Directions() {
			to := m.jump(men, queue[0], d)
			switch {
			case to == positions.NoCell || m.row[to] < m.row[from]:
			case m.row[to] > m.row[from]:
				return true
			case !landed[to]:
				landed[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// linked answers for positions whether moves that climb by links lead on within a
// corridor, up to the depth end.
type linked struct {
	*corridor
	end   int
	known map[string]bool // by depth, row counts and links
}

func newLinked(c *corridor, end int) *linked { return &linked{c, end, map[string]bool{}} }

// leads asks for what comes after depth t, of row counts that the corridor has there.
func (l *linked) leads(counts []byte, links []bool, t int) (bool, error) {
	if t >= l.end {
		return true, nil
	}
	key := append([]byte{byte(t), byte(t >> 8)}, counts...)
	for _, is := range links {
		key = append(key, standing(is, false))
	}
	if answer, ok := l.known[string(key)]; ok {
		return answer, nil
	}
	if err := l.spend(); err != nil {
		return false, err
	}
	answer, err := l.searchLinks(counts, links, t)
	if err == nil {
		l.known[string(key)] = answer
	}
	return answer, err
}

// searchLinks tries all moves, also those within a row, which set links.
func (l *linked) searchLinks(counts []byte, links []bool, t int) (bool, error) {
	for a := range counts {
		if counts[a] == 0 {
			continue
		}
		counts[a]-- // the man is lifted
		ends := l.ends(counts, a) | 1<<a
		counts[a]++
		for to := range counts {
			if ends>>to&1 == 0 || !climbs(links, a, to) || rowSum(counts)+to-a < l.least[t+1] {
				continue
			}
			counts[a]--
			counts[to]++
			answer, err := l.goesOn(counts, t+1)
			if answer && err == nil {
				answer, err = l.leads(counts, linksAfter(links, counts, a, to), t+1)
			}
			counts[to]--
			counts[a]++
			if answer || err != nil {
				return answer, err
			}
		}
	}
	return false, nil
}

// climbs reports whether the links that a man needs to go from row a to row b are
// there.
func climbs(links []bool, a, b int) bool {
	if (b-a)%2 != 0 {
		return true // a step
	}
	for r := a + 1; r+2 < b; r += 2 {
		if !links[r] {
			return false
		}
	}
	return true
}

// linksAfter returns the links that there may be after a move from row a to row b; counts
// are those after it.
func linksAfter(links []bool, counts []byte, a, b int) []bool {
	out := make([]bool, len(links))
	for r := 1; r+3 < len(links); r++ {
		may := links[r] || r == b || r == b-1 || r == b-2 || r == a-1 || r == a-3
		out[r] = may && counts[r] > 0 && counts[r+2] > 0
	}
	return out
}

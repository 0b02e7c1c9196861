package certificate

import (
	"bytes"
	"errors"
	"math/bits"
)

var errEffort = errors.New("the effort is spent")

// lift bounds the rows that men in the given rows can gain in n more moves: after
// the i-th of them nobody is above (foremost row + i·rise), so a man whose last
// move is the i-th gains at most that less its row; the hindmost men with the
// latest last moves gain most. And n moves gain no more than n times what one can.
func (m *model) lift(counts []byte, n int) int {
	foremost := m.top
	for counts[foremost] == 0 {
		foremost--
	}
	sum, row, left := 0, 0, int(counts[0]) // men of the row that are not counted yet
	for i := max(1, n-m.men+1); i <= n; i++ {
		for left == 0 {
			row++
			left = int(counts[row])
		}
		sum += min(foremost+i*m.rise, m.top) - row
		left--
	}
	return min(sum, n*m.leap)
}

// crammed returns the greatest sum of rows after n more moves that there are cells for: as
// many men as possible stand foremost, all but n of them where they are. Whoever those are,
// the sum is greatest if they are the foremost, for another of them could change places with
// one of these.
func (m *model) crammed(counts []byte, n int) int {
	stay := make([]int, m.top+1)
	left := max(0, m.men-n)
	sum := 0
	for row := m.top; row >= 0; row-- {
		stay[row] = min(int(counts[row]), left)
		left -= stay[row]
		sum += row * stay[row]
	}
	left = min(n, m.men)
	for row := m.top; row >= 0; row-- {
		come := min(m.room[row]-stay[row], left)
		left -= come
		sum += row * come
	}
	return sum
}

// greatest returns F(0) … F(n): as given, and beyond that by what one more move can
// add. Whatever is done, no gain is above mostGain.
func (m *model) greatest(gains []int, n int) []int {
	start := m.counts(m.start)
	out := append([]int{}, gains[:min(n+1, len(gains))]...)
	for i := len(out); i <= n; i++ {
		last := out[i-1]
		out = append(out, max(last, min(last+m.leap, m.lift(start, i), m.mostGain)))
	}
	return out
}

// byGains returns the least length that the greatest gains, F(0) … F(maxMoves), do
// not rule out: at every depth k of a line of L moves, F(k) and F(L−k) together are
// at least the gain of the goal.
func byGains(most []int, total int) int {
	for length := 1; length < maxMoves; length++ {
		possible := true
		for k := 0; k <= length; k++ {
			possible = possible && most[k]+most[length-k] >= total
		}
		if possible {
			return length
		}
	}
	return maxMoves
}

// corridor answers, for row counts at a depth, whether abstract moves lead on
// with a sum of rows of at least least[t] at every later depth t and, with a goal,
// to its row counts at the last.
type corridor struct {
	*ranks
	least []int
	goal  []byte            // nil for none
	known []map[uint64]bool // answers by depth
	spend func() error
}

func (m *model) newCorridor(least []int, goal []byte, spend func() error) *corridor {
	c := &corridor{ranks: m.newRanks(), least: least, goal: goal, spend: spend}
	for range least {
		c.known = append(c.known, map[uint64]bool{})
	}
	return c
}

func rowSum(counts []byte) int {
	sum := 0
	for row, men := range counts {
		sum += row * int(men)
	}
	return sum
}

// goesOn asks for what comes after depth t.
func (c *corridor) goesOn(counts []byte, t int) (bool, error) {
	if t == len(c.least)-1 {
		return c.goal == nil || bytes.Equal(counts, c.goal), nil
	}
	rank := c.rank(counts)
	if answer, ok := c.known[t][rank]; ok {
		return answer, nil
	}
	if err := c.spend(); err != nil {
		return false, err
	}
	answer, err := c.search(counts, t)
	if err == nil {
		c.known[t][rank] = answer
	}
	return answer, err
}

// search tries to stay first and then all abstract moves. counts is the same when it
// returns.
func (c *corridor) search(counts []byte, t int) (bool, error) {
	sum := rowSum(counts)
	for u := t + 1; u < len(c.least); u++ {
		if sum < c.least[u] && (sum+c.lift(counts, u-t) < c.least[u] || c.crammed(counts, u-t) < c.least[u]) {
			return false, nil // no way is that fast, or there is no room
		}
	}
	if sum >= c.least[t+1] {
		if answer, err := c.goesOn(counts, t+1); answer || err != nil {
			return answer, err
		}
	}
	for a := range counts {
		if counts[a] == 0 {
			continue
		}
		counts[a]-- // the man is lifted
		ends := c.ends(counts, a)
		counts[a]++
		for ; ends != 0; ends &= ends - 1 {
			to := bits.Len32(ends&-ends) - 1
			if sum+to-a < c.least[t+1] {
				continue
			}
			counts[a]--
			counts[to]++
			answer, err := c.goesOn(counts, t+1)
			counts[to]--
			counts[a]++
			if answer || err != nil {
				return answer, err
			}
		}
	}
	return false, nil
}

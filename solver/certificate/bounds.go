package certificate

import (
	"errors"
	"math/bits"
)

var errEffort = errors.New("the effort is spent")

// lift bounds the rows that men in the given rows can gain in n more moves: after
// the i-th of them nobody is above (foremost row + i·rise), so a man whose last
// move is the i-th gains at most that less its row; the hindmost men with the
// latest last moves gain most. And n moves gain no more than n times what one can.
func (m *plain) lift(counts string, n int) int {
	var rows []int // of the men, the hindmost first
	for row, men := range []byte(counts) {
		for range men {
			rows = append(rows, row)
		}
	}
	foremost := rows[len(rows)-1]
	first := max(1, n-len(rows)+1)
	sum := 0
	for i := first; i <= n; i++ {
		sum += min(foremost+i*m.rise, m.top) - rows[i-first]
	}
	return min(sum, n*m.leap)
}

// greatest returns F(0) … F(n): as given, and beyond that by what one more move can
// add. Whatever is done, no gain is above mostGain.
func (m *plain) greatest(gains []int, n int) []int {
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

// abstract lists the row counts one abstract move away.
func (m *plain) abstract(counts string) []string {
	var out []string
	k := []byte(counts)
	for a, men := range []byte(counts) {
		if men == 0 {
			continue
		}
		k[a]-- // the man is lifted
		for ends := m.ends(k, a); ends != 0; ends &= ends - 1 {
			c := bits.TrailingZeros32(ends)
			k[c]++
			out = append(out, string(k))
			k[c]--
		}
		k[a]++
	}
	return out
}

// corridor answers, for row counts at a depth, whether abstract moves lead on
// with a sum of rows of at least least[t] at every later depth t and, with a goal,
// to its row counts at the last.
type corridor struct {
	*plain
	least []int
	goal  string // "" for none
	known []map[string]bool
	spend func() error
}

func (m *plain) newCorridor(least []int, goal string, spend func() error) *corridor {
	c := &corridor{plain: m, least: least, goal: goal, spend: spend}
	for range least {
		c.known = append(c.known, map[string]bool{})
	}
	return c
}

func rowSum(counts string) int {
	sum := 0
	for row, men := range []byte(counts) {
		sum += row * int(men)
	}
	return sum
}

// goesOn asks for what comes after depth t.
func (c *corridor) goesOn(counts string, t int) (bool, error) {
	length := len(c.least) - 1
	if t == length {
		return c.goal == "" || counts == c.goal, nil
	}
	if answer, ok := c.known[t][counts]; ok {
		return answer, nil
	}
	if err := c.spend(); err != nil {
		return false, err
	}
	answer, err := c.search(counts, t)
	if err == nil {
		c.known[t][counts] = answer
	}
	return answer, err
}

func (c *corridor) search(counts string, t int) (bool, error) {
	sum := rowSum(counts)
	for u := t + 1; u < len(c.least); u++ {
		if sum < c.least[u] && sum+c.lift(counts, u-t) < c.least[u] {
			return false, nil // no way is that fast
		}
	}
	if sum >= c.least[t+1] {
		if answer, err := c.goesOn(counts, t+1); answer || err != nil {
			return answer, err
		}
	}
	next := c.abstract(counts)
	for i := len(next) - 1; i >= 0; i-- {
		if rowSum(next[i]) < c.least[t+1] {
			continue
		}
		if answer, err := c.goesOn(next[i], t+1); answer || err != nil {
			return answer, err
		}
	}
	return false, nil
}

package levels

import (
	"context"
	"sync"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Counts are numbers of positions of a table, each as many times as symmetries of the
// rules make different ones of it.
type Counts struct {
	Positions int64
	Kept      int64 // up to symmetry
	Won       int64 // for the side to move, as Lost and Drawn; of scores by their sign
	Lost      int64
	Drawn     int64
	First     int64 // won by the first side, whoever is to move
	Longest   int   // turns of the longest win; [contest.NoTurns] if there is none, or of scores
	From      contest.Position
	Least     int // and Most: the range of scores
	Most      int
}

// Counts goes through all positions of the table. Its errors are that of the context.
func (t *Table) Counts(ctx context.Context, o Options) (c Counts, err error) {
	w := newWork(ctx, o, len(t.levels))
	w.Phase = "count"
	c.Longest = contest.NoTurns
	var mu sync.Mutex
	for at := range t.levels {
		l := &t.levels[at]
		w.Level = at
		err := w.sweep(len(l.Words), func() func(from, to int) {
			return func(from, to int) {
				part := Counts{Longest: contest.NoTurns}
				l.Each(from, to, func(code uint64, rank int) { t.count(&part, at, code, t.Game.Kind.Unpack(t.values[at][rank])) })
				mu.Lock()
				defer mu.Unlock()
				c.join(t.Game, &part)
			}
		})
		if err != nil {
			return c, err
		}
		w.event.Positions += int64(l.Count)
	}
	return c, nil
}

// count counts one position.
func (t *Table) count(c *Counts, at int, code uint64, v contest.Value) {
	p, n := t.Game.At(at, code), int64(1)
	if !t.plain {
		n = int64(t.Game.Copies(p))
	}
	one := Counts{Positions: n, Kept: 1, Longest: contest.NoTurns, Least: v.Score, Most: v.Score}
	switch {
	case v.Score > 0:
		one.Won, one.Longest, one.From = n, v.Turns, p
	case v.Score < 0:
		one.Lost = n
	default:
		one.Drawn = n
	}
	if p.Turn == 0 {
		one.First = one.Won
	} else {
		one.First = one.Lost
	}
	c.join(t.Game, &one)
}

// join adds the counts of other positions. Of the longest wins that of the lowest
// place counts, so that the order of adding makes no difference.
func (c *Counts) join(g *contest.Game, o *Counts) {
	if o.Longest > c.Longest || o.Longest == c.Longest && c.Longest != contest.NoTurns && below(g, o.From, c.From) {
		c.Longest, c.From = o.Longest, o.From
	}
	c.Positions += o.Positions
	c.Kept += o.Kept
	c.Won += o.Won
	c.Lost += o.Lost
	c.Drawn += o.Drawn
	c.First += o.First
	c.Least, c.Most = min(c.Least, o.Least), max(c.Most, o.Most)
}

// below orders positions by level and number.
func below(g *contest.Game, p, q contest.Position) bool {
	atP, codeP := g.Place(p)
	atQ, codeQ := g.Place(q)
	return atP < atQ || atP == atQ && codeP < codeQ
}

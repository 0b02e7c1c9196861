package levels

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Proof-number search (Allis, van der Meulen, van den Herik 1994; depth first, Nagai 2002;
// in a table that is full, Nagai 1999 and Kishimoto, Müller 2005) for games whose turns can
// lead back, where no search of bounds would end.
//
// It asks whether one side, the attacker, can force a win within so many turns of both
// sides, first within one, then within two, and so on. The proof number of a position
// with so many turns left says how many positions must be won at least to prove it,
// the disproof number the same of the opposite; the search goes on where they are
// least. A position in which the attacker moves is proven by one turn to a proven one
// with a turn less left, one in which the other moves by all its turns. As the turns
// left fall with each, no position comes back on any way, and disproofs hold as well:
// the first number of turns within which there is a win is the distance. Of a draw
// this search knows nothing but that nobody wins within so many turns.

// endless is the number of what cannot be proven, or disproven.
const endless = 1 << 30

// numbers are the proof and the disproof number of a position.
type numbers struct{ proof, disproof int32 }

var (
	proven    = numbers{0, endless}
	disproven = numbers{endless, 0}
)

func (n numbers) settled() bool { return n == proven || n == disproven }

// prover is a proof-number search for one side.
type prover struct {
	*work
	game     *contest.Game
	attacker uint8
	table    *proofTable // of both sides
	frames   []*frame    // by turns that are left
	until    int64       // so many nodes may be looked at, 0 for any number
	over     bool
}

// node is a position with the turns that are left for a win, and what is known of that.
type node struct {
	position contest.Position
	left     int16
	key      proofKey
	numbers
}

// frame is a node in work: those one turn on, whose numbers stand here as well as in the
// table. So the search gets on whatever the table has lost: within a frame no number
// falls, and each step raises one.
type frame struct {
	turns []contest.Turn
	nodes []node
}

// ErrOpen means that a search was to look at so many positions only.
var ErrOpen = errors.New("no win of either side was found yet")

// proveForward looks for a win of either side within more and more turns, until one is
// proven, the context ends, or so many nodes were looked at (0: any number).
func proveForward(ctx context.Context, g *contest.Game, p contest.Position, o Options, limit int64) (Bounds, error) {
	w := newWork(ctx, o, contest.MaxTurns)
	w.Phase = "search"
	p = g.Canonical(p)
	b := Bounds{Lower: -1, Upper: 1, Turns: contest.NoTurns, Within: contest.NoTurns}
	table := newProofTable(o.Memory)
	var sides [2]*prover
	for side := range sides {
		sides[side] = &prover{work: w, game: g, attacker: uint8(side), table: table, until: limit}
	}
	over := false
	for turns := 0; !b.Settled() && !over; turns++ {
		w.Level, table.age = turns, uint16(turns)
		for _, s := range sides {
			found := s.prove(p, turns)
			if over = s.over; found == proven {
				if b.Upper, b.Turns = -1, turns; s.attacker == p.Turn {
					b.Lower, b.Upper = 1, 1
				}
			}
			if over || found == proven {
				break
			}
		}
		if !b.Settled() && !over {
			b.Within = turns
		}
	}
	b.Searched, b.Elapsed, b.Bytes = w.event.Positions, time.Since(w.began), table.bytes
	switch {
	case b.Settled():
		return b, nil
	case ctx.Err() != nil:
		return b, ctx.Err()
	}
	return b, ErrOpen
}

// prove searches until the attacker is known to win within so many turns or not to, or
// there is no time.
func (s *prover) prove(p contest.Position, turns int) numbers {
	s.frames = append(s.frames, &frame{})
	n := s.node(p, int16(turns))
	s.look(&n)
	if !n.settled() {
		n.numbers = s.expand(&n, numbers{endless, endless})
	}
	return n.numbers
}

// node names a position.
func (s *prover) node(p contest.Position, left int16) node {
	at, code := s.game.Place(p)
	return node{position: p, left: left, key: proofKey{code, uint16(2*at) + uint16(s.attacker) + 1}}
}

// expand searches below a node until one of its numbers reaches its limit, or there is
// no time.
func (s *prover) expand(p *node, limit numbers) numbers {
	if s.event.Positions++; s.event.Positions%1024 == 0 {
		s.tell(0)
		s.over = s.over || s.ctx.Err() != nil
	}
	s.over = s.over || s.until > 0 && s.event.Positions >= s.until
	began := s.event.Positions
	nodes := s.after(p)
	for {
		n, best, below := s.join(p, nodes, limit)
		if n.proof >= limit.proof || n.disproof >= limit.disproof || s.over {
			s.table.put(p.key, p.left, n, s.event.Positions-began+1)
			return n
		}
		nodes[best].raise(s.expand(&nodes[best], below))
		for i := range nodes {
			if other := &nodes[i]; !other.settled() {
				if found, ok := s.table.get(other.key, other.left); ok {
					other.raise(found)
				}
			}
		}
	}
}

// raise takes over numbers that a node has elsewhere.
func (n *node) raise(found numbers) {
	if !found.settled() {
		found = numbers{max(found.proof, n.proof), max(found.disproof, n.disproof)}
	}
	n.numbers = found
}

// after lists the nodes one turn on, each once.
func (s *prover) after(p *node) []node {
	f := s.frames[p.left]
	f.turns = s.game.AppendTurns(f.turns[:0], p.position)
	f.nodes = f.nodes[:0]
	for _, t := range f.turns {
		n := s.node(s.game.Canonical(t.After), p.left-1)
		if !slices.ContainsFunc(f.nodes, func(other node) bool { return other.key == n.key }) {
			s.look(&n)
			f.nodes = append(f.nodes, n)
		}
	}
	return f.nodes
}

// join returns the numbers of a position by those of its turns, the turn to go on
// with, and up to which limit.
func (s *prover) join(p *node, turns []node, limit numbers) (n numbers, best int, below numbers) {
	attacks := p.position.Turn == s.attacker
	least, second, sum := int32(endless), int32(endless), int64(0) // of the numbers that one turn decides, and of the others
	var chosen int32
	for i, t := range turns {
		one, all := t.proof, t.disproof
		if !attacks {
			one, all = all, one
		}
		if sum += int64(all); one < least {
			least, second, best, chosen = one, least, i, all
		} else {
			second = min(second, one)
		}
	}
	rest := int32(min(sum, endless))
	oneLimit, allLimit := limit.proof, limit.disproof
	if !attacks {
		oneLimit, allLimit = allLimit, oneLimit
	}
	// The turn is gone on with until its number is half as much again as the second best
	// (Pawlewicz, Lew 2007): one more would be enough to change, and each change may cost
	// what the table has lost. Its other number may grow by what the sum may.
	oneLimit = min(oneLimit, second+second/2+1)
	allLimit = int32(min(int64(allLimit)-sum+int64(chosen), endless))
	if attacks {
		return numbers{least, rest}, best, numbers{oneLimit, allLimit}
	}
	return numbers{rest, least}, best, numbers{allLimit, oneLimit}
}

// look fills in what is known of a node: by the table, or at first sight.
func (s *prover) look(p *node) {
	if found, ok := s.table.get(p.key, p.left); ok {
		p.numbers = found
		return
	}
	f := s.frames[p.left]
	f.turns = s.game.AppendTurns(f.turns[:0], p.position)
	left := p.left
	p.numbers = numbers{1, 1}
	switch turns := int32(len(f.turns)); {
	case turns == 0:
		p.numbers, left = s.final(p.position)
	case left == 0:
		p.numbers = disproven
	case p.position.Turn == s.attacker:
		p.disproof = turns
	default:
		p.proof = turns
	}
	s.table.put(p.key, left, p.numbers, 0)
}

// final returns the numbers of a position without turns, and with how many turns left
// they hold: all more of a win, all fewer of none.
func (s *prover) final(p contest.Position) (numbers, int16) {
	score := s.game.Score(p)
	if p.Turn != s.attacker {
		score = -score
	}
	if score > 0 {
		return proven, 0
	}
	return disproven, contest.MaxTurns
}

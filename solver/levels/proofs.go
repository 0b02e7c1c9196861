package levels

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Proof-number search (Allis, van der Meulen, van den Herik 1994; depth first, Nagai
// 2002) for games whose turns can lead back, where no search of bounds would end.
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

// prover is a proof-number search.
type prover struct {
	*work
	game     *contest.Game
	attacker uint8
	known    map[node]numbers
	most     int   // nodes in known
	until    int64 // so many nodes may be looked at, 0 for any number
	over     bool
}

// node is a position with the turns that are left for a win.
type node struct {
	position contest.Position
	left     int16
}

// proofBytes is about what a node takes in a prover's table.
const proofBytes = 144

// ErrOpen means that a search was to look at so many positions only.
var ErrOpen = errors.New("no win of either side was found yet")

// proveForward looks for a win of either side within more and more turns, until one is
// proven, the context ends, or so many nodes were looked at (0: any number).
func proveForward(ctx context.Context, g *contest.Game, p contest.Position, o Options, limit int64) (Bounds, error) {
	w := newWork(ctx, o, contest.MaxTurns)
	w.Phase = "search"
	most := int(o.Memory / proofBytes / 2)
	if most == 0 {
		most = 1 << 20
	}
	p = g.Canonical(p)
	b := Bounds{Lower: -1, Upper: 1, Turns: contest.NoTurns, Within: contest.NoTurns}
	var sides [2]*prover
	for side := range sides {
		sides[side] = &prover{work: w, game: g, attacker: uint8(side), known: map[node]numbers{}, most: max(most, 1024), until: limit}
	}
	for turns := int16(0); !b.Settled(); turns++ {
		w.Level = int(turns)
		for _, s := range sides {
			if s.prove(node{p, turns}) {
				if b.Upper, b.Turns = -1, int(turns); s.attacker == p.Turn {
					b.Lower, b.Upper = 1, 1
				}
				break
			}
			if s.over {
				break
			}
		}
		if sides[0].over || sides[1].over {
			break
		}
		if !b.Settled() {
			b.Within = int(turns)
		}
	}
	b.Searched, b.Elapsed = w.event.Positions, time.Since(w.began)
	b.Bytes = int64(len(sides[0].known)+len(sides[1].known)) * proofBytes
	switch {
	case b.Settled():
		return b, nil
	case ctx.Err() != nil:
		return b, ctx.Err()
	}
	return b, ErrOpen
}

// prove reports whether the attacker wins.
func (s *prover) prove(n node) bool {
	found := s.of(n)
	if found != proven && found != disproven {
		found = s.expand(n, numbers{endless, endless})
	}
	return found == proven
}

// expand searches below a node until one of its numbers reaches its limit, or there is
// no time.
func (s *prover) expand(p node, limit numbers) numbers {
	if s.event.Positions++; s.event.Positions%1024 == 0 {
		s.tell(0)
		s.over = s.over || s.ctx.Err() != nil
	}
	s.over = s.over || s.until > 0 && s.event.Positions >= s.until
	turns := s.after(p)
	for {
		n, best, below := s.join(p, turns, limit)
		if n.proof >= limit.proof || n.disproof >= limit.disproof || s.over {
			s.note(p, n)
			return n
		}
		s.expand(turns[best], below)
	}
}

// after lists the nodes one turn on, each once.
func (s *prover) after(p node) (nodes []node) {
	for _, t := range s.game.AppendTurns(nil, p.position) {
		if n := (node{s.game.Canonical(t.After), p.left - 1}); !slices.Contains(nodes, n) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// join returns the numbers of a position by those of its turns, the turn to go on
// with, and up to which limit.
func (s *prover) join(p node, turns []node, limit numbers) (n numbers, best int, below numbers) {
	attacks := p.position.Turn == s.attacker
	least, second, sum := int32(endless), int32(endless), int64(0) // of the numbers that one turn decides, and of the others
	var chosen int32
	for i, t := range turns {
		found := s.of(t)
		one, all := found.proof, found.disproof
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
	// The turn stays the best one as long as its number is at most one above the
	// second best; its other number may grow by what the sum may.
	oneLimit = min(oneLimit, second+1)
	allLimit = int32(min(int64(allLimit)-sum+int64(chosen), endless))
	if attacks {
		return numbers{least, rest}, best, numbers{oneLimit, allLimit}
	}
	return numbers{rest, least}, best, numbers{allLimit, oneLimit}
}

// of returns the numbers of a node.
func (s *prover) of(p node) numbers {
	if n, ok := s.known[p]; ok {
		return n
	}
	n := numbers{1, 1}
	switch turns := int32(len(s.game.AppendTurns(nil, p.position))); {
	case turns == 0:
		n = s.final(p.position)
	case p.left == 0:
		n = disproven
	case p.position.Turn == s.attacker:
		n.disproof = turns
	default:
		n.proof = turns
	}
	s.note(p, n)
	return n
}

// final returns the numbers of a position without turns.
func (s *prover) final(p contest.Position) numbers {
	score := s.game.Score(p)
	if p.Turn != s.attacker {
		score = -score
	}
	if score > 0 {
		return proven
	}
	return disproven
}

// note keeps the numbers of a node. Where there is no room, all is forgotten that is
// neither proven nor disproven, or else all.
func (s *prover) note(p node, n numbers) {
	if len(s.known) >= s.most {
		maps.DeleteFunc(s.known, func(_ node, n numbers) bool { return n != proven && n != disproven })
		if len(s.known) >= s.most/2 {
			clear(s.known)
		}
	}
	s.known[p] = n
}

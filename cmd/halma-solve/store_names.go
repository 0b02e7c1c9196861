package main

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/reports"
)

// nameInStore is the name of a puzzle with what tells it from others of that name.
func nameInStore(p *puzzles.Puzzle) string {
	name := reports.English.Puzzle(p.String())
	if more := whichOfName(p); more != "" {
		name += ", " + more
	}
	return name
}

// whichOfName says with which holes, to which figure or from where a puzzle is; "" of
// games whose name says all.
func whichOfName(p *puzzles.Puzzle) string {
	b := p.Board
	switch p.Game {
	case puzzles.GameSolo:
		from := "men on " + someCells(b, p.Start)
		if empty := b.All().AndNot(p.Start); empty.Len() == 1 {
			from = "from " + someCells(b, empty)
		}
		return from + " to " + holesInShort(b, p.Goal)
	case puzzles.GameRetour:
		first := "first man on " + holesInShort(b, p.Start)
		if empty := b.All().AndNot(p.Goal); empty.Len() == 1 {
			return first + ", all filled but " + someCells(b, empty)
		}
		return first + ", filled " + someCells(b, p.Goal)
	case puzzles.GameTreffpunkt:
		for _, target := range puzzles.Targets() {
			q, err := puzzles.Treffpunkt(puzzles.Options{Shape: b.Shape(), Size: b.Size(), Army: p.Army, Target: target})
			if err == nil && q.Goal == p.Goal {
				return "target " + target
			}
		}
		return "target " + someCells(b, p.Goal)
	case puzzles.GameConnection:
		return fmt.Sprintf("one of %d lines", len(p.Goals))
	case puzzles.GameOther:
		return "men on " + someCells(b, p.Start)
	}
	return ""
}

// holesInShort is "d4", "any" or "any of 12 holes".
func holesInShort(b *positions.Board, set positions.Bits) string {
	switch set.Len() {
	case 1:
		return someCells(b, set)
	case b.Len():
		return puzzles.AnyHole
	}
	return fmt.Sprintf("any of %d holes", set.Len())
}

// someCells names the cells of a set, the first ones of many.
func someCells(b *positions.Board, set positions.Bits) string {
	const most = 6
	names := b.Names(set)
	if len(names) > most {
		names = append(names[:most-1], "…")
	}
	return strings.Join(names, " ")
}

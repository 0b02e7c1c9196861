package generate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// ErrID is wrapped when a text is no ID of a puzzle.
var ErrID = errors.New("no ID of a puzzle")

// ID returns the name of a puzzle that holds for ever, since it says all of it:
//
//	h1-endgame-star4-booklet-short-START-GOAL
//	h1-solo-english-START-GOAL
//
// START and GOAL are sets of cells as numbers in base 16, without leading zeros:
// the bit of value 2^c is the c-th cell from 0, counted as on all boards of this
// program, row by row from the bottom and from the left within a row. In solo GOAL
// are the holes on which the last man may end. In connection GOAL are straight
// lines instead, each by the names of its ends:
//
//	h1-connection-star2-free-short-START-a1_a7.a1_g7
//
// the end first that is counted first, and the lines in order of their ends, with
// points between them.
func ID(k Kind, p *puzzles.Puzzle) string {
	rules := ""
	if k != Solo {
		rules = fmt.Sprintf("%s-%s-", p.Arrival, p.Jumps)
	}
	goal := bitsText(p.Goal)
	if k == Connection {
		goal = straightsText(p)
	}
	return fmt.Sprintf("h1-%s-%s-%s%s-%s", k, boardName(p.Board), rules, bitsText(p.Start), goal)
}

// ParseID reads what [ID] wrote. Errors wrap [ErrID].
func ParseID(id string) (Kind, *puzzles.Puzzle, error) {
	fail := func(what string) (Kind, *puzzles.Puzzle, error) {
		return "", nil, fmt.Errorf("%w: %s", ErrID, what)
	}
	part := strings.Split(id, "-")
	if len(part) < 5 || part[0] != "h1" {
		return fail("it begins with h1 and has 5 or 7 parts with - between them")
	}
	k := Kind(part[1])
	known := k == Solo && len(part) == 5 || k != Solo && slices.Contains(Kinds(), k) && len(part) == 7
	if !known {
		return fail("the kind is solo with 5 parts in all, or endgame, transfer, connection or treffpunkt with 7")
	}
	board, err := parseBoard(part[2])
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrID, err)
	}
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: board}
	if k == Solo {
		p.Game, p.Arrival = puzzles.GameSolo, positions.Free
	} else {
		if p.Arrival, err = positions.ParseArrival(part[3]); err == nil {
			p.Jumps, err = positions.ParseJumps(part[4])
		}
		if err != nil {
			return "", nil, fmt.Errorf("%w: %w", ErrID, err)
		}
	}
	var okStart, okGoal bool
	p.Start, okStart = parseBits(part[len(part)-2], board.Len())
	if goal := part[len(part)-1]; k == Connection {
		p.Goal, p.Goals, okGoal = parseStraights(board, goal)
	} else if p.Goal, okGoal = parseBits(goal, board.Len()); k != Solo {
		p.Goals = []puzzles.Pattern{{Men: p.Goal}}
	}
	switch {
	case !okStart || !okGoal && k != Connection:
		return fail("start and goal are cells of the board in base 16")
	case !okGoal:
		return fail("the goal of connection are straight lines by their ends, as in a1_a7.a1_g7")
	case (k == Solo) == board.Shape().Courts():
		return fail("solo is played on boards without courts, the others on boards with courts")
	case k.Figures() && p.Arrival.KeepsGoal():
		return fail("the rules of connection and treffpunkt are free")
	}
	for _, g := range p.Goals {
		if g.Men.Len() != p.Start.Len() {
			return fail("start and goal differ in size")
		}
	}
	p.Army = strconv.Itoa(p.Men())
	if ID(k, p) != id {
		return fail("it is not written as this program writes it: " + ID(k, p))
	}
	return k, p, nil
}

// straightsText names the goals of connection.
func straightsText(p *puzzles.Puzzle) string {
	var out []string
	for _, g := range StraightGoals(p) {
		out = append(out, p.Board.Name(g[0])+"_"+p.Board.Name(g[1]))
	}
	return strings.Join(out, ".")
}

// parseStraights reads what straightsText wrote.
func parseStraights(b *positions.Board, text string) (all positions.Bits, goals []puzzles.Pattern, ok bool) {
	for line := range strings.SplitSeq(text, ".") {
		from, to, _ := strings.Cut(line, "_")
		first, errFirst := b.ParseCell(from)
		last, errLast := b.ParseCell(to)
		if errFirst != nil || errLast != nil {
			return all, nil, false
		}
		cells, ok := straightBetween(b, first, last)
		if !ok || slices.Contains(goals, puzzles.Pattern{Men: cells}) {
			return all, nil, false
		}
		all = all.Or(cells)
		goals = append(goals, puzzles.Pattern{Men: cells})
	}
	return all, goals, true
}

// boardName is "star4", "square6" or "english".
func boardName(b *positions.Board) string {
	if smallest, largest, _ := b.Shape().Sizes(); smallest == largest {
		return b.Shape().String()
	}
	return fmt.Sprintf("%s%d", b.Shape(), b.Size())
}

func parseBoard(name string) (*positions.Board, error) {
	word := strings.TrimRight(name, "0123456789")
	shape, err := positions.ParseShape(word)
	if err != nil {
		return nil, err
	}
	size, _ := strconv.Atoi(name[len(word):]) // 0 without digits; ID is compared in the end
	return positions.NewBoard(shape, size)
}

// bitsText writes a set of cells in base 16, the greatest digit first.
func bitsText(b positions.Bits) string {
	text := fmt.Sprintf("%016x%016x%016x%016x", b[3], b[2], b[1], b[0])
	if text = strings.TrimLeft(text, "0"); text == "" {
		return "0"
	}
	return text
}

// parseBits reads a set that is not empty of the first n cells.
func parseBits(text string, n int) (b positions.Bits, ok bool) {
	if len(text) > 64 {
		return b, false
	}
	text = strings.Repeat("0", 64-len(text)) + text
	for i := range b {
		w, err := strconv.ParseUint(text[64-16*(i+1):64-16*i], 16, 64)
		if err != nil {
			return b, false
		}
		b[i] = w
	}
	cells := b.Cells()
	return b, len(cells) > 0 && int(cells[len(cells)-1]) < n
}

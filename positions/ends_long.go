package positions

import "math/bits"

// Long jumps may lead over men of their own class, at an even distance, and how far they
// reach depends on who stands on their line. So it does make a difference whose man
// jumps: his own cell is empty then, on the few lines that lead through it.
//
//   - Over him nobody jumps. What is reached without these jumps may be less than the
//     parts say, so the sets of a man who comes into a part with such a jump may have more
//     cells than he can go to. They are put right when the moves are listed, by a walk from
//     cell to cell, for men of whose sets anything is left by then.
//   - Over the next men on these lines longer jumps may be possible, across his cell: they
//     are noted with his jump over these men, and those with an end in his set widen it.
//     Without such a jump, which lands as far behind the man as he stands before him,
//     there are none, for they need room for more.
//
// All other jumps are those of the parts. Of both kinds only those count whose ends are an
// even number of cells away from his own: no chain leaves its class.
type longEnds struct {
	g     *Generator // with the position in work loaded
	wide  []wideJumps
	over  []wideJumps    // jumps over the man by himself
	loose [MaxCells]bool // by place in men: the set may have too many cells
}

// wideJumps are jumps over one man between cells of his line that are from, from+2, … to
// cells away from him, for one man, by his place in men.
type wideJumps struct {
	man      uint8
	at       uint16 // of the man who is jumped over, on the list of all lines
	from, to uint8
}

// scanLines finds the jumps of the position that g has loaded.
func (e *Ends[W]) scanLines(g *Generator) {
	t, l := e.table, e.long
	l.g, l.wide, l.over = g, l.wide[:0], l.over[:0]
	links, found, chains := e.links[:0], e.found[:0], e.mode == Moves
	for line := range t.lines {
		men := g.lines[line]
		if men == 0 {
			continue
		}
		first, end := int(t.lineAt[line]), int(t.lineAt[line+1])
		cells := t.onLines[first:end]
		second, last := -1, -1 // the places of the two men before, or what lies before the line
		for men != 0 {
			at := bits.TrailingZeros64(men)
			men &= men - 1
			next, afterNext := len(cells), len(cells)
			if men != 0 {
				next = bits.TrailingZeros64(men)
				if more := men & (men - 1); more != 0 {
					afterNext = bits.TrailingZeros64(more)
				}
			}
			back, ahead := at-last, next-at // to the men, or beyond the line
			jumps, from, to := -1, 0, 0     // who jumps over him, and the jumps only he has
			switch {
			case back < ahead && last >= 0:
				jumps, from, to = last, back+2, min(ahead, at-second)-1
				found = append(found, Move{From: cells[last], To: cells[at+back]})
			case ahead < back && next < len(cells):
				jumps, from, to = next, ahead+2, min(back, afterNext-at)-1
				found = append(found, Move{From: cells[next], To: cells[at-ahead]})
			}
			if chains {
				free := min(back, ahead) - 1 // up to here there are jumps of all men
				for i := 1; i <= free; i++ {
					links = append(links, [2]uint8{cells[at-i], cells[at+i]})
				}
				if free > 1 {
					l.over = append(l.over, wideJumps{e.index[cells[at]], uint16(first + at), 2, uint8(free)})
				}
				if jumps >= 0 && from <= to {
					l.wide = append(l.wide, wideJumps{e.index[cells[jumps]], uint16(first + at), uint8(from), uint8(to)})
				}
			}
			second, last = last, at
		}
	}
	e.links, e.found = links, found
}

// widen adds what men reach across their own cells, and notes whose sets may have too much.
func (e *Ends[W]) widen(g *Generator) {
	t, l := e.table, e.long
	clear(l.loose[:g.n])
	for again := true; again; {
		again = false
		for _, j := range l.wide {
			ends := &e.ends[j.man]
			for i := uint16(j.from); i <= uint16(j.to); i += 2 {
				a, b := t.onLines[j.at-i], t.onLines[j.at+i]
				switch hasA, hasB := in(ends, a), in(ends, b); {
				case hasA && !hasB:
					e.reach(ends, b)
					again = true
				case hasB && !hasA:
					e.reach(ends, a)
					again = true
				}
			}
		}
	}
	for _, j := range l.over {
		for i := uint16(j.from); i <= uint16(j.to); i += 2 {
			l.loose[j.man] = l.loose[j.man] || in(&e.ends[j.man], t.onLines[j.at+i])
		}
	}
	for i, from := range e.men {
		for k := 0; k < len(e.ends[i]); k++ {
			e.ends[i][k] |= e.near[from][k]
		}
	}
}

// reach adds a cell to those where a man can come, and all of its part.
func (e *Ends[W]) reach(ends *W, c uint8) {
	p := e.part[c]
	if p == 0 {
		(*ends)[c>>6%uint8(len(*ends))] |= 1 << (c & 63)
		return
	}
	cells := &e.cells[e.root(p)]
	for k := 0; k < len(*ends); k++ {
		(*ends)[k] |= (*cells)[k]
	}
}

// settle takes from the sets the cells where no turn ends.
func (e *Ends[W]) settle() {
	l := e.long
	var none W
	for i, from := range e.men {
		if !l.loose[i] || e.ends[i] == none {
			continue
		}
		ends, near := &e.ends[i], e.near[from]
		for _, c := range l.g.queue[1:l.g.walk(from, MaxCells)] {
			near[c>>6%uint8(len(near))] |= 1 << (c & 63)
		}
		for k := 0; k < len(*ends); k++ {
			(*ends)[k] &= near[k]
		}
		l.loose[i] = false
	}
}

func in[W Words](w *W, c uint8) bool { return (*w)[c>>6%uint8(len(*w))]>>(c&63)&1 != 0 }

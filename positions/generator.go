package positions

import "math/bits"

// Move is one turn without its path: the man on From goes to To, at the least
// in Hops hops (1 for a step or a single jump).
type Move struct{ From, To, Hops uint8 }

// Generator lists the moves of one position at a time. It belongs to one
// goroutine; [Load] a position, then call [Generator.Append]. It allocates
// nothing.
//
// A chain's landing cells are those that a breadth-first walk over single jumps
// reaches while the mover's own cell counts as empty, so each has its least
// number of jumps. The walk costs a few loads a cell; men that touch nobody end
// it at once. A jump changes both coordinates by even numbers and a step does
// not, so no cell is both a step and a chain away and none is listed twice.
type Generator struct {
	table *MoveTable
	zones *Zones
	mode  Count
	man   [MaxCells]bool
	men   [MaxCells]uint8
	n     int
	queue [MaxCells]uint8
	depth [MaxCells]uint8 // hops to the cells in queue
	solo  [MaxCells]uint8 // hops by legal turns of one hop each, 0: none (see through)

	// For long jumps: the men of each line by their places, and of the cells that are
	// known where single jumps from there land with all men on the board.
	lines [maxLines]uint64
	known [MaxCells / 64]uint64
	lands [MaxCells]landings
	some  [MaxCells]landings // the same without those that do not jump
	count [MaxCells]uint8    // how many these are
}

// NewGenerator returns a generator over t. zones restricts which turns are
// legal, nil for none. With mode [Moves] a move is a whole turn. With [Hops] it
// is a single step or jump, and besides a chain that no sequence of shorter
// legal turns replaces (one that crosses a court it could not leave or enter):
// any other chain is as long when cut into single jumps.
func NewGenerator(t *MoveTable, zones *Zones, mode Count) *Generator {
	if zones == nil {
		zones = new(Zones)
		for i := range zones.barred {
			zones.barred[i] = &zones.rows[0]
		}
	}
	return &Generator{table: t, zones: zones, mode: mode}
}

// Load sets the position.
func Load[W Words](g *Generator, w *W) {
	for _, c := range g.men[:g.n] {
		g.man[c] = false
	}
	n := 0
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k]; m != 0; m &= m - 1 {
			c := uint8(k<<6 + bits.TrailingZeros64(m))
			g.men[n&(MaxCells-1)] = c
			g.man[c] = true
			n++
		}
	}
	g.n = n
	if g.table.jumps.Long() {
		g.fillLines()
	}
}

// fillLines puts the men on their lines.
func (g *Generator) fillLines() {
	t := g.table
	clear(g.lines[:t.lines])
	clear(g.known[:])
	for _, c := range g.men[:g.n] {
		for _, p := range t.through[c][:t.dirs/2] {
			g.lines[p.line] |= 1 << (p.at & 63)
		}
	}
}

// Men returns the cells with men in increasing order. The slice is valid until
// the next [Load].
func (g *Generator) Men() []uint8 { return g.men[:g.n] }

// Has reports whether a man stands on c.
func (g *Generator) Has(c uint8) bool { return g.man[c] }

// Append appends all moves of the loaded position to dst, man by man in the
// order of [Generator.Men].
func (g *Generator) Append(dst []Move) []Move {
	for _, from := range g.men[:g.n] {
		dst = g.AppendFrom(dst, from)
	}
	return dst
}

// AppendFrom appends the moves of the man on from: steps first, then landing
// cells of chains, nearest first.
func (g *Generator) AppendFrom(dst []Move, from uint8) []Move {
	barred := g.zones.barred[from]
	t := g.table
	for _, to := range t.steps[t.stepAt[from]:t.stepAt[int(from)+1]] {
		if !g.man[to] && !barred[to] {
			dst = append(dst, Move{from, to, 1})
		}
	}
	switch {
	case g.mode == Moves && t.jumps == Short:
		return g.appendShortChains(dst, from)
	case g.mode == Moves:
		n := g.walk(from, MaxCells)
		for i, to := range g.queue[1:n] {
			if !barred[to] {
				dst = append(dst, Move{from, to, g.depth[i+1]})
			}
		}
		return dst
	}
	n := g.walk(from, 1)
	for _, to := range g.queue[1:n] {
		if !barred[to] {
			dst = append(dst, Move{from, to, 1})
		}
	}
	if g.zones.active {
		dst = g.appendThrough(dst, from)
	}
	return dst
}

// appendShortChains is the hot case: chains of short jumps.
func (g *Generator) appendShortChains(dst []Move, from uint8) []Move {
	t, barred := g.table, g.zones.barred[from]
	var landed [MaxCells / 64]uint64
	landed[from>>6] = 1 << (from & 63)
	g.man[from] = false
	g.queue[0], g.depth[0] = from, 0
	for head, tail := 0, 1; head < tail; head++ {
		u, hops := g.queue[head&(MaxCells-1)], g.depth[head&(MaxCells-1)]+1
		for _, h := range t.hops[t.hopAt[u]:t.hopAt[int(u)+1]] {
			if !g.man[h.Over] || g.man[h.Land] || landed[h.Land>>6]>>(h.Land&63)&1 != 0 {
				continue
			}
			landed[h.Land>>6] |= 1 << (h.Land & 63)
			g.queue[tail&(MaxCells-1)], g.depth[tail&(MaxCells-1)] = h.Land, hops
			tail++
			if !barred[h.Land] {
				dst = append(dst, Move{from, h.Land, hops})
			}
		}
	}
	g.man[from] = true
	return dst
}

// walk fills queue and depth with the cells a chain of at most limit jumps from
// from lands on, itself first, and returns how many there are.
func (g *Generator) walk(from uint8, limit int) int {
	var landed [MaxCells / 64]uint64
	landed[from>>6] = 1 << (from & 63)
	g.man[from] = false
	g.queue[0], g.depth[0] = from, 0
	tail := 1
	var to landings
	for head := 0; head < tail && int(g.depth[head]) < limit; head++ {
		for _, land := range g.jumps(g.queue[head&(MaxCells-1)], from, &to) {
			if bit := uint64(1) << (land & 63); landed[land>>6]&bit == 0 {
				landed[land>>6] |= bit
				g.queue[tail&(MaxCells-1)], g.depth[tail&(MaxCells-1)] = land, g.depth[head]+1
				tail++
			}
		}
	}
	g.man[from] = true
	return tail
}

// landings are the landing cells of the single jumps from a cell.
type landings [2 * maxAxes]uint8

// jumps returns the landing cells of all single jumps from u, whoever stands there, of a
// turn that begins on from, which has been lifted: in the order of the directions. Some may
// be u itself, where there is no jump. room is space for them.
func (g *Generator) jumps(u, from uint8, room *landings) []uint8 {
	t := g.table
	switch {
	case t.jumps == Short:
		n := 0
		for _, h := range t.hops[t.hopAt[u]:t.hopAt[int(u)+1]] {
			if g.man[h.Over] && !g.man[h.Land] {
				room[n&(len(room)-1)] = h.Land
				n++
			}
		}
		return room[:n]
	case u == from: // who is not looked at again
		g.longJumps(room, u)
		return room[:t.dirs]
	}
	// Jumps of men who meet on a cell are the same, but for those along the line where one
	// of them has left his own cell.
	if g.known[u>>6]>>(u&63)&1 == 0 {
		g.learn(u)
	}
	if axis := t.commonLine(u, from); axis >= 0 {
		*room = g.lands[u]
		own := &t.through[from][axis&(maxAxes-1)]
		g.alongLine(room, u, axis, g.lines[own.line]&^(1<<(own.at&63)))
		return room[:t.dirs]
	}
	return g.some[u][:g.count[u]]
}

// learn finds where long jumps from u land with all men on the board.
func (g *Generator) learn(u uint8) {
	g.known[u>>6] |= 1 << (u & 63)
	g.longJumps(&g.lands[u], u)
	n := uint8(0)
	for _, land := range g.lands[u][:g.table.dirs] {
		g.some[u][n] = land
		if land != u {
			n++
		}
	}
	g.count[u] = n
}

// longJumps sets where long jumps from u land.
func (g *Generator) longJumps(to *landings, u uint8) {
	for axis := range g.table.dirs / 2 {
		g.alongLine(to, u, axis, g.lines[g.table.through[u][axis&(maxAxes-1)].line])
	}
}

// alongLine sets where long jumps from u along an axis land, ahead and back, with men on
// these places of the line. It has no branches, which would be hard to foresee.
func (g *Generator) alongLine(to *landings, u uint8, axis int, men uint64) {
	t := g.table
	p := &t.through[u][axis&(maxAxes-1)]
	m := men >> (p.at & 63) >> 1                   // bit 0 is the next cell ahead
	k := bits.TrailingZeros64(m)                   // cells before the man, and behind him
	behind := m >> (k & 63) >> 1 & (2<<(k&63) - 1) // men on these and where the jump lands
	way := 2*k + 2
	if behind != 0 {
		way = 0
	}
	if way > int(p.ahead) {
		way = 0
	}
	to[axis&(len(to)-1)] = t.onLines[(int(p.listed)+way)&(len(t.onLines)-1)]

	m = men << (^p.at & 63) << 1 // the highest bit is the next cell back
	k = bits.LeadingZeros64(m)
	behind = m << (k & 63) << 1 >> ((63 - k) & 63)
	way = 2*k + 2
	if behind != 0 {
		way = 0
	}
	if way > int(p.at) {
		way = 0
	}
	to[(axis+t.dirs/2)&(len(to)-1)] = t.onLines[(int(p.listed)-way)&(len(t.onLines)-1)]
}

// appendThrough appends the chains that matter when hops are counted: those
// shorter than every way to the same cell by legal turns of one jump each.
func (g *Generator) appendThrough(dst []Move, from uint8) []Move {
	n := g.walk(from, MaxCells)
	if n == 1 {
		return dst
	}
	var cells, hops [MaxCells]uint8
	copy(cells[:n], g.queue[:n])
	copy(hops[:n], g.depth[:n])
	g.walkTurns(from)
	for i := 1; i < n; i++ {
		to := cells[i]
		if !g.zones.barred[from][to] && (g.solo[to] == 0 || hops[i] < g.solo[to]) {
			dst = append(dst, Move{from, to, hops[i]})
		}
	}
	return dst
}

// walkTurns fills solo with the number of jumps to each cell when every jump
// is a turn of its own that the zones allow.
func (g *Generator) walkTurns(from uint8) {
	g.solo = [MaxCells]uint8{}
	g.man[from] = false
	g.queue[0], g.depth[0] = from, 0
	tail := 1
	var to landings
	for head := 0; head < tail; head++ {
		u := g.queue[head]
		barred := g.zones.barred[u]
		for _, land := range g.jumps(u, from, &to) {
			if land != from && g.solo[land] == 0 && !barred[land] {
				g.solo[land] = g.depth[head] + 1
				g.queue[tail], g.depth[tail] = land, g.depth[head]+1
				tail++
			}
		}
	}
	g.man[from] = true
}

package positions

// Zones restricts where a turn may end by where it starts. The arrival rule is
// one such restriction; read backwards in time it is another.
type Zones struct {
	active bool
	rows   [3][MaxCells]bool
	barred [MaxCells]*[MaxCells]bool // by the turn's first cell: may it not end there?
}

// NewZones returns the restrictions of a puzzle with the given start and goal
// courts. With keepGoal no turn leads out of the goal: the arrival rule. With
// keepOut no turn leads into the start from outside it: the arrival rule for a
// line that is read backwards and mirrored, when start and goal swap.
// Start and goal must be disjoint.
func NewZones(start, goal Bits, keepGoal, keepOut bool) *Zones {
	z := &Zones{active: keepGoal || keepOut}
	zone := func(c Cell) int {
		switch {
		case start.Has(c):
			return 1
		case goal.Has(c):
			return 2
		}
		return 0
	}
	for to := range Cell(MaxCells) {
		for from := range z.rows {
			z.rows[from][to] = keepGoal && from == 2 && zone(to) != 2 ||
				keepOut && from != 1 && zone(to) == 1
		}
	}
	for from := range Cell(MaxCells) {
		z.barred[from] = &z.rows[zone(from)]
	}
	return z
}

// Barred reports whether a turn from one cell to the other is illegal.
func (z *Zones) Barred(from, to Cell) bool { return z.barred[from][to] }

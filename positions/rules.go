package positions

import "fmt"

// Arrival says whether a man may leave its goal court once a turn of its own
// ended there.
type Arrival uint8

// The two rule sets for arrival.
const (
	// Booklet is the printed rule: a turn that starts in the goal court ends
	// there. What a chain touches on the way is free.
	Booklet Arrival = iota
	// Free drops the rule, as published solitaire results do (Bell 2009).
	Free
)

// String returns "booklet" or "free".
func (a Arrival) String() string { return [...]string{"booklet", "free"}[a] }

// KeepsGoal reports whether a turn that begins in the goal court must end there.
func (a Arrival) KeepsGoal() bool { return a == Booklet }

// ParseArrival reads the name of a rule set.
func ParseArrival(name string) (Arrival, error) { return ParseName("rules", name, Booklet, Free) }

// Jumps says how far a jump may reach.
type Jumps uint8

// The two kinds of jumps.
const (
	// Short jumps cross a neighbouring man to the cell right behind it.
	Short Jumps = iota
	// Super jumps cross a man at any distance d to the cell d behind it, all
	// cells between being empty (Super-Halma, Sprung-Halma).
	Super
)

// String returns "short" or "super".
func (j Jumps) String() string { return [...]string{"short", "super"}[j] }

// Long reports whether a jump may cross a man at a distance.
func (j Jumps) Long() bool { return j == Super }

// ParseJumps reads the name of a kind of jumps.
func ParseJumps(name string) (Jumps, error) { return ParseName("jumps", name, Short, Super) }

// Count says what the length of a solution counts.
type Count uint8

// The two ways to count.
const (
	// Moves counts turns: a chain of jumps is one.
	Moves Count = iota
	// Hops counts every step and every single jump.
	Hops
)

// String returns "moves" or "hops".
func (c Count) String() string { return [...]string{"moves", "hops"}[c] }

// EachHop reports whether every step and every single jump counts, not the turn.
func (c Count) EachHop() bool { return c == Hops }

// ParseCount reads the name of a way to count.
func ParseCount(name string) (Count, error) { return ParseName("count", name, Moves, Hops) }

// ParseName returns the value that is printed as name. The error says what is
// unknown and which names there are.
func ParseName[T fmt.Stringer](what, name string, values ...T) (T, error) {
	for _, v := range values {
		if v.String() == name {
			return v, nil
		}
	}
	var none T
	return none, fmt.Errorf("unknown %s %q (%s)", what, name, OneOf(values))
}

package session

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// Sentences that say how a lower bound was proven.
const (
	ProofOfRows      = "exact distance from start to goal in the row abstraction"
	ProofOfGain      = "the rows gained before and after any position of a shorter line cannot add up to all (proven greatest gains)"
	ProofOfDiagonals = "a hop gains four rows at most, and what the men of each diagonal lose of that on their way adds up to more hops"
)

// ProofOfMidpoints is the sentence for a length that was refuted.
func ProofOfMidpoints(c positions.Count, length int) string {
	return fmt.Sprintf("complete search through the midpoints of all lines found none of %d %s; shorter ones were refuted the same way or by bounds on the rows advanced", length, c)
}

// ProofOfLosses is the sentence for a length that was refuted by what hops lose.
func ProofOfLosses(hops int) string {
	return fmt.Sprintf("complete search, in the order of what hops lose of four rows each, found no line of %d hops or fewer", hops)
}

// ProofWithoutMark is the sentence for a bound of the game without the mark.
func ProofWithoutMark(proof string) string { return "even without the mark: " + proof }

// ProofToAnyHole is the sentence for a bound of the game that may end in any hole.
func ProofToAnyHole(proof string) string { return "even to any hole: " + proof }

// ProofOfClasses is the sentence for the bound of the start.
func ProofOfClasses(c positions.Count) string {
	return fmt.Sprintf("the least number of %s that bring each man to a hole of its own, counted by the holes that steps and jumps can lead to", c)
}

package session

import (
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Bounds and line are read by all and written here alone: by [Knowledge.Raise],
// [Knowledge.Deny] and [Knowledge.Offer], which hold them against each other.

// Puzzle is what the knowledge is about.
func (k *Knowledge) Puzzle() *puzzles.Puzzle { return k.puzzle }

// Lower is the proven lower bound, in the puzzle's count.
func (k *Knowledge) Lower() int { return k.lower }

// Upper is the length of the best line, or [NoUpper].
func (k *Knowledge) Upper() int { return k.upper }

// Line is the best line, nil if none is known.
func (k *Knowledge) Line() puzzles.Line { return k.line }

// Proof says in one sentence how the lower bound was proven.
func (k *Knowledge) Proof() string { return k.proof }

// Steps prove the lower bound; nil for games without certificates.
func (k *Knowledge) Steps() []certificate.Step { return k.steps }

// Impossible reports whether it is proven that there is no line.
func (k *Knowledge) Impossible() bool { return k.impossible }

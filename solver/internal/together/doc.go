// Package together finds the shortest game of two armies that help each other and
// proves that none is shorter.
//
//	space.go   positions, their mirror images, turns
//	bound.go   the theorems: when a position cannot be won in time; of few men the rows are
//	           asked, too (bounds/armyrows.go)
//	flood.go   ways of jumps, by how many of their cells are to be filled first
//	sweep.go   a layer from the one before, by any number of goroutines; file.go keeps how
//	           far that is
//	layers.go  layers of positions, turn by turn; lines from them
//	proof.go   those layers in a certificate
//	late.go    layers by the winner's turns, with helpers who may pass and move late:
//	           what is refuted so is refuted; block.go and chains.go have which of the
//	           helpers' turns that leaves, stock.go the theorems for it. What is not
//	           refuted has ways of the winner, and most often one of these has a game
//	search.go  rounds of growing effort: beams for lines, complete searches for bounds
//
// The winner is the marked army of the puzzle; the other one are the helpers. A game of
// T turns has (T+1)/2 turns of the winner, who makes the last one, and T/2 of the
// helpers. So a complete search settles one T: layer by layer all positions from which
// the game might still be won in time. A certificate has the layers of layers.go, and
// says of which lengths late.go refuted. Where the rounds are is saved, and how far the
// searches of the length in work: who changes what a layer holds has to change the format
// of what is saved, too (file.go).
package together

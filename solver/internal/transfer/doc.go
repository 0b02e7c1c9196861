// Package transfer solves transfers: puzzles whose goal is the image of the start
// under the half turn of the board, with or without one marked man.
//
//	                 ┌────────── rounds of growing effort (rounds.go) ────────────┐
//	puzzle ─ space ─ │ beams (beam.go, meeting.go)      → shorter lines           │ ─ result
//	                 │ equip (equip.go, gains.go)       → better bounds           │
//	                 │ refutations (refute.go)          → greater lower bound     │
//	                 └────────────────────────────────────────────────────────────┘
//
// attack.go holds the parts together; regime.go says under which bounds a layer of a
// refutation was made; halves.go and images.go what its two halves ask; classprice.go
// prunes by what men must do one by one; treffhalma.go does without the mark as long as that decides.
// Short hops on a square are searched by what they lose, in beams and in full (bylosses.go,
// package losses).
package transfer

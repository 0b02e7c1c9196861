package main

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// benchInstances lists all instances. Pinned counts change with the searches;
// whoever changes them says why in the commit.
func benchInstances() []benchInstance {
	puzzle := func(shape positions.Shape, size int, army string, a positions.Arrival) puzzles.Options {
		return puzzles.Options{Shape: shape, Size: size, Army: army, Arrival: a}
	}
	const free, booklet = positions.Free, positions.Booklet
	var out []benchInstance
	solve := func(suite, name string, o puzzles.Options, optimum int, expanded int64) {
		out = append(out, benchInstance{suite: suite, name: name, options: o, lower: optimum, expanded: expanded})
	}
	find := func(name string, o puzzles.Options, target int, expanded int64) {
		out = append(out, benchInstance{suite: "targets", name: name, options: o, target: target, expanded: expanded})
	}
	star, square, rhombus := positions.Star, positions.Square, positions.Rhombus
	for _, i := range smallInstances {
		for n, a := range []positions.Arrival{free, booklet} {
			name := fmt.Sprintf("%s %d, %s men, %s", i.shape, i.size, i.army, a)
			o := puzzle(i.shape, i.size, i.army, a)
			solve("quick", name, o, i.optimum[n], i.expanded[n])
			out = append(out, benchInstance{
				suite: "reference", name: name, options: o,
				lower: i.optimum[n], expanded: i.expanded[n], reference: true,
			})
		}
	}
	for _, i := range []struct {
		size     int
		army     string
		optimum  int
		expanded int64
	}{
		{8, "15", 37, 15_537},
		{10, "15", 52, 10_883},
	} {
		o := puzzle(square, i.size, i.army, free)
		o.Count = positions.Hops
		solve("quick", fmt.Sprintf("square %d, %s men, hops", i.size, i.army), o, i.optimum, i.expanded)
	}
	solve("targets", "star, 10 men, free", puzzle(star, 0, "10", free), 27, 439_117)
	solve("targets", "star, 10 men, booklet", puzzle(star, 0, "10", booklet), 27, 439_117)
	solve("targets", "rhombus 7, 6 men, free", puzzle(rhombus, 7, "6", free), 17, 6_909)
	solve("targets", "rhombus 9, 6 men, free", puzzle(rhombus, 9, "6", free), 23, 21_540)
	solve("targets", "square 8, 10 men, free", puzzle(square, 8, "10", free), 18, 391_227)
	superHops := puzzle(star, 3, "10", free)
	superHops.Count, superHops.Jumps = positions.Hops, positions.Super
	solve("targets", "star 3, 10 men, hops, super jumps", superHops, 23, 1_309_859)
	out = append(out, benchInstance{
		suite: "reference", name: "rhombus 9, 6 men, free", options: puzzle(rhombus, 9, "6", free),
		lower: 23, expanded: 21_540, reference: true,
	})
	find("star, 15 men, free", puzzle(star, 0, "15", free), 32, 3_649)
	find("star, 15 men, booklet", puzzle(star, 0, "15", booklet), 32, 3_649)
	find("star, 15 men, free", puzzle(star, 0, "15", free), 31, 291_527)
	find("star, 15 men, booklet", puzzle(star, 0, "15", booklet), 31, 291_527)
	find("square 16, 19 men, booklet", puzzle(square, 16, "19", booklet), 47, 42_686)
	find("square 16, 19 men, booklet", puzzle(square, 16, "19", booklet), 45, 42_686)
	find("square 16, 19 men, booklet", puzzle(square, 16, "19", booklet), 43, 42_686)
	find("square 16, 13 men, booklet", puzzle(square, 16, "13", booklet), 40, 108_859)
	find("square 10, 15 men, booklet", puzzle(square, 10, "15", booklet), 27, 92_627)
	find("square 8, 10 men, booklet", puzzle(square, 8, "10", booklet), 18, 2_917)
	return append(out, treffhalmaInstances()...)
}

// treffhalmaInstances are those with a marked man.
func treffhalmaInstances() []benchInstance {
	var out []benchInstance
	for _, i := range []struct {
		suite           string
		shape           positions.Shape
		size            int
		army            string
		arrival         positions.Arrival
		optimum, target int
		expanded        int64
	}{
		{"quick", positions.Square, 6, "6", positions.Free, 11, 0, 7_748},
		{"quick", positions.Square, 7, "6", positions.Booklet, 13, 0, 32_086},
		{"quick", positions.Rhombus, 8, "6", positions.Free, 20, 0, 13_305},
		{"quick", positions.Square, 16, "3", positions.Free, 24, 0, 3_662},
		{"targets", positions.Star, 4, "10", positions.Booklet, 27, 0, 459_513},
		{"targets", positions.Square, 8, "10", positions.Booklet, 18, 0, 1_494_967},
		{"targets", positions.Star, 4, "15", positions.Booklet, 0, 32, 3_649},
		{"targets", positions.Square, 10, "15", positions.Booklet, 0, 27, 105_012},
		{"targets", positions.Square, 16, "19", positions.Booklet, 0, 49, 2_897},
		{"reference", positions.Square, 6, "6", positions.Booklet, 11, 0, 7_748},
		{"reference", positions.Rhombus, 6, "6", positions.Booklet, 15, 0, 29_795},
	} {
		out = append(out, benchInstance{
			suite: i.suite, name: fmt.Sprintf("treffhalma %s %d, %s, %s", i.shape, i.size, i.army, i.arrival), marked: true,
			options: puzzles.Options{Shape: i.shape, Size: i.size, Army: i.army, Arrival: i.arrival},
			target:  i.target, lower: i.optimum, expanded: i.expanded, reference: i.suite == "reference",
		})
	}
	return out
}

// smallInstance is a transfer that is solved within a second under both rule
// sets: free, booklet.
type smallInstance struct {
	shape    positions.Shape
	size     int
	army     string
	optimum  [2]int
	expanded [2]int64
}

var smallInstances = []smallInstance{
	{positions.Square, 3, "3", [2]int{4, 4}, [2]int64{76, 76}},
	{positions.Square, 4, "3", [2]int{5, 5}, [2]int64{41, 41}},
	{positions.Square, 4, "6", [2]int{6, 6}, [2]int64{101, 101}},
	{positions.Square, 5, "3", [2]int{7, 7}, [2]int64{1345, 1345}},
	{positions.Square, 5, "6", [2]int{9, 9}, [2]int64{2420, 2420}},
	{positions.Square, 6, "3", [2]int{8, 8}, [2]int64{117, 117}},
	{positions.Square, 6, "6", [2]int{10, 10}, [2]int64{1736, 1736}},
	{positions.Square, 7, "3", [2]int{10, 10}, [2]int64{1137, 1137}},
	{positions.Square, 7, "6", [2]int{12, 12}, [2]int64{4276, 4276}},
	{positions.Square, 8, "3", [2]int{11, 11}, [2]int64{396, 396}},
	{positions.Square, 8, "6", [2]int{14, 14}, [2]int64{9851, 9851}},
	{positions.Rhombus, 3, "3", [2]int{5, 5}, [2]int64{85, 85}},
	{positions.Rhombus, 4, "3", [2]int{8, 8}, [2]int64{385, 385}},
	{positions.Rhombus, 4, "6", [2]int{8, 8}, [2]int64{1014, 1014}},
	{positions.Rhombus, 5, "3", [2]int{11, 11}, [2]int64{1576, 1576}},
	{positions.Rhombus, 5, "6", [2]int{11, 11}, [2]int64{1944, 1944}},
	{positions.Rhombus, 6, "3", [2]int{14, 14}, [2]int64{2825, 2825}},
	{positions.Rhombus, 6, "6", [2]int{15, 15}, [2]int64{9471, 9471}},
	{positions.Rhombus, 7, "3", [2]int{17, 17}, [2]int64{2239, 2239}},
	{positions.Rhombus, 7, "6", [2]int{17, 17}, [2]int64{6909, 6909}},
	{positions.Rhombus, 8, "3", [2]int{20, 20}, [2]int64{2383, 2383}},
	{positions.Rhombus, 8, "6", [2]int{19, 19}, [2]int64{5826, 5826}},
}

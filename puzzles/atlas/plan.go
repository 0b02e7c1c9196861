package atlas

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Plan lists the questions that the atlas is to answer, in its order: what helps
// another answer comes before it.
func Plan() (plan []Question) {
	for _, game := range []puzzles.Game{puzzles.GameHighscore, puzzles.GameTreffhalma} {
		plan = append(plan, transfers(game)...)
	}
	plan = append(plan, shortests()...)
	plan = append(plan, connections()...)
	plan = append(plan, meetings()...)
	plan = append(plan, vacancies()...)
	return append(plan, Question{Game: puzzles.GameRetour, Board: positions.English.String(), From: "d4", To: "d4", Count: positions.Moves.String()})
}

// planned are the sizes of boards that the atlas has.
var planned = map[positions.Shape][]int{
	positions.Star:    {1, 2, 3, 4},
	positions.Square:  {3, 4, 5, 6, 7, 8, 9, 10, 16},
	positions.Rhombus: {3, 4, 5, 6, 7, 8, 9},
}

// transfers are those of the booklets: all armies but that of one man and, of blocks,
// those that are no usual army. Free rules come first: what they prove holds for both.
func transfers(game puzzles.Game) (list []Question) {
	for _, shape := range []positions.Shape{positions.Star, positions.Square, positions.Rhombus} {
		for _, size := range planned[shape] {
			for _, men := range []string{"3", "6", "10", "13", "15", "19", "ring"} {
				for _, unit := range units() {
					for _, rules := range []positions.Arrival{positions.Free, positions.Booklet} {
						q := Question{Game: game, Board: shape.String(), Size: size, Men: men, Rules: rules.String()}
						list = q.possible(list, unit)
					}
				}
			}
		}
	}
	return list
}

// shortests are the games of two armies that are triangles. The star comes first: what is
// proven of it holds for the rhombus in it.
func shortests() (list []Question) {
	for _, shape := range []positions.Shape{positions.Star, positions.Square, positions.Rhombus} {
		for _, size := range planned[shape] {
			for _, men := range []string{"1", "3", "6", "10", "15"} {
				q := Question{Game: puzzles.GameShortest, Board: shape.String(), Size: size, Men: men}
				list = q.possible(list, unit{positions.Moves, positions.Short})
			}
		}
	}
	return list
}

// connections are all variants of the game.
func connections() (list []Question) {
	for _, size := range planned[positions.Star] {
		for _, lines := range []puzzles.Lines{puzzles.OwnLines, puzzles.AnyLines} {
			for _, unit := range units() {
				q := Question{Game: puzzles.GameConnection, Board: positions.Star.String(), Size: size, Goal: lines.String()}
				list = q.possible(list, unit)
			}
		}
	}
	return list
}

// meetings are all built-in figures of treffpunkt.
func meetings() (list []Question) {
	for _, size := range planned[positions.Square] {
		for _, target := range puzzles.Targets() {
			for _, men := range []string{"3", "6", "10", "13", "15", "19"} {
				for _, unit := range units() {
					q := Question{Game: puzzles.GameTreffpunkt, Board: positions.Square.String(), Size: size, Men: men, Target: target}
					list = q.possible(list, unit)
				}
			}
		}
	}
	return list
}

// unit is what a line is counted in, and how men jump.
type unit struct {
	count positions.Count
	jumps positions.Jumps
}

func units() []unit {
	return []unit{
		{positions.Moves, positions.Short},
		{positions.Hops, positions.Short},
		{positions.Moves, positions.Super},
		{positions.Hops, positions.Super},
	}
}

// possible appends the question in a unit if there is a puzzle of it.
func (q Question) possible(list []Question, u unit) []Question {
	q.Count, q.Jumps = u.count.String(), u.jumps.String()
	if _, err := q.Puzzle(); err != nil {
		return list
	}
	return append(list, q)
}

// vacancies are the problems of one empty hole and one last hole on both crosses and
// the diamond, one of each set that symmetries take into each other; many have no
// solution. On the triangles the last man may stand anywhere, and on the French cross
// with more directions; on the other boards, and on the English cross with more
// directions, he ends where it began.
func vacancies() (list []Question) {
	add := func(shape positions.Shape, size, directions int, wanted func(b *positions.Board, from, to positions.Cell) bool, to string) {
		b, err := positions.NewBoard(shape, size)
		if err == nil && directions > 0 {
			b, err = b.WithDirections(directions)
		}
		if err != nil {
			return
		}
		for _, pair := range puzzles.Vacancies(b) {
			if !wanted(b, pair[0], pair[1]) {
				continue
			}
			q := Question{Game: puzzles.GameSolo, Board: shape.String(), Size: size, Directions: directions, From: b.Name(pair[0]), To: to, Count: positions.Moves.String()}
			if to == "" {
				q.To = b.Name(pair[1])
			}
			list = append(list, q)
		}
	}
	all := func(*positions.Board, positions.Cell, positions.Cell) bool { return true }
	same := func(_ *positions.Board, from, to positions.Cell) bool { return from == to }
	for _, shape := range []positions.Shape{positions.English, positions.French, positions.Diamond} {
		add(shape, 0, 0, all, "")
	}
	smallest, largest, _ := positions.Triangle.Sizes()
	for size := smallest; size <= largest; size++ {
		add(positions.Triangle, size, 0, same, puzzles.AnyHole)
	}
	for _, shape := range []positions.Shape{positions.Asymmetric, positions.Wiegleb} {
		add(shape, 0, 0, same, "")
	}
	for _, directions := range []int{6, 8} {
		add(positions.English, 0, directions, same, "")
		add(positions.French, 0, directions, same, puzzles.AnyHole)
	}
	return list
}

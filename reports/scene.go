package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Scene is a position of a game for two or more as people play it, with what every turn
// is worth: the same for races and for the games of package contest.
type Scene struct {
	Board    *positions.Board
	Position string // as the game writes it
	// Mover is which of the two parties is to move, 0 or 1; -1 where positions do not
	// tell: then it is who did not move last.
	Mover  int
	Side   string           // who that is, in a word of the game; "" where positions do not tell
	Men    []positions.Bits // by set
	Marked positions.Bits   // those of them that are marked
	Hand   int              // men that are still to be placed
	Value  ContestValue     // for who is to move
	Turns  []SceneTurn      // the best first; none if the game is over
	Best   int              // how many of Turns are as good as the first
	// Rolls are, of games with dice, what may fall, none where that makes no difference.
	// Turns are those with Rolls[Roll]; if Roll is [contest.NoRoll] there are none yet.
	Rolls []SceneRoll
	Roll  int
}

// SceneRoll is a roll that may fall, and what it is worth.
type SceneRoll struct {
	Name   string
	Weight int          // how often it comes among as many as all weights together
	Turn   string       // the best
	Value  ContestValue // for who makes it
}

// SceneTurn is a turn that may be made.
type SceneTurn struct {
	Text string           // as the game writes it
	Path []positions.Cell // that the man touches; see [contest.Game.Path]
	// Left and Came are, of games with dice, the cells that men leave and those they come
	// to, if that is not a man of Path alone.
	Left, Came []positions.Cell
	After      string       // the position after it
	Value      ContestValue // for who makes it
	Gain       int          // of scores: what it gains at once
	Again      bool         // the same party is to move again
}

// ErrRoll means that a roll is none of the game.
var ErrRoll = errors.New("this is no roll of the game")

// Solved is a game for two or more of which all positions are known.
type Solved interface {
	// String names the game in one line.
	fmt.Stringer
	// Start returns the position at which play begins.
	Start() string
	// Scene looks a position up, "" for the start, and of games with dice the turns with
	// a roll, which is "" of others. Errors are of type [*positions.SyntaxError], [ErrRoll],
	// wrap [contest.ErrNotReached], or come from the source.
	Scene(position, roll string) (Scene, error)

	staged() (*staged, error)
}

// SolvedDuel is a race with a source of its values, which are somebody's claim.
func SolvedDuel(g *duel.Game, s duel.Source) Solved { return solvedDuel{g, s} }

// SolvedContest is a game of package contest, but one with dice, with a source of its
// values, which are somebody's claim; play begins at from.
func SolvedContest(g *contest.Game, s contest.Source, from contest.Position) Solved {
	return solvedContest{g, s, from}
}

// solvedDuel is a [Solved] race.
type solvedDuel struct {
	*duel.Game
	source duel.Source
}

func (s solvedDuel) Start() string { return s.Format(s.Game.Start()) }

func (s solvedDuel) Scene(position, roll string) (Scene, error) {
	if roll != "" {
		return Scene{}, ErrRoll
	}
	p := s.Game.Start()
	if position != "" {
		var err error
		if p, err = s.ParsePosition(position); err != nil {
			return Scene{}, err
		}
	}
	value, choices, err := lookUpDuel(s.Game, s.source, p)
	if err != nil {
		return Scene{}, err
	}
	scene := duelScene(s.Game, p, choices)
	scene.Value, scene.Best = value, len(duel.Best(choices))
	return scene, nil
}

// lookUpDuel returns the value of a position and its turns, the best first. Errors wrap
// [duel.ErrInconsistent], or are those of the source.
func lookUpDuel(g *duel.Game, s duel.Source, p duel.Position) (value ContestValue, choices []duel.Choice, err error) {
	v := g.View(p)
	is, plies, err := s.Lookup(v)
	if err != nil {
		return value, nil, err
	}
	choices, err = g.Choices(s, v)
	if err == nil && is != duel.ValueIllegal && len(choices) > 0 && (choices[0].Value != is || choices[0].Plies != plies) {
		err = fmt.Errorf("%w: %s is %s, but its best turn is %s", duel.ErrInconsistent, g.Format(p), is, choices[0].Value)
	}
	return duelValue(is, plies), choices, err
}

// duelValue is a value of a race.
func duelValue(v duel.Value, plies int) ContestValue {
	value := ContestValue{Result: v.String()}
	if plies != duel.NoPlies {
		value.Turns = &plies
	}
	return value
}

// duelScene is a position of a race with its choices.
func duelScene(g *duel.Game, p duel.Position, choices []duel.Choice) Scene {
	s := Scene{Board: g.Board, Position: g.Format(p), Mover: int(p.Turn), Side: p.Turn.String(), Marked: p.Marked.Bits()}
	for _, men := range p.Men {
		s.Men = append(s.Men, men.Bits())
	}
	for _, c := range choices {
		s.Turns = append(s.Turns, duelTurn(g, p, c))
	}
	return s
}

// duelTurn is one of the choices of a position.
func duelTurn(g *duel.Game, p duel.Position, c duel.Choice) SceneTurn {
	v := g.View(p)
	return SceneTurn{
		Text: g.FormatTurn(v, c.Turn, p.Turn), Path: g.Path(v, c.Turn, p.Turn),
		After: g.Format(g.Position(g.After(v, c.Turn), p.Turn.Other())), Value: duelValue(c.Value, c.Plies),
	}
}

// solvedContest is a [Solved] game of package contest.
type solvedContest struct {
	*contest.Game
	source contest.Source
	from   contest.Position
}

func (s solvedContest) Start() string { return s.Format(s.from) }

func (s solvedContest) Scene(position, roll string) (Scene, error) {
	if roll != "" {
		return Scene{}, ErrRoll
	}
	p, err := parseOr(s.Game, position, s.from)
	if err != nil {
		return Scene{}, err
	}
	value, choices, err := lookUpContest(s.Game, s.source, p)
	if err != nil {
		return Scene{}, err
	}
	scene := contestScene(s.Game, p, choices)
	scene.Value, scene.Best = NewContestValue(s.Game, value), len(contest.Best(choices))
	return scene, nil
}

// parseOr reads a position, "" for the start.
func parseOr(g *contest.Game, position string, start contest.Position) (contest.Position, error) {
	if position == "" {
		return start, nil
	}
	return g.Parse(position)
}

// contestScene is a position of a game of package contest with its choices.
func contestScene(g *contest.Game, p contest.Position, choices []contest.Choice) Scene {
	s := Scene{Board: g.Board, Position: g.Format(p), Mover: int(p.Turn), Side: g.Kind.Sides[p.Turn], Hand: int(p.Hand)}
	if seated, ok := g.Seated(); ok {
		s.Side, _, _ = strings.Cut(seated.FormatSeat(p), "/")
	}
	if g.Kind.NoSides {
		s.Mover, s.Side = -1, ""
	}
	for i := range g.Sets() {
		s.Men = append(s.Men, g.On(p.Men[i]))
	}
	for _, c := range choices {
		s.Turns = append(s.Turns, contestTurn(g, p, c))
	}
	return s
}

// contestTurn is one of the choices of a position.
func contestTurn(g *contest.Game, p contest.Position, c contest.Choice) SceneTurn {
	t := SceneTurn{
		Text: g.FormatTurn(p, c.After), Path: g.Path(p, c.After), After: g.Format(c.After),
		Value: NewContestValue(g, c.Value), Again: c.Again || !g.Kind.NoSides && c.After.Turn == p.Turn,
	}
	if g.Kind.Scores {
		t.Gain = c.Gain
	}
	return t
}

// men tells apart the men of all sets of a scene.
type stagedMan struct {
	set    int
	marked bool
}

// track follows every man through scenes and the turns between them: at[n][m] is the
// cell of man m in scene n, [positions.NoCell] while it is not on the board.
func track(scenes []Scene, moves []SceneTurn) (men []stagedMan, at [][]positions.Cell) {
	var now []positions.Cell
	add := func(set int, c positions.Cell, marked bool) {
		men, now = append(men, stagedMan{set, marked}), append(now, c)
	}
	for set, cells := range scenes[0].Men {
		for _, c := range cells.Cells() {
			add(set, c, scenes[0].Marked.Has(c))
		}
	}
	at = append(at, slices.Clone(now))
	for n, move := range moves {
		was := slices.Clone(now)
		for set, cells := range scenes[n+1].Men {
			gone, came := scenes[n].Men[set].AndNot(cells).Cells(), cells.AndNot(scenes[n].Men[set]).Cells()
			for len(gone) > 0 && len(came) > 0 { // one man has moved, with dice several
				from, to := 0, 0
				if len(move.Path) > 0 {
					from, to = max(slices.Index(gone, move.Path[0]), 0), max(slices.Index(came, move.Path[len(move.Path)-1]), 0)
				}
				now[slices.Index(was, gone[from])] = came[to]
				gone, came = slices.Delete(gone, from, from+1), slices.Delete(came, to, to+1)
			}
			for _, c := range gone {
				now[slices.Index(was, c)] = positions.NoCell
			}
			for _, c := range came {
				add(set, c, scenes[n+1].Marked.Has(c))
			}
		}
		at = append(at, slices.Clone(now))
	}
	for n := range at { // men that come later
		for len(at[n]) < len(men) {
			at[n] = append(at[n], positions.NoCell)
		}
	}
	return men, at
}

package reports

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// staged is a game for two or more with best play as an article shows it: the same for
// races and for the games of package contest.
type staged struct {
	name, headline, status string
	facts                  []fact
	board                  *positions.Board
	start, goal            positions.Bits // that are tinted
	parties                [2]string      // who plays: the first side, the cat side
	men                    []string       // whose the sets of men are
	scores                 bool           // the result is a difference of scores
	dice                   bool           // turns are made by rolls
	scenes                 []Scene        // from the start on; the last one has no turns if the game is over
	moves                  []SceneTurn    // between them
	over                   bool           // the game is over in the last scene
	probe                  string         // where a server answers, "" for none
}

// worth is the value of the best turn to a cell, as a page shows it there.
type worth struct {
	Cell  positions.Cell `json:"cell"`
	Text  string         `json:"text"`
	Class string         `json:"class"`
}

// frameTurn is a turn that may be made in a frame, as the script plays it.
type frameTurn struct {
	Text  string           `json:"text,omitempty"` // if it is not the cells of its path
	Path  []positions.Cell `json:"path"`
	Value string           `json:"value"`
	Turns *int             `json:"turns,omitempty"` // to the end
	Score *int             `json:"score,omitempty"`
	Gain  int              `json:"gain,omitempty"`
	Again bool             `json:"again,omitempty"`
	Left  []positions.Cell `json:"left,omitempty"` // with dice, if not a man of the path alone
	Came  []positions.Cell `json:"came,omitempty"`
	bounds
}

// frameRoll is a roll that may fall in a frame, with the best turn.
type frameRoll struct {
	Roll   string `json:"roll"`
	Weight int    `json:"weight"`
	Turn   string `json:"turn"`
	bounds
}

// playerParties is what the script of a game for two knows besides of a [player].
type playerParties struct {
	Sets    []int     `json:"sets,omitempty"`    // of each man
	Marks   []int     `json:"marks,omitempty"`   // the men that are marked
	Parties *[]string `json:"parties,omitempty"` // who plays
	Owners  []string  `json:"owners,omitempty"`  // of the sets of men
	Scores  bool      `json:"scores,omitempty"`  // the result is a difference of scores
	Dice    bool      `json:"dice,omitempty"`    // turns are made by rolls
	Ended   bool      `json:"ended,omitempty"`   // the game is over in the last frame
	Probe   string    `json:"probe,omitempty"`   // where a server answers
}

// setClass is how the men of a set look.
var setClasses = [...]string{"first", "second", "third", "fourth"}

// setKey is an entry of the legend: whose men look how.
type setKey struct{ Class, Name string }

// newStagedArticle shows a game for two or more: best play step by step, and at each
// step what every turn is worth to who makes it, on the cell that it leads to.
func (l Language) newStagedArticle(s *staged, number, at int) article {
	at = min(max(at, 0), len(s.moves))
	a := article{
		Number: number, Name: l.pieces(s.name), Headline: capital(l.sentence(s.headline)), Status: s.status,
		HasStart: s.start.Len() > 0, HasGoal: s.goal.Len() > 0, At: at, Last: len(s.moves),
		Duel: true, Scores: s.scores, Dice: s.dice, Served: s.probe != "", Facts: l.named(legibleFacts(l.said(s.facts))),
	}
	for i, name := range s.men {
		a.Sets = append(a.Sets, setKey{setClasses[i], l.word(name)})
	}
	a.Player, a.Board = l.stagedPlayer(s, at)
	a.Text = a.Player.Frames[at].Text
	a.Match = s.probe != "" || len(s.moves) > 0 && !slices.ContainsFunc(s.scenes[:len(s.moves)], func(c Scene) bool { return c.Turns == nil })
	var men positions.Bits
	for _, c := range s.scenes[at].Men {
		men = men.Or(c)
	}
	a.MenOn = menOn(s.board, men)
	for i, m := range s.moves {
		one := moveEntry{Number: i + 1, Path: m.Text}
		if scene := s.scenes[i]; len(scene.Rolls) > 0 {
			one.Path = scene.Rolls[scene.Roll].Name + ": " + m.Text
		}
		a.Moves = append(a.Moves, one)
	}
	return a
}

// said has the texts of facts in the language. How a game is played, which is long, is
// left out where the language has not yet a text for it.
func (l Language) said(facts []fact) []fact {
	said := make([]fact, 0, len(facts))
	for _, f := range facts {
		text := l.sentence(f.Text)
		if f.Name != "Play" || l.or() == English || text != f.Text {
			said = append(said, fact{f.Name, text})
		}
	}
	return said
}

// stagedPlayer makes the frames of best play, and the board at one of them.
func (l Language) stagedPlayer(s *staged, at int) (player, template.HTML) {
	cv := newCanvas(s.board)
	ground := &puzzles.Puzzle{Board: s.board, Start: s.start, Goal: s.goal}
	men, cells := track(s.scenes, s.moves)
	parties := []string{l.word(s.parties[0]), l.word(s.parties[1])}
	p := player{playerParties: playerParties{Parties: &parties, Scores: s.scores, Dice: s.dice, Ended: s.over, Probe: s.probe}}
	for _, name := range s.men {
		p.Owners = append(p.Owners, l.word(name))
	}
	for i, m := range men {
		p.Sets = append(p.Sets, m.set)
		if m.marked {
			p.Marks = append(p.Marks, i)
		}
	}
	for c, spot := range cv.spots {
		p.Spots = append(p.Spots, [2]int{spot.X, spot.Y})
		p.Names = append(p.Names, s.board.Name(positions.Cell(c)))
	}
	for n, scene := range s.scenes {
		f := frame{Men: cells[n], Mover: -1, Path: []positions.Cell{}, Text: l.stagedText(s, n), Worth: worthOn(scene), Side: s.mover(n)}
		if n > 0 {
			if f.Path = s.moves[n-1].Path; len(f.Path) > 0 {
				if f.Mover = slices.Index(cells[n-1], f.Path[0]); f.Mover < 0 { // it is placed
					f.Mover = slices.Index(cells[n], f.Path[0])
				}
			}
			f.marks = cv.stagedMarks(ground, s.moves[n-1], s.scenes[n-1], scene)
		}
		for _, r := range scene.Rolls {
			f.Rolls = append(f.Rolls, frameRoll{r.Name, r.Weight, r.Turn, r.Value.bounds})
		}
		f.Roll = scene.Roll
		for _, t := range scene.Turns {
			f.Turns = append(f.Turns, newFrameTurn(s.board, t))
		}
		if n < len(s.moves) {
			f.Played = max(slices.IndexFunc(scene.Turns, func(t SceneTurn) bool { return t.After == s.moves[n].After }), 0)
		}
		p.Frames = append(p.Frames, f)
	}
	return p, l.drawStaged(cv, ground, men, p.Frames[at])
}

// stagedMarks shows where a man went, and who was taken off.
func (cv canvas) stagedMarks(ground *puzzles.Puzzle, move SceneTurn, before, after Scene) (m marks) {
	path := move.Path
	if len(path) > 1 {
		m = cv.marksOf(ground, path)
	}
	for i := range min(len(move.Left), len(move.Came)) { // which man went where is all the same
		one := cv.marksOf(ground, []positions.Cell{move.Left[i], move.Came[i]})
		m.Left, m.Shaft, m.Heads = m.Left+one.Left, m.Shaft+one.Shaft, m.Heads+one.Heads
	}
	var was, is positions.Bits
	for i := range before.Men {
		was, is = was.Or(before.Men[i]), is.Or(after.Men[i])
	}
	for _, c := range was.AndNot(is).Cells() {
		if (len(path) == 0 || c != path[0]) && !slices.Contains(move.Left[:min(len(move.Left), len(move.Came))], c) {
			m.Taken += takenMark(cv.spots[c])
		}
	}
	return m
}

func newFrameTurn(b *positions.Board, t SceneTurn) frameTurn {
	f := frameTurn{Path: t.Path, Value: t.Value.Result, Turns: t.Value.Turns, Score: t.Value.Score, Gain: t.Gain, Again: t.Again, Left: t.Left, Came: t.Came, bounds: t.Value.bounds}
	if t.Text != b.FormatPath(t.Path) {
		f.Text = t.Text
	}
	return f
}

// worthOn is what turns are worth, of those to one cell the best.
func worthOn(s Scene) (list []worth) {
	for _, t := range s.Turns {
		for _, to := range append(slices.Clone(t.Came), t.Path[max(len(t.Path)-1, 0):]...) {
			if !slices.ContainsFunc(list, func(w worth) bool { return w.Cell == to }) {
				list = append(list, worth{to, t.Value.sign(), t.Value.Result})
			}
		}
	}
	return list
}

// sign is a value in two or three signs: +12 wins in 12 turns, −12 loses, = draws; of
// scores the score.
func (v ContestValue) sign() string {
	text := map[string]string{"won": "+", "lost": "−", "drawn": "="}[v.Result]
	switch {
	case v.Lower != nil:
		return v.bounds.sign()
	case v.Score != nil && *v.Score == 0:
		return "0"
	case v.Score != nil:
		return fmt.Sprint(text, max(*v.Score, -*v.Score))
	case v.Turns != nil:
		return fmt.Sprint(text, *v.Turns)
	}
	return text
}

// mover is who is to move in a scene of best play.
func (s *staged) mover(n int) int {
	if m := s.scenes[n].Mover; m >= 0 {
		return m
	}
	m := 0
	for _, t := range s.moves[:n] {
		if !t.Again {
			m = 1 - m
		}
	}
	return m
}

// whose names who is to move in a scene of best play.
func (l Language) whose(s *staged, n int) string {
	if i := slices.Index(setClasses[:], s.scenes[n].Side); len(s.men) > 2 && i >= 0 {
		return l.word(s.men[i])
	}
	return l.word(s.parties[s.mover(n)])
}

// stagedText says in words what happened in turn n, and whose turn it is.
func (l Language) stagedText(s *staged, n int) string {
	text := l.say("Start: %s is to move.", l.whose(s, 0))
	if n > 0 {
		if move := s.moves[n-1]; len(move.Path)+len(move.Left) == 0 {
			text = l.say("Turn %d of %d: %s passes.", n, len(s.moves), l.whose(s, n-1))
		} else {
			text = l.say("Turn %d of %d: %s plays %s.", n, len(s.moves), l.whose(s, n-1), move.Text)
		}
	}
	switch scene := s.scenes[n]; {
	case len(scene.Rolls) > 0 && scene.Roll != contest.NoRoll:
		return text + " " + l.say("Then %s rolls %s.", l.whose(s, n), scene.Rolls[scene.Roll].Name)
	case n < len(s.moves) || n == 0:
		return text
	case s.over:
		return text + " " + l.say("The game is over.")
	case s.dice:
		return text + " " + l.say("Here the line ends.")
	}
	return text + " " + l.say("Here the line ends; best play would go on for ever.")
}

// drawStaged is the board at a frame; the script finds men and marks as on other boards.
func (l Language) drawStaged(cv canvas, ground *puzzles.Puzzle, men []stagedMan, f frame) template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="%s" viewBox="0 0 %d %d" role="img" aria-label="%s">`, cv.sizeClass(), cv.width, cv.height, template.HTMLEscapeString(l.board(ground.Board)))
	out.WriteString(cv.ground(ground, true))
	path := func(class, d string) { fmt.Fprintf(&out, `<path class="%s" d="%s"/>`, class, d) }
	path("trails", "")
	path("left", f.Left)
	path("taken", f.Taken)
	out.WriteString(`<g class="men">`)
	for i, c := range f.Men {
		shape := manShape
		if men[i].marked {
			shape += markShape
		}
		class := "man " + setClasses[men[i].set]
		if i == f.Mover {
			class += " moved"
		}
		at, hidden := spot{}, ` visibility="hidden"`
		if c != positions.NoCell {
			at, hidden = cv.spots[c], ""
		}
		fmt.Fprintf(&out, `<g class="%s" transform="translate(%d %d)"%s>%s</g>`, class, at.X, at.Y, hidden, shape)
	}
	out.WriteString("</g>")
	path("placed", "")
	path("casing", f.Shaft)
	path("shaft", f.Shaft)
	path("heads", f.Heads)
	out.WriteString(`<g class="worth">`)
	for _, w := range f.Worth {
		fmt.Fprintf(&out, `<text class="%s" x="%d" y="%d">%s</text>`, w.Class, cv.spots[w.Cell].X, cv.spots[w.Cell].Y+8, w.Text)
	}
	out.WriteString("</g>")
	cv.names(&out)
	out.WriteString("</svg>")
	return template.HTML(out.String())
}

// sizeClass is the class of a board on a page by its width.
func (cv canvas) sizeClass() string {
	switch {
	case cv.width <= 5*pitch+2*margin:
		return "board tiny"
	case cv.width <= 9*pitch+2*margin:
		return "board small"
	}
	return "board"
}

// names writes the names of all cells.
func (cv canvas) names(out *strings.Builder) {
	out.WriteString(`<g class="names">`)
	for c, s := range cv.spots {
		fmt.Fprintf(out, `<text x="%d" y="%d">%s</text>`, s.X, s.Y+7, template.HTMLEscapeString(cv.board.Name(positions.Cell(c))))
	}
	out.WriteString("</g>")
}

package reports

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

//go:embed page/head.html page/page.html page/page.css page/play.css page/theme.js page/words.js page/dice.js page/player.js page/rules.js page/play.js page/article.js page/rivals.js page/match.js page/book.js page/play.html page/sheet.html page/sheet.css page/atlas.html page/atlas.css page/atlas.js page/verdicts.html page/verdicts.js
var pageFiles embed.FS

// HTMLOptions chooses what a page shows first.
type HTMLOptions struct {
	Move  int    // the position that the page opens at, by moves made; the last one of shorter lines
	Theme Theme  // AutoTheme if empty: what the reader's system says
	Title string // of the page; the puzzle's name if empty
	// Language is that of the fixed texts. Notation is the same in all.
	Language Language
	// Analyses say of some results, made by [ResultOf], what each move lost.
	Analyses map[*solver.Result]*solver.Analysis
	// Duels stand behind the results, and Contests behind those.
	Duels    []*Duel
	Contests []*Contest
	Chances  []*Chances // of games with dice, behind those
	// Served is a game that a server knows all positions of, with the address at which
	// it answers, from the page, with a [Probe].
	Served *Served
}

// HTML writes one page that shows results, steps through their lines and lets the
// reader play: games of one player, and those of two against their best line. It needs nothing but itself: script and style are within, and its security policy
// lets nothing else run or load. Texts of the results are shown as they are,
// never as markup. Lines are replayed by the verifier first; errors are those of
// [verify.Replay], [ErrTooLong] and of the writer.
func HTML(w io.Writer, results []*solver.Result, o HTMLOptions) error {
	page, err := newPage(results, o)
	if err != nil {
		return err
	}
	return writePage(w, "page.html", o.Language, page)
}

// writePage writes a page whole or not at all.
func writePage(w io.Writer, name string, l Language, content any) error {
	t, err := template.New(name).Funcs(template.FuncMap{"t": l.say}).ParseFS(pageFiles, "page/head.html", "page/play.html", "page/"+name)
	if err != nil {
		return fmt.Errorf("the template %s: %w", name, err)
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, name, content); err != nil {
		return fmt.Errorf("the template %s: %w", name, err)
	}
	_, err = w.Write(out.Bytes())
	return err
}

// head is what stands in the head of every page.
type head struct {
	Title  string
	Policy string // what the page may load and run
	Style  template.CSS
	Scheme string            // the colour schemes that it knows
	Icon   string            // the colour of its icon
	Lang   string            // its language
	Words  map[string]string // what its scripts say, nil of English
}

// newHead makes a head; script is the only one that may run, "" for none.
func newHead(title, style, script string) head {
	h := head{
		Title: legible(title), Style: template.CSS(style), Scheme: "only light", Icon: "1b1b1d",
		Lang: string(English), Policy: "; style-src " + hashOf(style) + "; img-src data:; base-uri 'none'; form-action 'none'",
	}
	if script != "" {
		h.Scheme, h.Icon = "light dark", "0d5876"
		h.Policy = "; script-src " + hashOf(script) + h.Policy
	}
	h.Policy = "default-src 'none'" + h.Policy
	return h
}

// in sets the language of the page.
func (h *head) in(l Language, script string) { h.Lang, h.Words = string(l.or()), l.forScript(script) }

// page is what the template shows.
type page struct {
	head
	Heading  string // above the puzzles, "" if there is one alone that has no other title
	Theme    string // "light" or "dark", "" if the reader's system decides
	Script   template.JS
	Articles []article
	Match    *matchPart // nil if no game for two is played
}

// article is one result on the page.
type article struct {
	Number   int // from 1
	Name     string
	Headline string
	Status   string
	Facts    []fact
	Search   []fact
	Phases   [][]string
	Layers   []layerTable
	Charts   []drawnChart
	Board    template.HTML // drawn at the position the page opens at
	Gauge    template.HTML
	Proven   bool // the gauge has blocks that are proven
	Open     bool // and some that are open
	Duel     bool // for two players or more: Sets and Scores are of them
	Sets     []setKey
	Scores   bool
	Dice     bool // turns are made by rolls
	Served   bool // a server answers
	Match    bool // it can be played against its line
	Analyzed bool // the moves have notes, and all bounds are the word of a file
	HasStart bool // the start is tinted
	HasGoal  bool
	Taken    bool // men are taken off
	Placed   bool // men are placed
	Marked   bool
	Moves    []moveEntry
	At       int // the position the page opens at
	Last     int // the position after the last move
	Text     string
	MenOn    string
	Player   player
	Game     *playable // of one player
}

// matchPart is what playing a game for two needs besides its article.
type matchPart struct {
	Shapes template.HTML // of a man and of a marked one
	Served bool
	Dice   bool // some game has dice
}

const menShapes = `<g class="man">` + manShape + `</g><g class="man">` + manShape + markShape + `</g>`

// moveEntry is a move in the list.
type moveEntry struct {
	Number int
	Path   string
	Note   string // what is still needed after it, of an analysis
	Lost   string // what it lost
}

// Served is a game that a server knows.
type Served struct {
	Game  Solved
	Probe string // the address, to which "&turns=all&position=" and a position are put
}

// games are those for two or more.
func (o HTMLOptions) games() (games []*staged, err error) {
	for _, d := range o.Duels {
		games = append(games, d.staged())
	}
	for _, d := range o.Contests {
		games = append(games, d.staged())
	}
	for _, d := range o.Chances {
		games = append(games, d.staged())
	}
	if o.Served != nil {
		s, err := o.Served.Game.staged()
		if err != nil {
			return nil, err
		}
		s.probe = o.Served.Probe
		games = append(games, s)
	}
	return games, nil
}

func newPage(results []*solver.Result, o HTMLOptions) (*page, error) {
	scripts := []string{"page/words.js", "page/dice.js", "page/player.js", "page/rules.js", "page/play.js"}
	if len(results) > 0 {
		scripts = append(scripts, "page/article.js")
	}
	games, err := o.games()
	if err != nil {
		return nil, err
	}
	if len(games) > 0 {
		scripts = append(scripts, "page/rivals.js", "page/match.js")
	}
	style, script, err := pageParts("page/page.css", scripts...)
	if err != nil {
		return nil, err
	}
	p := &page{head: newHead(o.Title, style, script), Script: template.JS(script)}
	p.in(o.Language, script)
	p.Heading = p.Title
	p.Theme = o.Theme.attribute()
	for i, r := range results {
		a := o.Analyses[r]
		if err := drawable(r, a != nil); err != nil {
			return nil, err
		}
		p.Articles = append(p.Articles, o.Language.newArticle(r, i+1, min(max(o.Move, 0), len(r.Line))))
		if p.Articles[i].Game, err = newPlayable(r); err != nil {
			return nil, err
		}
		p.Articles[i].Player.Spots, p.Articles[i].Player.Names = nil, nil // the game has them
		if a != nil {
			p.Articles[i].addAnalysis(o.Language, a)
		}
	}
	for _, s := range games {
		p.Articles = append(p.Articles, o.Language.newStagedArticle(s, len(p.Articles)+1, o.Move))
	}
	if len(games) > 0 {
		dice := slices.ContainsFunc(games, func(s *staged) bool { return s.dice })
		p.Match = &matchPart{Shapes: menShapes, Served: o.Served != nil, Dice: dice}
	}
	if o.Served != nil {
		p.Policy += "; connect-src 'self'"
	}
	switch {
	case p.Title != "":
	case len(p.Articles) == 1:
		p.Title = p.Articles[0].Name
	default:
		p.Title = o.Language.say("%d puzzles", len(p.Articles))
		p.Heading = p.Title
	}
	return p, nil
}

// margins are what a script does without on a page: indents and lines of comment. No
// text in a script goes over several lines.
var margins = regexp.MustCompile(`(?m)^[ \t]*(//.*\n)?`)

// pageParts returns the style and the script of a page that knows light and dark.
func pageParts(styleFile string, scriptFiles ...string) (style, script string, err error) {
	css, err := pageFiles.ReadFile(styleFile)
	if err != nil {
		return "", "", err
	}
	playing, err := pageFiles.ReadFile("page/play.css")
	if err != nil {
		return "", "", err
	}
	css = append(playing, css...)
	if script, err = scriptOf(append([]string{"page/theme.js"}, scriptFiles...)...); err != nil {
		return "", "", err
	}
	colors := ":root{color-scheme:light;" + variables(false) + "}\n" +
		"@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;" + variables(true) + "}}\n" +
		":root[data-theme=dark]{color-scheme:dark;" + variables(true) + "}\n" +
		"@media print{:root,:root[data-theme]{color-scheme:only light;" + variables(false) + "--page:#fff;--card:#fff}}\n"
	return "\n" + colors + boardStyle + string(css), script, nil
}

// scriptOf puts scripts together.
func scriptOf(scriptFiles ...string) (string, error) {
	script := "\n"
	for _, file := range scriptFiles {
		js, err := pageFiles.ReadFile(file)
		if err != nil {
			return "", err
		}
		script += margins.ReplaceAllString(string(js), "")
	}
	return script, nil
}

// hashOf names a script or a style in a security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (l Language) newArticle(r *solver.Result, number, at int) article {
	p := r.Puzzle
	start, goal := tints(p)
	a := article{
		Number: number, Name: l.heading(r.Puzzle), Headline: l.headline(r), Status: string(r.Status),
		Facts: l.named(legibleFacts(l.factsOf(r))), Search: l.named(l.searchFacts(r)),
		Board: template.HTML(l.pageBoard(r, at)), Gauge: template.HTML(l.gauge(r)),
		Taken: p.Game == puzzles.GameSolo, Placed: p.Game == puzzles.GameRetour,
		HasStart: start.Len() > 0, HasGoal: goal.Len() > 0, Marked: p.Marked.Len() > 0,
		At: at, Last: len(r.Line), Text: l.spoken(r, at), MenOn: menOn(p.Board, p.After(r.Line, at)),
		Player: l.newPlayer(r), Charts: l.chartsOf(r), Proven: r.Line != nil && r.Lower > 0, Open: r.Line != nil && r.Lower < r.Upper,
	}
	for _, row := range l.phaseRows(&r.Stats) {
		for i := range row {
			row[i] = legible(row[i])
		}
		a.Phases = append(a.Phases, row)
	}
	for _, table := range l.layerTables(&r.Stats) {
		table.Title = legible(table.Title)
		for i := range table.Rows[0] { // names of bounds may be from a file
			table.Rows[0][i] = legible(table.Rows[0][i])
		}
		a.Layers = append(a.Layers, table)
	}
	for i, path := range r.Line {
		a.Moves = append(a.Moves, moveEntry{Number: i + 1, Path: p.Board.FormatPath(path)})
	}
	return a
}

// named has the names of facts in the language.
func (l Language) named(facts []fact) []fact {
	for i := range facts {
		facts[i].Name = l.word(facts[i].Name)
	}
	return facts
}

func legibleFacts(facts []fact) []fact {
	for i := range facts {
		facts[i].Text = legible(facts[i].Text)
	}
	return facts
}

package reports

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
)

// TestPlayedInBrowser lets a real browser play.
func TestPlayedInBrowser(t *testing.T) {
	b := startBrowser(t)
	b.view(1280, 900, "light", true)
	b.open(pageOf(t, []*solver.Result{samples(t)["optimal"]}, HTMLOptions{}))
	b.run(t, "moves", testMovesInBrowser)
	b.run(t, "armies", testArmiesInBrowser)
	b.run(t, "walks", testWalksInBrowser)
	b.run(t, "perft", testPerftInBrowser)
	b.run(t, "verdicts", testVerdictsInBrowser)
	b.run(t, "lines", testLinesPlayedInBrowser)
	b.run(t, "file", testLineDownloaded)
	b.run(t, "kept", testGameKeptInBrowser)
	b.run(t, "keys", testKeysPlayInBrowser)
	b.run(t, "dragged", testDraggedInBrowser)
	b.run(t, "enlarged", testGameEnlarged)
	b.run(t, "looks", testGameLooks)
}

// inEveryRule calls f with every board and rule set, start and goal left open.
func inEveryRule(t testing.TB, random *rand.Rand, f func(p *puzzles.Puzzle)) {
	for _, shape := range positions.CourtShapes() {
		least, most, _ := shape.Sizes()
		for size := least; size <= most; size++ {
			board := positiontest.Board(t, shape, size)
			for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
				for _, arrival := range []positions.Arrival{positions.Booklet, positions.Free} {
					f(&puzzles.Puzzle{Game: puzzles.GameOther, Board: board, Jumps: jumps, Arrival: arrival})
				}
			}
		}
	}
	var boards []*positions.Board
	for _, shape := range positions.PegShapes() {
		boards = append(boards, positiontest.Board(t, shape, 0))
	}
	for _, n := range []int{6, 8} {
		board, err := boards[0].WithDirections(n)
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, board)
	}
	for range 6 {
		rows := make([]string, 3+random.IntN(4))
		for i := range rows {
			for range 4 + len(rows)%3 {
				rows[i] += string("oo.-"[random.IntN(3)])
			}
		}
		board, _, err := positions.ParseDrawn(strings.Join(rows, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, board)
	}
	for _, board := range boards {
		for _, game := range []puzzles.Game{puzzles.GameSolo, puzzles.GameRetour} {
			f(&puzzles.Puzzle{Game: game, Board: board})
		}
	}
}

// someCells are n cells of a board.
func someCells(b *positions.Board, random *rand.Rand, n int) (set positions.Bits) {
	for _, c := range random.Perm(b.Len())[:n] {
		set = set.With(positions.Cell(c))
	}
	return set
}

// legalTurns are all turns of a position by package positions: from, to and hops.
func legalTurns(p *puzzles.Puzzle, table *positions.MoveTable, men positions.Bits) (turns [][3]int) {
	if p.Game.Pegs() {
		for _, j := range positions.PegJumps(p.Board) {
			if men.Has(j.From) && !men.Has(j.To) && men.Has(j.Over) == (p.Game == puzzles.GameSolo) {
				turns = append(turns, [3]int{int(j.From), int(j.To), 1})
			}
		}
	} else {
		g := positions.NewGenerator(table, nil, positions.Moves)
		positions.Load(g, (*[4]uint64)(&men))
		for _, m := range g.Append(nil) {
			if !p.Arrival.KeepsGoal() || !p.Goal.Has(positions.Cell(m.From)) || p.Goal.Has(positions.Cell(m.To)) {
				turns = append(turns, [3]int{int(m.From), int(m.To), int(m.Hops)})
			}
		}
	}
	slices.SortFunc(turns, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return turns
}

// The script's turns of random positions, on all boards and under all rules, are those
// of package positions; package verify takes every path of some of them.
func testMovesInBrowser(t *testing.T, b *browser) {
	random := rand.New(rand.NewPCG(18, 1))
	const each = 20
	count, all := 0, 0
	inEveryRule(t, random, func(p *puzzles.Puzzle) {
		cells := p.Board.Len()
		p.Goal = someCells(p.Board, random, 1+random.IntN(cells/2))
		p.Start = p.Goal
		table := positions.NewMoveTable(p.Board, p.Jumps)
		game := positiontest.Must(t, newPlayable, &solver.Result{Puzzle: p, Upper: solver.NoUpper})
		var positionsOf [][]positions.Cell
		for range each {
			positionsOf = append(positionsOf, someCells(p.Board, random, 1+random.IntN(min(cells-1, 40))).Cells())
		}
		data, err := json.Marshal([]any{game, positionsOf})
		if err != nil {
			t.Fatal(err)
		}
		var got [][][]positions.Cell // of each position the paths
		b.eval(`(() => { const [game, list] = `+string(data)+`, rules = new Rules(game);
			return list.map((cells) => { const men = rules.cells.map((_, c) => (cells.includes(c) ? 1 : 0));
				return cells.flatMap((c) => [...rules.turns(men, c).values()]); }); })()`, &got)
		for i, paths := range got {
			men := positions.BitsOf(positionsOf[i]...)
			var turns [][3]int
			for k, path := range paths {
				turns = append(turns, [3]int{int(path[0]), int(path[len(path)-1]), len(path) - 1})
				if i%10 == 0 && k%7 == 0 {
					accepted(t, p, men, path)
				}
			}
			slices.SortFunc(turns, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
			if want := legalTurns(p, table, men); !slices.Equal(turns, want) {
				t.Fatalf("%s, goal %v, men %v: turns %v, want %v", p, p.Board.Names(p.Goal), p.Board.Names(men), turns, want)
			}
			count++
			all += len(turns)
		}
	})
	if count < 2_500 {
		t.Errorf("only %d positions", count)
	}
	t.Logf("%d positions, %d turns", count, all)
}

// Two armies move in turn: the script offers no man of the army that moved last, and
// takes no line in which one moves twice.
func testArmiesInBrowser(t *testing.T, b *browser) {
	p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Square, Size: 3, Army: "1"})
	data, err := json.Marshal(positiontest.Must(t, newPlayable, &solver.Result{Puzzle: p, Upper: solver.NoUpper}))
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	b.eval(`(() => { const rules = new Rules(`+string(data)+`), men = rules.position([[0, 1]]);
		return [rules.choices([], rules.begin(), 0).size, rules.choices([], rules.begin(), 8).size,
			rules.choices([[0, 1]], men, 1).size, rules.choices([[0, 1]], men, 8).size,
			Number(rules.position([[0, 1], [8, 7]]) !== null), Number(rules.position([[0, 1], [1, 2]]) !== null)]; })()`, &got)
	if want := []int{3, 3, 0, 3, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("turns of both at the start, after one of the first, and whether lines are taken: %v, want %v", got, want)
	}
}

// accepted checks that the verifier takes a path.
func accepted(t *testing.T, p *puzzles.Puzzle, men positions.Bits, path []positions.Cell) {
	t.Helper()
	q := *p
	q.Start = men
	q.Goals = []puzzles.Pattern{{Men: positions.BitsOf(p.Goal.Cells()[0])}}
	r, err := verify.NewReplayer(&q)
	if err == nil {
		err = r.Play(path)
	}
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
}

// playedToTheEnd are puzzles of all games with lines that reach their goals.
func playedToTheEnd(t *testing.T) []*solver.Result {
	all := samples(t)
	return []*solver.Result{
		stored(t, "star-31.json"), stored(t, "rhombus-17.json"), stored(t, "solo-18.json"), stored(t, "solo.json"),
		retour(t), all["optimal"], all["treffhalma"], dontCare(t),
	}
}

// dontCare is a puzzle with a figure that leaves cells open.
func dontCare(t *testing.T) *solver.Result {
	p := *samples(t)["treffhalma"].Puzzle
	p.Game = puzzles.GameOther
	figure := p.Goals[0]
	figure.Men, figure.Marked = figure.Marked, positions.Bits{}
	p.Goals, p.Goal = []puzzles.Pattern{figure}, figure.Men
	return found(&p, positiontest.Line(t, p.Board, "a1-c3 b2-d2-c4 c3-a5"), 1)
}

const selfShown = `document.querySelector("article:not(.away) .self `

// clickCell clicks on a cell of the game's board.
func clickCell(b *browser, p *puzzles.Puzzle, c positions.Cell) {
	s := newCanvas(p.Board).spots[c]
	var at struct{ X, Y float64 }
	b.eval(fmt.Sprintf(`(() => { const e = %s.board"); e.scrollIntoView({block: "center"});
		const p = new DOMPoint(%d, %d).matrixTransform(e.getScreenCTM()); return {X: p.x, Y: p.y}; })()`, selfShown, s.X, s.Y), &at)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", arguments{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
}

// clickMove makes a move of a line by clicks: hop by hop in peg solitaire, in other
// games straight to its end.
func clickMove(b *browser, p *puzzles.Puzzle, path []positions.Cell) {
	b.eval(`document.querySelector("article:not(.away) .chosen") && document.querySelector("article:not(.away) .self .board").dispatchEvent(new MouseEvent("click", {clientX: -99, clientY: -99}))`, nil)
	if !p.Game.Pegs() {
		path = []positions.Cell{path[0], path[len(path)-1]}
	}
	for _, c := range path {
		clickCell(b, p, c)
	}
}

// judged is what the checker says of a line as the page writes it.
func judged(t *testing.T, text string) (verdict string) {
	t.Helper()
	var out strings.Builder
	_, err := submission.Each(context.Background(), strings.NewReader(text), &out, submission.StreamOptions{
		Options: submission.Options{ParsePuzzle: ParsePuzzle},
		Append: func(dst []byte, v *submission.Verdict) []byte {
			return fmt.Appendf(dst, "%s, moves %d · %s %d, %x;", v.Status, v.Moves, hopUnit(v.Puzzle), v.Hops, v.Puzzle.Fingerprint())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// openGame opens the game of the article that is shown.
func openGame(b *browser) { b.click("article:not(.away) .self-open") }

// tally is what the page counts.
func tally(b *browser) string {
	parts := strings.Split(b.text(selfShown+`.tally").textContent`), " · ")
	return strings.Join(parts[:2], " · ")
}

// Stored lines are played by clicks, the page says how they compare, and the checker
// takes what the page writes down.
func testLinesPlayedInBrowser(t *testing.T, b *browser) {
	for _, r := range playedToTheEnd(t) {
		b.open(pageOf(t, []*solver.Result{r}, HTMLOptions{}))
		b.eval(`localStorage.clear()`, nil)
		openGame(b)
		for i, path := range r.Line {
			b.click(`.self [data-act=hint]`)
			want := fmt.Sprintf("Move %d of the stored line: %s.", i+1, r.Puzzle.Board.FormatPath(path))
			if got := b.text(selfShown + `.now").textContent`); got != want {
				t.Fatalf("%s: the hint is %q, want %q", r.Puzzle, got, want)
			}
			clickMove(b, r.Puzzle, path)
		}
		text := b.text(selfShown + `textarea").value`)
		want := fmt.Sprintf("solved, %s, %x;", tally(b), r.Puzzle.Fingerprint())
		if got := judged(t, text); got != want {
			t.Fatalf("%s: the checker says %q, want %q of\n%s", r.Puzzle, got, want, text)
		}
		if got := b.text(selfShown + `.now").textContent`); !strings.Contains(got, ": the optimum, which is proven.") && r.Lower == r.Upper || !strings.Contains(got, "The goal is reached.") {
			t.Errorf("%s: the verdict is %q", r.Puzzle, got)
		}
		if c := b.complaints(); len(c) > 0 {
			t.Errorf("the console says %s", strings.Join(c, "\n"))
		}
	}
}

// A detour costs what it costs, a chain is one move however it was clicked, and all
// can be undone, redone, kept and linked.
func testGameKeptInBrowser(t *testing.T, b *browser) {
	r := samples(t)["optimal"]
	address := pageOf(t, []*solver.Result{stored(t, "solo-18.json"), r}, HTMLOptions{})
	b.open(address)
	b.eval(`localStorage.clear()`, nil)
	choose(t, b, 2)
	openGame(b)
	says := func(step, count, now string) {
		t.Helper()
		if got := tally(b); got != count {
			t.Errorf("%s: %s, want %s", step, got, count)
		}
		if got := b.text(selfShown + `.now").textContent`); !strings.Contains(got, now) {
			t.Errorf("%s: it says %q, want %q", step, got, now)
		}
	}
	act := func(name string) { b.click(`article:not(.away) .self [data-act=` + name + `]`) }
	move := func(path string) { clickMove(b, r.Puzzle, positiontest.Line(t, r.Puzzle.Board, path)[0]) }
	move("c2-c3")
	says("a step", "moves 1 · hops 1", "Move 1: c2-c3.")
	act("hint")
	says("off the line", "moves 1 · hops 1", "off the stored line: moves still needed are unknown")
	act("undo")
	says("undo", "moves 0 · hops 0", "Undone.")
	act("redo")
	says("redo", "moves 1 · hops 1", "Done again.")
	act("restart")
	says("restart", "moves 0 · hops 0", "From the start again.")
	move("a1-c3")
	move("b2-d2")
	says("half a chain", "moves 2 · hops 2", "Move 2: b2-d2.")
	act("hint")
	says("within a turn", "moves 2 · hops 2", "Move 2 of the stored line: b2-d2-c4.")
	clickCell(b, r.Puzzle, positiontest.Line(t, r.Puzzle.Board, "d2-c4")[0][1])
	says("the whole chain", "moves 2 · hops 3", "Move 2: b2-d2-c4.")
	link := b.text(`(() => { let text; navigator.clipboard.writeText = async (t) => { text = t; };
		document.querySelector("article:not(.away) [data-act=link]").click(); return text; })()`)
	if want := address + "#m="; !strings.HasPrefix(link, want) || !strings.HasSuffix(link, "_a1-c3_b2-d2-c4") {
		t.Fatalf("the link is %q", link)
	}
	b.open(address + "#puzzle-2")
	openGame(b)
	says("kept", "moves 2 · hops 3", "Your line goes on.")
	b.eval(`localStorage.clear()`, nil)
	b.open(link)
	waitFor(t, func() bool { return b.text(`document.querySelector("article:not(.away)").id`) == "puzzle-2" })
	says("linked", "moves 2 · hops 3", "Your line goes on.")
	move("c2-d4-b4")
	move("c3-a1") // no jump leads there, nothing moves
	move("c3-a5")
	says("the end", "moves 4 · hops 6", "The goal is reached. 4 moves: the optimum, which is proven.")
	act("undo")
	move("c3-c4")
	for _, bad := range []string{"zz", "a1-a5", "a1", "a1-c3_a1-c3"} {
		b.open(link[:strings.Index(link, "_")] + "_" + bad)
		if got := b.text(`String(document.querySelector(".self"))`); got != "null" {
			t.Errorf("the link with %s is followed", bad)
		}
	}
	b.eval(`localStorage.clear()`, nil)
}

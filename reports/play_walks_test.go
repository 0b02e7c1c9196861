package reports

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Whatever cells are chosen, also such that chains are gone on with or taken back, the
// checker finds the line legal and counts as the page does.
func testWalksInBrowser(t *testing.T, b *browser) {
	walks, turns := 0, 0
	for _, r := range playedToTheEnd(t) {
		data, err := json.Marshal(positiontest.Must(t, newPlayable, r))
		if err != nil {
			t.Fatal(err)
		}
		var lists [][2]string // what the page writes and what it counts
		b.eval(`(() => { const rules = new Rules(`+string(data)+`); let seed = 18;
			const under = (n) => (seed = (seed * 48271) % 2147483647) % n;
			return Array.from({ length: 60 }, () => {
				let line = rules.line.slice(0, under(rules.line.length)), man = -1;
				for (let n = 0; n < 40; n++) {
					const men = rules.position(line), all = men.flatMap((m, c) => (m ? [c] : []));
					if (man < 0 || under(2)) man = all[under(all.length)];
					const choices = [...rules.choices(line, men, man)];
					if (choices.length) [man, line] = choices[under(choices.length)];
				}
				return [rules.list(line), "moves " + line.length + (rules.pegs ? " · jumps " : " · hops ") + rules.hops(line)];
			}); })()`, &lists)
		for _, l := range lists {
			if strings.HasPrefix(l[0], "#") {
				continue // all was taken back: no moves are no submission
			}
			got := judged(t, l[0])
			status, rest, _ := strings.Cut(got, ", ")
			want := fmt.Sprintf("%s, %x;", l[1], r.Puzzle.Fingerprint())
			if status != "solved" && status != "unfinished" || rest != want {
				t.Fatalf("%s: the checker says %q, want %q of\n%s", r.Puzzle, got, want, l[0])
			}
			walks++
			turns += strings.Count(l[0], "\n") - 1
		}
	}
	if walks < 400 {
		t.Errorf("only %d walks", walks)
	}
	t.Logf("%d walks, %d turns", walks, turns)
}

// The verdict says what is proven and no more.
func testVerdictsInBrowser(t *testing.T, b *browser) {
	for _, c := range []struct {
		lower, upper, moves int
		source, want        string
	}{
		{31, 31, 33, "proven", "33 moves, 2 above the optimum, which is proven."},
		{31, 31, 31, "proven", "31 moves: the optimum, which is proven."},
		{1, 1, 1, "claimed", "1 move: the optimum, which is claimed."},
		{31, 31, 30, "claimed", "30 moves, fewer than the 31 that are claimed to be needed: one of the two is wrong."},
		{28, 31, 33, "proven", "33 moves, 2 more than the best line stored here; at least 28 are needed, which is proven."},
		{28, 31, 31, "proven", "31 moves, as few as the best line stored here; at least 28 are needed, which is proven."},
		{28, 31, 30, "proven", "30 moves, 1 fewer than the best line stored here; at least 28 are needed, which is proven."},
		{1, 0, 7, "proven", "7 moves; at least 1 is needed, which is proven."},
	} {
		got := b.text(fmt.Sprintf(`Rules.prototype.verdict.call({lower: %d, upper: %d, source: %q}, Array(%d).fill([0, 1]))`, c.lower, c.upper, c.source, c.moves))
		if got != c.want {
			t.Errorf("it says %q, want %q", got, c.want)
		}
	}
	hops := b.text(`Rules.prototype.verdict.call({lower: 4, upper: 4, source: "proven", byHops: true, hops: Rules.prototype.hops, counts: Rules.prototype.counts}, [[0, 1, 2, 3], [4, 5, 6]])`)
	if want := "5 hops, 1 above the optimum, which is proven."; hops != want {
		t.Errorf("it says %q, want %q", hops, want)
	}
}

// The bounds in the page are those of the result: none of a line that is not known, and
// claims by that name.
func TestPlayableSaysWhatIsProven(t *testing.T) {
	all := samples(t)
	claimed := positiontest.Must(t, ParseJSON, []byte(written(t, JSON, all["optimal"], JSONOptions{})))
	for _, c := range []struct {
		name string
		got  *playable
		want string
	}{
		{"optimal", positiontest.Must(t, newPlayable, all["optimal"]), "4 4 proven 4"},
		{"unknown", positiontest.Must(t, newPlayable, all["unknown"]), "1 0 proven 0"},
		{"claimed", positiontest.Must(t, newPlayable, claimed), "4 4 claimed 4"},
	} {
		if got := fmt.Sprintf("%d %d %s %d", c.got.Lower, c.got.Upper, c.got.Source, len(c.got.Line)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// perft counts the ways to play so many turns, from and to alone, by package positions
// and puzzles; in peg solitaire a turn is a single jump.
func perft(p *puzzles.Puzzle, table *positions.MoveTable, men positions.Bits, depth int) (n int) {
	if depth == 0 {
		return 1
	}
	for _, turn := range legalTurns(p, table, men) {
		q := *p
		q.Start = men
		path := []positions.Cell{positions.Cell(turn[0]), positions.Cell(turn[1])}
		n += perft(p, table, q.After(puzzles.Line{path}, 1), depth-1)
	}
	return n
}

// The script and package positions count the same ways to play from the starts of all
// games, turn after turn.
func testPerftInBrowser(t *testing.T, b *browser) {
	for _, r := range playedToTheEnd(t) {
		p := r.Puzzle
		data, err := json.Marshal(positiontest.Must(t, newPlayable, r))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		b.eval(`(() => { const rules = new Rules(`+string(data)+`);
			const perft = (men, depth) => (depth === 0 ? 1 : men.reduce((n, m, c) => (m ? [...rules.turns(men, c).values()].reduce((n, path) => n + perft(rules.after(men, path), depth - 1), n) : n), 0));
			const counts = [];
			for (let depth = 1; depth <= 6 && (depth < 2 || counts[depth - 2] < 1500); depth++) counts.push(perft(rules.begin(), depth));
			return counts; })()`, &got)
		var want []int
		table := positions.NewMoveTable(p.Board, p.Jumps)
		for depth := range got {
			want = append(want, perft(p, table, p.Start, depth+1))
		}
		if !slices.Equal(got, want) || len(got) < 2 {
			t.Errorf("%s: the script counts %v, want %v", p, got, want)
		}
		t.Logf("%s: %v", p, got)
	}
}

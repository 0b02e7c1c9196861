package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// transferGame is a board with some men of which only the number counts.
func transferGame(t *testing.T, shape positions.Shape, size, men int) *puzzles.Puzzle {
	t.Helper()
	b := positiontest.Board(t, shape, size)
	var start positions.Bits
	for c := range positions.Cell(men) {
		start = start.With(c)
	}
	return &puzzles.Puzzle{Game: puzzles.GameOther, Board: b, Start: start}
}

// batches are small ones of each kind.
func batches(t *testing.T) map[string]Options {
	any := func(k Kind, p *puzzles.Puzzle, from, to int) Options {
		return Options{Kind: k, Game: p, MinMoves: from, MaxMoves: to, Unique: UniqueNone, Hardest: math.MaxInt32, Seed: 7}
	}
	first := any(Endgame, positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 2}), 3, 5)
	first.Unique = UniqueFirst
	triangle := puzzles.Options{Shape: positions.Triangle, Size: 6} // its table is made in no time
	line := any(Solo, positiontest.Must(t, puzzles.Solo, triangle), 2, 4)
	line.Unique = UniqueLine
	mirrored := any(Solo, positiontest.Must(t, puzzles.Solo, triangle), 2, 5)
	mirrored.Symmetric = true
	masked := any(Solo, positiontest.Must(t, puzzles.Solo, triangle), 2, 5)
	masked.Mask = positiontest.Cells(t, masked.Game.Board, "b5 a4 b4 c4 a3 b3 c3 d3 c2")
	mirroredMask := masked
	mirroredMask.Symmetric = true
	mirroredMask.Mask = positiontest.Cells(t, masked.Game.Board, "a6 a5 b5 a4 b4 c4 a3 b3 c3 d3 b2 c2 d2")
	figures := any(Transfer, transferGame(t, positions.Square, 5, 3), 2, 6)
	figures.Symmetric = true
	free := any(Endgame, positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "3", Arrival: positions.Free}), 3, 6)
	super := any(Transfer, transferGame(t, positions.Rhombus, 5, 3), 2, 6)
	super.Game.Jumps = positions.Super
	figure := func(k Kind, shape positions.Shape, size, men int, starts Starts, from, to int) Options {
		o := any(k, transferGame(t, shape, size, men), from, to)
		o.Game.Arrival, o.Starts = positions.Free, starts
		return o
	}
	mirroredLines := figure(Connection, positions.Square, 4, 4, AnyStart, 2, 4)
	mirroredLines.Symmetric = true
	mirroredFigures := figure(Treffpunkt, positions.Square, 5, 3, AnyStart, 2, 5)
	mirroredFigures.Symmetric = true
	uniqueLines := figure(Connection, positions.Rhombus, 4, 4, AnyStart, 2, 4)
	uniqueLines.Unique = UniqueLine
	return map[string]Options{
		"masked": masked, "mirrored mask": mirroredMask,
		"lines": figure(Connection, positions.Star, 2, 5, AnyStart, 2, 4), "unique lines": uniqueLines,
		"mirrored lines": mirroredLines, "lines from figures": figure(Connection, positions.Square, 5, 3, FigureStart, 2, 4),
		"treffpunkt": figure(Treffpunkt, positions.Rhombus, 5, 3, AnyStart, 2, 6), "mirrored figures": mirroredFigures,
		"treffpunkt from courts": figure(Treffpunkt, positions.Square, 5, 3, CourtStart, 3, 5),
		"treffpunkt by walks":    figure(Treffpunkt, positions.Star, 2, 4, WalkStart, 2, 4),
		"endgame":                first, "free": free, "solo": line, "mirrored": mirrored,
		"transfer": any(Transfer, transferGame(t, positions.Square, 5, 3), 2, 6), "figures": figures, "super": super,
	}
}

// emit runs a batch and returns its lines.
func emit(t *testing.T, b *Batch) (out []byte) {
	t.Helper()
	_, err := b.Run(context.Background(), func(p *Puzzle) error {
		text, err := json.Marshal(p)
		out = append(append(out, text...), '\n')
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The same bytes with one worker and with three, at once and in two runs; every
// line reads back, its puzzle is a puzzle file, and no two are the same.
func TestBatchesRepeat(t *testing.T) {
	positiontest.Long(t)
	const count = 4
	for name, o := range batches(t) {
		t.Run(name, func(t *testing.T) {
			batch := Batch{Options: o, Count: count, Effort: 3000, Workers: 3}
			all := emit(t, &batch)
			texts := slices.Collect(bytes.Lines(all))
			if len(texts) != count {
				t.Fatalf("%d puzzles, want %d", len(texts), count)
			}
			var list []*Puzzle
			for _, text := range texts {
				p, err := ParseRecord(text, o.Form())
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, p)
			}
			later := Batch{Options: o, Count: count, Effort: 3000, Workers: 1, Known: list[:2], From: list[1].Index + 1}
			if rest := emit(t, &later); !bytes.Equal(rest, bytes.Join(texts[2:], nil)) {
				t.Error("a batch that was gone on with differs")
			}
			seen := make(map[task]bool)
			for i, p := range list {
				if got := taskOf(p.Task); seen[got] {
					t.Errorf("%s comes twice", ID(p.Kind, p.Task))
				} else {
					seen[got] = true
				}
				checkPuzzle(t, p, &o)
				checkFile(t, p, texts[i])
			}
		})
	}
}

// checkPuzzle compares what a puzzle says of itself with plain searches.
func checkPuzzle(t *testing.T, p *Puzzle, o *Options) {
	t.Helper()
	id := ID(p.Kind, p.Task)
	if report, err := verify.Replay(p.Task, p.Line); err != nil || report.Moves < o.MinMoves || report.Moves > o.MaxMoves {
		t.Errorf("%s: %d moves, %v", id, report.Moves, err)
	}
	kind, task, err := ParseID(id)
	if err != nil || kind != p.Kind || task.Fingerprint() != p.Task.Fingerprint() {
		t.Errorf("%s reads back as %v, %v", id, task, err)
	}
	if o.Mask != (positions.Bits{}) && p.Task.Start.AndNot(o.Mask) != (positions.Bits{}) {
		t.Errorf("%s has men outside the mask", id)
	}
	if o.Symmetric && len(mirrorsOf(p.Task.Board, p.Task.Start)) == 0 {
		t.Errorf("%s is not symmetric", id)
	}
	found := plainLines(p.Task, len(p.Line))
	for _, n := range found[:len(found)-1] {
		if len(n) > 0 {
			t.Errorf("%s has a shorter line", id)
		}
	}
	all := found[len(p.Line)]
	if !p.Lines.IsInt64() || p.Lines.Int64() != int64(len(all)) || p.MoreLines {
		t.Errorf("%s: %v lines, want %d", id, p.Lines, len(all))
	}
	maps := keepers(p.Task)
	firsts := make(map[string]bool)
	whole := make(map[string]bool)
	for _, line := range all {
		firsts[leastImage(maps, firstOf(line))] = true
		whole[leastImage(maps, line)] = true
	}
	if p.First != len(firsts) {
		t.Errorf("%s: %d first moves, want %d", id, p.First, len(firsts))
	}
	if p.LineUnique != (len(whole) == 1) {
		t.Errorf("%s: line unique is %t, but there are %d", id, p.LineUnique, len(whole))
	}
	if o.Unique == UniqueFirst && len(firsts) != 1 || o.Unique == UniqueLine && len(whole) != 1 {
		t.Errorf("%s is not unique", id)
	}
}

// amid marks positions of solo that are not the end of a move. It is no cell.
const amid = positions.Cell(positions.MaxCells - 1)

// firstOf is a line up to the end of its first move.
func firstOf(line []positions.Bits) []positions.Bits {
	n := 1
	for line[n].Has(amid) {
		n++
	}
	return line[:n+1]
}

// leastImage names a line by the sets that it consists of, for solo with the cells
// of its moves among them.
func leastImage(maps []positions.Permutation, line []positions.Bits) (least string) {
	for i, m := range maps {
		var name strings.Builder
		for _, b := range line {
			name.WriteString(bitsText(m.Apply(b.Without(amid))))
			if b.Has(amid) {
				name.WriteString("+")
			}
			name.WriteString(" ")
		}
		if i == 0 || name.String() < least {
			least = name.String()
		}
	}
	return least
}

// plainLines lists, by the number of moves, all lines of at most longest moves,
// depth first and without any table. A man that is not in place needs a move: that
// is all it knows.
func plainLines(p *puzzles.Puzzle, longest int) [][][]positions.Bits {
	found := make([][][]positions.Bits, longest+1)
	var from func(line []positions.Bits)
	var w [32]*walker
	if !p.Game.Pegs() {
		for i := range w {
			w[i] = newWalker(positions.NewMoveTable(p.Board, p.Jumps), p)
		}
	}
	jumps := positions.PegJumps(p.Board)
	from = func(line []positions.Bits) {
		men, depth := line[len(line)-1], 0
		if p.Game.Pegs() {
			for _, b := range line {
				if !b.Has(amid) {
					depth++
				}
			}
		} else {
			depth = len(line)
		}
		depth--
		if p.Ended(men, positions.Bits{}) {
			found[depth] = append(found[depth], slices.Clone(line))
			return
		}
		if depth == longest {
			return
		}
		if p.Game.Pegs() {
			// A jump follows the one before in the same move, or begins a move. In
			// the line stands after each jump the position; those amid a move are
			// marked by a bit that is no cell.
			var chain func(men positions.Bits, c positions.Cell, line []positions.Bits)
			chain = func(men positions.Bits, c positions.Cell, line []positions.Bits) {
				for _, j := range jumps {
					if j.From != c || !men.Has(j.Over) || men.Has(j.To) {
						continue
					}
					next := men.Without(c).Without(j.Over).With(j.To)
					from(append(slices.Clone(line), next))
					chain(next, j.To, append(slices.Clone(line), next.With(amid)))
				}
			}
			for _, c := range men.Cells() {
				chain(men, c, line)
			}
			return
		}
		if men.AndNot(p.Goal).Len() > longest-depth {
			return
		}
		for _, m := range slices.Clone(w[depth].turns(men, false)) {
			from(append(slices.Clone(line), after(men, m)))
		}
	}
	from([]positions.Bits{p.Start})
	return found
}

// checkFile reads the puzzle in a line as a puzzle file.
func checkFile(t *testing.T, p *Puzzle, text []byte) {
	t.Helper()
	var r struct{ Puzzle json.RawMessage }
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	q, err := puzzlefile.Parse(r.Puzzle)
	if err != nil || q.Fingerprint() != p.Task.Fingerprint() {
		t.Errorf("%s is another puzzle as a file: %v", ID(p.Kind, p.Task), err)
	}
}

// What has been given out keeps its name, and these texts are no names.
func TestIDs(t *testing.T) {
	o := Options{Kind: Endgame, Game: positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 2}), MinMoves: 1, MaxMoves: 3, Hardest: 1}
	p := o.Game.From(o.Game.Start, positions.Bits{})
	const want = "h1-endgame-star2-booklet-short-"
	id := ID(Endgame, p)
	if !strings.HasPrefix(id, want) {
		t.Errorf("ID is %s", id)
	}
	const solo = "h1-solo-english-300-10000"
	_, q, err := ParseID(solo)
	if err != nil || ID(Solo, q) != solo || strings.Join(q.Board.Names(q.Start), " ") != "c3 d3" || strings.Join(q.Board.Names(q.Goal), " ") != "d4" {
		t.Errorf("%s is %v, %v", solo, q, err)
	}
	const lines = "h1-connection-square4-free-short-f000-a1_d1.a1_a4.a1_d4"
	if _, q, err = ParseID(lines); err != nil || ID(Connection, q) != lines || len(q.Goals) != 3 || q.Goal.Len() != 10 {
		t.Errorf("%s is %v, %v", lines, q, err)
	}
	for _, bad := range []string{
		"", "h1", "h2-solo-english-300-10000", "h1-solo-english-0300-10000", "h1-solo-english-300-0", "h1-solo-english-300-G",
		"h1-solo-star4-300-10000", "h1-solo-english-300-400000000", "h1-endgame-star4-300-10000", "h1-solo-english7-300-10000",
		"h1-endgame-star2-booklet-short-3-1", "h1-endgame-star02-booklet-short-3-30", "h1-endgame-english-booklet-short-3-30",
		"h1-connection-star2-free-short-7-a1_a3", "h1-connection-square4-free-short-f-a1_a4.a1_d1", "h1-connection-square4-free-short-f-a1_d1.a1_d1",
		"h1-connection-square4-free-short-f-d1_a1", "h1-connection-square4-free-short-f-a1_d2", "h1-connection-square4-booklet-short-f-a1_d1",
		"h1-connection-square4-free-short-f-f", "h1-connection-square4-free-short-f-a1_c1", "h1-treffpunkt-square4-booklet-short-3-30",
		"h1-connection-square4-free-short-f-", "h1-treffpunkt-square4-free-short-3-a1_b1", "h1-endgame-star2-booklet-long-3-30", "h1-transfer-star9-free-short-3-30", "h1-solo-english-300-" + strings.Repeat("1", 65),
	} {
		if _, _, err := ParseID(bad); !errors.Is(err, ErrID) {
			t.Errorf("ParseID(%q) = %v", bad, err)
		}
	}
}

// A batch that nothing matches ends after the effort, and says why.
func TestEffortEnds(t *testing.T) {
	o := batches(t)["transfer"]
	o.Easiest, o.Hardest = 500, 501
	tally, err := (&Batch{Options: o, Count: 1, Effort: 40, Workers: 2}).Run(context.Background(), func(*Puzzle) error { return nil })
	if !errors.Is(err, ErrEffort) || tally.Candidates != 40 || tally.Found != 0 || tally.Dropped[string(otherLevel)] == 0 {
		t.Errorf("%+v, %v", tally, err)
	}
}

// A record of which anything was changed is refused.
func TestRecordsAreChecked(t *testing.T) {
	o := batches(t)["free"]
	text := string(emit(t, &Batch{Options: o, Count: 1, Effort: 3000, Workers: 1}))
	for _, change := range [][2]string{
		{`"moves":`, `"moves":1`},
		{`"first_move_unique":`, `"first_move_unique": `},
		{`"rules":"free"`, `"rules":"booklet"`},
		{`"line":[["`, `"line":[["a1"],["`},
		{`-endgame-`, `-transfer-`},
		{`"schema":"halma-solve/generated/2"`, `"schema":"x"`},
		{`"schema":"halma-solve/generated/2"`, `"schema":"halma-solve/generated/1"`},
		{`"lines":`, `"lines":` + strings.Repeat("9", 1<<23)},
		{`"lines":`, `"lines":0.`},
		{`"features":`, `"claimed":true,"features":`},
		{`"choices":[`, `"choices":[1`},
		{`"choices":[`, `"choices":[-`},
		{`"choices":[`, `"choices":[1,`},
		{`"longest_chain":`, `"longest_chain":1`},
		{`"quiet":`, `"quiet":1`},
		{`"difficulty":`, `"difficulty":1`},
		{`"lines":`, `"lines":1`},
		{`"first_moves":`, `"first_moves":99`},
		{`"index":`, `"index":-`},
		{`"index":`, `"index":99999999999999999`},
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if changed == text {
			t.Fatalf("nothing to change: %s", change[0])
		}
		if _, err := ParseRecord([]byte(changed), o.Form()); !errors.Is(err, ErrRecord) {
			t.Errorf("with %.80s: %v", change[1], err)
		}
	}
	p, err := ParseRecord([]byte(text), o.Form())
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(f *Features){
		"moves": func(f *Features) { f.Moves++ }, "quiet": func(f *Features) { f.Quiet++ },
		"away": func(f *Features) { f.Away++ }, "chain": func(f *Features) { f.LongestChain++ },
	} {
		other := *p
		change(&other.Features)
		other.Difficulty = other.difficulty()
		if text, err := other.MarshalJSON(); err != nil {
			t.Error(err)
		} else if _, err := ParseRecord(text, o.Form()); !errors.Is(err, ErrRecord) {
			t.Errorf("another %s, with its difficulty: %v", name, err)
		}
	}
	first, err := p.marshalFirst()
	if err != nil || !strings.Contains(string(first), `"men":"`) {
		t.Fatalf("%s, %v", first, err)
	}
	if again, err := ParseRecord(first, o.Form()); err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("of the first form %+v, %v; want %+v", again, err, p)
	}
	o.Seed++
	if _, err := ParseRecord([]byte(text), o.Form()); !errors.Is(err, ErrOtherOptions) {
		t.Errorf("with another seed: %v", err)
	}
}

package generate

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// Puzzle is one of a batch.
type Puzzle struct {
	Kind       Kind
	Task       *puzzles.Puzzle
	Index      int64  // of the candidate
	Form       string // the seed form of the batch
	Line       puzzles.Line
	Lines      *big.Int // number of minimal lines
	MoreLines  bool     // there are more than Lines
	First      int      // number of first moves of minimal lines, images once
	LineUnique bool     // all minimal lines are images of one
	Features   Features
	Difficulty float64
	// Claimed is set of a puzzle from a file, until somebody has proven it here:
	// that no line is shorter is the word of whoever made the file.
	Claimed bool
	// Taken is set of a puzzle from a file: how many lines there are is its word, whether
	// the length is proven or not.
	Taken bool
}

// Why a candidate did not become a puzzle, besides the verdicts on its length.
const (
	notMade    verdict = "not made by the random moves"
	duplicate  verdict = "the same as another one"
	notUnique  verdict = "not unique"
	otherLevel verdict = "of another difficulty"
	noSolution verdict = "without a solution"
	filtered   verdict = "refused by the filter"
)

// errDisagree says that two searches contradict each other: a mistake of this
// program.
var errDisagree = errors.New("two searches disagree")

const (
	// sharedPositions is how many positions the search backwards from the common
	// goal of all endgames may have, mostPositions each other search.
	sharedPositions = 300_000
	mostPositions   = 3_000_000

	searchMemory = 1 << 30 // bytes for a search of the solver
)

// batch is what all workers share.
type batch struct {
	options *Options
	form    string
	source  string
	table   *positions.MoveTable // not for solo
	pegs    *pegGrader           // for solo
	back    *front               // for endgames
	lines   []Straight           // for connection
	all     *enumeration         // nil: puzzles are made at random
	grades  *grades
}

func newBatch(o *Options, store *cache.Store, workers int) *batch {
	b := &batch{options: o, form: o.Form(), source: o.source()}
	b.grades = newGrades(o, store)
	if o.Kind == Solo {
		b.pegs = newPegGrader(o.Game, store, workers)
		return b
	}
	b.table = positions.NewMoveTable(o.Game.Board, o.Game.Jumps)
	if o.Kind == Connection {
		b.lines = Straights(o.Game.Board, o.Game.Men())
	}
	if o.Kind == Endgame && !o.Exhaustive {
		w := newWalker(b.table, o.Game)
		b.back = newFront([]positions.Bits{o.Game.Goal}, true)
		for b.back.depth() < o.MaxMoves && len(b.back.last()) > 0 && b.back.grow(w, nil, sharedPositions) {
		}
	}
	return b
}

// outcome is what becomes of the candidate with an index.
func (b *batch) outcome(ctx context.Context, index int64) outcome {
	p, why, err := b.candidate(ctx, index)
	return outcome{p, why, err}
}

// candidate makes the puzzle of an index, or says why there is none.
func (b *batch) candidate(ctx context.Context, index int64) (*Puzzle, verdict, error) {
	task, w := b.task(index)
	if task == nil {
		return nil, notMade, nil
	}
	p := &Puzzle{Kind: b.options.Kind, Task: task, Index: index, Form: b.form}
	grade := b.gradeSolo
	if p.Kind != Solo {
		grade = func(ctx context.Context, p *Puzzle) (verdict, error) { return b.gradeHalma(ctx, p, w) }
	}
	why, err := b.grades.of(ctx, p, grade)
	if b.all != nil && err == nil {
		err = b.all.agrees(p, why)
	}
	if err != nil || why != "" {
		return nil, why, err
	}
	if _, err := verify.Replay(task, p.Line); err != nil {
		return nil, "", fmt.Errorf("%s: the line is not legal: %w", ID(p.Kind, task), err)
	}
	p.Difficulty = p.difficulty()
	if o := b.options; p.Difficulty < o.Easiest || p.Difficulty > o.Hardest {
		return nil, otherLevel, nil
	} else if o.Filter != nil {
		if keeps, err := o.Filter.Keeps(p); err != nil || !keeps {
			return nil, filtered, err
		}
	}
	return p, "", nil
}

// difficulty is that of the features and the number of lines.
func (p *Puzzle) difficulty() float64 {
	lines, _ := new(big.Float).SetInt(p.Lines).Float64()
	return p.Features.Difficulty(lines)
}

// task makes what is to be solved of a candidate, and how men walk on it (nil for
// solo). It is nil when the random moves do not lead to one.
func (b *batch) task(index int64) (task *puzzles.Puzzle, w *walker) {
	o, r := b.options, random(b.source, index)
	made := false
	switch {
	case b.all != nil:
		task, made = b.all.task(o.Game, b.all.list[index]), true
	case o.Kind == Solo && o.Symmetric:
		task, made = mirrored(r, o.Game, b.pegs.pegs, o)
	case o.Kind == Solo && o.Mask != (positions.Bits{}):
		task, made = underMask(r, o.Game, b.pegs.pegs, o)
	case o.Kind == Solo:
		task, made = arrangement(r, o.Game, b.pegs.pegs, o)
	case o.Kind == Transfer:
		task, made = transfer(r, o.Game, o)
	default:
		w = newWalker(b.table, o.Game)
		switch o.Kind {
		case Endgame:
			task, made = endgame(r, w, o.Game, o)
		case Connection:
			task, made = connection(r, w, b.lines, o)
		case Treffpunkt:
			task, made = treffpunkt(r, w, o)
		}
	}
	if !made {
		return nil, nil
	}
	if w == nil && o.Kind != Solo {
		w = newWalker(b.table, task)
	}
	return task, w
}

// wanted is the verdict on uniqueness.
func (b *batch) wanted(p *Puzzle) verdict { return b.options.wanted(p) }

func (o *Options) wanted(p *Puzzle) verdict {
	if o.Unique == UniqueFirst && p.First != 1 || o.Unique == UniqueLine && !p.LineUnique {
		return notUnique
	}
	return ""
}

// solve asks the solver for a line and the proof that none is shorter. It uses
// one thread, for the same line on any machine, and no store, for the same line
// whatever is known already.
func solve(ctx context.Context, p *Puzzle) (verdict, error) {
	r, err := solver.Solve(ctx, p.Task, solver.Options{Workers: 1, Memory: searchMemory})
	switch {
	case err != nil:
		return "", err
	case ctx.Err() != nil:
		return "", ctx.Err()
	case r.Status == solver.Impossible:
		return "", fmt.Errorf("%w: %s, made backwards from its goal, is said to be impossible", errDisagree, ID(p.Kind, p.Task))
	case r.Status != solver.Optimal:
		return tooLarge, nil
	}
	p.Line = r.Line
	return "", nil
}

// shortest finds the shortest lines of a puzzle of Halma.
func (b *batch) shortest(w *walker, task *puzzles.Puzzle) (lines, verdict) {
	from, to, most := b.options.MinMoves, b.options.MaxMoves, mostPositions
	switch {
	case b.all != nil && b.all.depths != nil:
		return b.all.depths.lines(w, task.Start), ""
	case b.all != nil: // its length is known, and the space small
		from, to, most = 0, unreached, mostPaired
	}
	goals := figuresOf(task)
	if b.back != nil {
		return shortest(w, task.Start, goals, b.back, true, from, to, most)
	}
	return shortest(w, task.Start, goals, newFront(goals, true), false, from, to, most)
}

// gradeHalma finds length, line and features of a puzzle of Halma.
func (b *batch) gradeHalma(ctx context.Context, p *Puzzle, w *walker) (verdict, error) {
	l, why := b.shortest(w, p.Task)
	if why != "" {
		return why, nil
	}
	maps := keepers(p.Task)
	p.Lines, p.MoreLines = new(big.Int).SetUint64(l.count), l.count >= manyWays
	if p.MoreLines {
		p.Lines.SetUint64(manyWays - 1)
	}
	p.First = distinctUnder(maps, l.firsts)
	if b.options.Unique != UniqueNone && p.First != 1 {
		return notUnique, nil
	}
	if why, err := solve(ctx, p); err != nil || why != "" {
		return why, err
	}
	if len(p.Line) != l.length {
		return "", fmt.Errorf("%w: %s needs %d moves by one, %d by the other", errDisagree, ID(p.Kind, p.Task), len(p.Line), l.length)
	}
	p.LineUnique = l.count == uint64(imagesOf(p.Task, maps, p.Line))
	if why := b.wanted(p); why != "" {
		return why, nil
	}
	distance := distances(p.Task.Board, p.Task.After(p.Line, len(p.Line)))
	p.Features.shape(p.Task, p.Line, distance)
	opens := make(map[positions.Bits]bool)
	for _, men := range l.firsts {
		opens[men] = true
	}
	for n := range p.Line {
		men := p.Task.After(p.Line, n)
		turns := w.turns(men, false)
		p.Features.Choices = append(p.Features.Choices, len(turns))
		for _, m := range turns {
			if n == 0 && distance[m.To] < distance[m.From] && !opens[after(men, m)] {
				p.Features.WrongFirst++
			}
		}
	}
	return "", nil
}

// gradeSolo finds length, line and features of an arrangement of solo.
func (b *batch) gradeSolo(ctx context.Context, p *Puzzle) (verdict, error) {
	o, men := b.options, p.Task.Start[0]
	longest := o.MaxMoves
	if b.all != nil {
		longest = MaxMoves // the enumeration has chosen already
	}
	length, on, why, err := b.pegs.lengths(ctx, men, longest)
	switch {
	case err != nil || why != "":
		return why, err
	case b.all == nil && length < o.MinMoves:
		return tooShort, nil
	}
	maps, found := keepers(p.Task), pegLines{pegs: b.pegs.pegs, on: on}
	openings := found.openings(men, length)
	p.First = distinctPaths(maps, openings)
	if o.Unique != UniqueNone && p.First != 1 {
		return notUnique, nil
	}
	p.Line, p.Lines = found.first(men, length), found.all(men, length)
	p.LineUnique = p.Lines.Cmp(big.NewInt(int64(len(imagesOfLine(maps, p.Line))))) == 0
	if why := b.wanted(p); why != "" {
		return why, nil
	}
	p.Features.shape(p.Task, p.Line, distances(p.Task.Board, p.Task.Goal))
	for n := range p.Line {
		p.Features.Choices = append(p.Features.Choices, b.pegs.pegs.choices(p.Task.After(p.Line, n)[0]))
	}
	p.Features.WrongFirst = p.Features.Choices[0] - len(openings)
	p.Features.DeadFirst = b.pegs.deadFirst(men)
	return b.confirm(ctx, p)
}

// distinctPaths counts first moves of solo, images under maps once.
func distinctPaths(maps []positions.Permutation, paths [][]positions.Cell) (n int) {
	seen := make(map[string]bool)
	for _, path := range paths {
		if seen[fmt.Sprint(path)] {
			continue
		}
		n++
		for _, image := range imagesOfLine(maps, puzzles.Line{path}) {
			seen[fmt.Sprint(image[0])] = true
		}
	}
	return n
}

// confirm has the solver say the same about the length of a puzzle of solo.
func (b *batch) confirm(ctx context.Context, p *Puzzle) (verdict, error) {
	r, err := peg.Confirm(ctx, p.Task, p.Line, b.pegs.wins.Load(), solver.Options{Workers: 1, Memory: searchMemory})
	switch {
	case err != nil:
		return "", err
	case ctx.Err() != nil:
		return "", ctx.Err()
	case r.Status != solver.Optimal:
		return tooLarge, nil
	case r.Moves != len(p.Line):
		return "", fmt.Errorf("%w: %s needs %d moves by one, %d by the other", errDisagree, ID(p.Kind, p.Task), len(p.Line), r.Moves)
	}
	return "", nil
}

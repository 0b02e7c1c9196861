package site

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// Set is a number of puzzles that are shown together.
type Set struct {
	Name    string // as people read it
	Puzzles []Puzzle
}

// Puzzle is a puzzle that a site shows.
type Puzzle struct {
	Name string // a word for addresses, beside the ID; may be empty
	Task *puzzles.Puzzle
	// Lower and Upper are what lists show of it, in its count: no line is shorter, a
	// line as long is known. 0 if that is not known.
	Lower, Upper int
	// Line is one from a file; nil: none, or the one that [Options.Known] has. Then
	// Lower is a claim of the file as long as nobody has proven it.
	Line puzzles.Line
}

// Atlas returns all that is proven already, a set for each game and shape of boards.
func Atlas() (sets []Set, err error) {
	at := map[string]int{}
	for _, e := range atlas.Entries() {
		p, err := e.Question.Puzzle()
		if err != nil {
			return nil, fmt.Errorf("entry %s of the atlas: %w", e.ID(), err)
		}
		name := fmt.Sprintf("%s, %s", e.Game, e.Board)
		i, ok := at[name]
		if !ok {
			i = len(sets)
			at[name] = i
			sets = append(sets, Set{Name: name})
		}
		sets[i].Puzzles = append(sets[i].Puzzles, Puzzle{Name: e.ID(), Task: p, Lower: e.Lower, Upper: max(e.Upper, 0)})
	}
	return sets, nil
}

// puzzle is a puzzle of the catalog.
type puzzle struct {
	Puzzle
	id       string // the first digits of its fingerprint
	set      int
	task     *puzzles.Puzzle
	words    string
	checkers sync.Pool // of lines of it
	ranking  ranking

	once  sync.Once
	known *solver.Result
}

// idLength is how many digits of a fingerprint are an ID, as in links of pages.
const idLength = 16

// catalog has all puzzles of a site.
type catalog struct {
	from solver.Store
	log  *slog.Logger

	mu   sync.RWMutex // for what follows; sets only grow at their ends
	sets []*set
	all  map[string]*puzzle // by ID and by name
}

type set struct {
	name    string
	puzzles []*puzzle
}

// playedSet is the name of the set of puzzles that are known from kept lines alone.
const playedSet = "played before"

func newCatalog(sets []Set, from solver.Store, log *slog.Logger) (*catalog, error) {
	c := &catalog{from: from, log: log, all: map[string]*puzzle{}}
	for _, list := range sets {
		for _, p := range list.Puzzles {
			if p.Task == nil {
				return nil, fmt.Errorf("a puzzle of %q has no task", list.Name)
			}
			if err := c.add(list.Name, p); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// add adds a puzzle to the set of a name. One that is there already is in its first
// set alone.
func (c *catalog) add(name string, p Puzzle) error {
	id := idOf(p.Task)
	c.mu.Lock()
	defer c.mu.Unlock()
	if there := c.all[id]; there != nil {
		if there.task.Fingerprint() != p.Task.Fingerprint() {
			return fmt.Errorf("two puzzles have the ID %s: %s, and %s", id, there.words, p.Task)
		}
		return c.call(p.Name, there)
	}
	at := len(c.sets) - 1
	for at >= 0 && c.sets[at].name != name {
		at--
	}
	if at < 0 {
		at = len(c.sets)
		c.sets = append(c.sets, &set{name: name})
	}
	made := &puzzle{Puzzle: p, id: id, set: at, task: p.Task, words: p.Task.String()}
	made.ranking.known = made.Upper
	c.sets[at].puzzles = append(c.sets[at].puzzles, made)
	c.all[id] = made
	return c.call(p.Name, made)
}

// call gives a puzzle a name beside its ID.
func (c *catalog) call(name string, p *puzzle) error {
	if other := c.all[name]; other != nil && other != p {
		return fmt.Errorf("two puzzles have the name %q: %s, and %s", name, other.words, p.words)
	}
	if name != "" {
		c.all[name] = p
	}
	return nil
}

func idOf(p *puzzles.Puzzle) string {
	f := p.Fingerprint()
	return hex.EncodeToString(f[:])[:idLength]
}

// find returns a puzzle by its ID or name, nil if there is none.
func (c *catalog) find(name string) *puzzle {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.all[name]
}

// of returns the puzzle of the site that is the same task, nil if there is none.
func (c *catalog) of(p *puzzles.Puzzle) *puzzle {
	found := c.find(idOf(p))
	if found != nil && found.task != p && found.task.Fingerprint() != p.Fingerprint() {
		return nil
	}
	return found
}

// list returns the sets as they are now.
func (c *catalog) list() []*set {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]*set, len(c.sets))
	for i, s := range c.sets {
		out[i] = &set{s.name, s.puzzles[:len(s.puzzles):len(s.puzzles)]}
	}
	return out
}

// parse reads the puzzle of a submission: the ID or name of one of the site, or a
// description. Errors are of type [*positions.SyntaxError].
func (c *catalog) parse(text []byte) (*puzzles.Puzzle, error) {
	if text[0] != '"' {
		return reports.ParsePuzzle(text)
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return nil, &positions.SyntaxError{Line: 1, Column: 1, Msg: "the name of the puzzle is no text"}
	}
	if p := c.find(name); p != nil {
		return p.task, nil
	}
	return nil, &positions.SyntaxError{Line: 1, Column: 1, Msg: "there is no puzzle of this name here"}
}

// recall returns what is proven of a puzzle.
func (c *catalog) recall(p *puzzles.Puzzle) *solver.Result { return solver.Recall(p, c.from) }

// result returns what is known of a puzzle, which is worked out once.
func (c *catalog) result(p *puzzle) *solver.Result {
	p.once.Do(func() {
		p.known = c.recall(p.task)
		if p.Line == nil {
			return
		}
		if err := p.learn(); err != nil {
			c.log.Error("what a file says of a puzzle is not true", "puzzle", p.words, "id", p.id, "error", err)
		}
	})
	return p.known
}

// learn takes the line of a file if it is legal and shorter than the one that is known.
func (p *puzzle) learn() error {
	cost := p.task.Cost(p.Line)
	if p.known.Upper != solver.NoUpper && p.known.Upper <= cost {
		return nil
	}
	if _, err := verify.Replay(p.task, p.Line); err != nil {
		return err
	}
	r := &solver.Result{
		Puzzle: p.task, Status: solver.Bounded, Lower: min(p.Lower, cost), Upper: cost,
		Line: p.Line, Moves: len(p.Line), Hops: p.Line.Hops(), Proof: "a file",
	}
	r = r.AsClaim()
	if err := r.Learn(p.known, known.FromAtlas); err != nil {
		return err
	}
	p.known = r
	return nil
}

// bounds is what is proven of a puzzle, for checkers.
func (c *catalog) bounds(p *puzzles.Puzzle) submission.Bounds {
	if own := c.of(p); own != nil {
		return known.Bounds(c.result(own))
	}
	return known.Bounds(c.recall(p))
}

// describe is a puzzle as a file has it, on one line.
func describe(p *puzzles.Puzzle) (json.RawMessage, error) {
	var file, line bytes.Buffer
	if err := puzzlefile.Write(&file, p); err != nil {
		return nil, err
	}
	err := json.Compact(&line, file.Bytes())
	return line.Bytes(), err
}

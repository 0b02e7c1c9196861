package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// stageAbout is what the filter of a refutation is made of. Another machine makes the
// same of it: rows, classes, prices, diagonals and the pattern database of row counts follow
// from the puzzle, the gains and the potential are written here, and nothing else decides.
type stageAbout struct {
	Unmarked  bool            `json:"unmarked,omitempty"` // of the puzzle without its mark
	Projected bool            `json:"projected,omitempty"`
	Rows      string          `json:"rows,omitempty"` // the object with the pattern database; "": make it
	From      int             `json:"from"`
	Length    int             `json:"length"`
	Rules     string          `json:"rules"`
	Bounds    json.RawMessage `json:"bounds"`
	Depth     int             `json:"depth"`
	Second    bool            `json:"second,omitempty"`
	Merge     bool            `json:"merge,omitempty"` // put together, not expanded

	Losses json.RawMessage `json:"losses,omitempty"` // of a search by what hops lose, in place of all that
}

// about describes a portion of the layer in work, or how it is put together.
func (s *refutation[W]) about(second, merge bool) ([]byte, error) {
	rows, err := s.sent.put(s.Ctx, s.Options.Elsewhere, s.bound)
	if err != nil {
		return nil, err
	}
	return json.Marshal(stageAbout{
		Unmarked: !s.Space.Marked, Projected: s.bound != nil, Rows: rows, From: s.from, Length: s.length, Rules: s.rules,
		Bounds: s.Bounds, Depth: s.depth, Second: second, Merge: merge,
	})
}

// sentRows is a pattern database that is an object for other machines.
type sentRows struct {
	of   *bounds.Projection
	name string
}

// largestSent is how many row counts a pattern database may have to be sent, a byte
// each: to make it of the puzzle takes 0.4 µs for each of them (star, 10 men).
const largestSent = 64 << 20

// put makes an object of a pattern database, unless it is one, and returns its name; ""
// if it is not sent.
func (s *sentRows) put(ctx context.Context, objects session.Objects, p *bounds.Projection) (name string, err error) {
	if p == nil || p.Size > largestSent {
		return "", nil
	}
	if s.of != p {
		if name, err = objects.Put(ctx, p.Distance); err != nil {
			return "", err
		}
		s.of, s.name = p, name
	}
	return s.name, nil
}

// ErrAbout is wrapped when a description from elsewhere is none of the puzzle.
var ErrAbout = errors.New("no layer of this puzzle")

// Helper makes parts of the layers of a search on another machine. It may be shared by
// goroutines.
type Helper struct {
	puzzle *puzzles.Puzzle
	memory int64

	mu     sync.Mutex
	about  []byte
	stage  stage            // of about
	tables map[bool]aidable // by stageAbout.Unmarked
}

// stage is a refutation at some depth.
type stage interface {
	do(ctx context.Context, o *layers.Order, objects session.Objects) ([]byte, error)
}

// aidable is an attack that makes stages of descriptions.
type aidable interface {
	stage(ctx context.Context, about stageAbout, last stage, objects session.Objects) (stage, error)
}

// NewHelper returns a helper for searches of a transfer, which may take so much
// memory for its tables, in bytes. Errors wrap [ErrAbout] if it is no transfer.
func NewHelper(p *puzzles.Puzzle, memory int64) (*Helper, error) {
	if p.Game.Pegs() || p.Goals != nil && !session.MarksOne(p) {
		return nil, fmt.Errorf("%w: %s is no transfer", ErrAbout, p)
	}
	return &Helper{puzzle: p, memory: memory, tables: map[bool]aidable{}}, nil
}

// Do carries out an order. What it needs, and what comes of it unless that is the
// answer, are objects.
func (h *Helper) Do(ctx context.Context, order []byte, objects session.Objects) ([]byte, error) {
	var o layers.Order
	if err := json.Unmarshal(order, &o); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAbout, err)
	}
	st, err := h.at(ctx, o.About, objects)
	if err != nil {
		return nil, err
	}
	return st.do(ctx, &o, objects)
}

// at returns the stage of a description. All tasks of a layer have the same one.
func (h *Helper) at(ctx context.Context, about []byte, objects session.Objects) (stage, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stage != nil && bytes.Equal(about, h.about) {
		return h.stage, nil
	}
	var what stageAbout
	if err := json.Unmarshal(about, &what); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAbout, err)
	}
	a := h.tables[what.Unmarked]
	if a == nil {
		var err error
		if a, err = h.newAttack(what.Unmarked); err != nil {
			return nil, err
		}
		h.tables[what.Unmarked] = a
	}
	st, err := a.stage(ctx, what, h.stage, objects)
	if err == nil {
		h.stage, h.about = st, bytes.Clone(about)
	}
	return st, err
}

// newAttack prepares the tables that are cheap.
func (h *Helper) newAttack(unmarked bool) (aidable, error) {
	p := h.puzzle
	if unmarked && session.MarksOne(p) {
		p = p.Unmarked()
	}
	k := session.NewKnowledge(p, session.NewRun(context.Background(), session.Options{Memory: h.memory, Workers: 1}))
	words := positions.WordsFor(p.Board.Len())
	if session.MarksOne(p) {
		words = positions.MarkedWordsFor(p.Board.Len())
	} else if !unmarked {
		return nil, fmt.Errorf("%w: nobody is marked in %s", ErrAbout, p)
	}
	switch words {
	case 1:
		return aid(newAttack[[1]uint64](k))
	case 2:
		return aid(newAttack[[2]uint64](k))
	case 4:
		return aid(newAttack[[4]uint64](k))
	default:
		return aid(newAttack[[5]uint64](k))
	}
}

func aid[W positions.Words](a *attack[W]) (aidable, error) {
	if err := a.boundByMen(); err != nil {
		return nil, err
	}
	a.rows = bounds.NewRows(a.space)
	a.table = newGainTable(a.space, a.rows)
	return a, nil
}

// longestLength bounds the lengths that are taken from elsewhere.
const longestLength = 1 << 12

// stage makes the stage of a description. The tables of the last one are used again
// where they fit.
func (a *attack[W]) stage(ctx context.Context, about stageAbout, last stage, objects session.Objects) (stage, error) {
	if about.Losses != nil {
		return a.stageByLosses(about.Losses)
	}
	under, ok := parseBounds(about.Bounds)
	rules := []string{certificate.RulesFree, certificate.RulesBooklet, certificate.RulesBackwards}
	if !ok || !slices.Contains(rules, about.Rules) || about.Depth < 1 || about.Depth > about.Length || about.Length > longestLength ||
		about.From > about.Length || about.From < about.Length-1 || len(under.Gains) == 0 || under.Height {
		return nil, fmt.Errorf("%w: the description says nothing that is possible", ErrAbout)
	}
	if about.Projected && a.bound == nil {
		if err := a.projectElsewhere(ctx, about.Rows, objects); err != nil {
			return nil, err
		}
	}
	o := refutationOptions[W]{
		from: about.From, length: about.Length, zones: zonesOf(a.Puzzle(), about.Rules), rules: about.Rules,
		rows: a.rows, table: a.table,
	}
	if about.Projected {
		o.bound = a.bound
	}
	s := newRefutation(a.Run, a.space, nil, o)
	if under.Classes {
		s.classes = a.classes
	}
	if under.Priced {
		s.prices = a.prices
	}
	if under.Diagonals {
		s.diagonals = a.diagonals
	}
	if under.Potential && !about.Projected {
		s.half = a.halfOf(under.Of)
	}
	now := s.atHand()
	if under.Priced != now.Priced || under.Assigned != now.Assigned || under.Diagonals != now.Diagonals || !under.priced(now) || under.Classes != now.Classes {
		return nil, fmt.Errorf("%w: other prices, weights, classes or potential", ErrAbout)
	}
	s.depth, s.second, s.merges = about.Depth, about.Second, about.Merge
	s.under, s.Bounds = under, about.Bounds
	if old, ok := last.(*refutation[W]); ok && old.bound == s.bound && old.length == s.length && bytes.Equal(old.Bounds, s.Bounds) {
		s.corridor, s.linked = old.corridor, old.linked // narrow and follow see whether they are the right ones
	}
	s.narrow()
	if !s.merges {
		return s, nil
	}
	if under.Links && s.links == nil || s.second != (s.depth >= s.middle) {
		return nil, fmt.Errorf("%w: no layer is put together so", ErrAbout)
	}
	s.follow(positionsMerged)
	if s.atRadius() {
		return s, a.table.listUpTo(session.NewRun(ctx, session.Options{Workers: 1, Memory: a.Memory}), a.space, under.Near)
	}
	return s, nil
}

// projectElsewhere takes the pattern database that was sent, if it was and may be one of
// the puzzle, or makes it. Whoever sends orders has pruned by the same.
func (a *attack[W]) projectElsewhere(ctx context.Context, name string, objects session.Objects) (err error) {
	if n := bounds.CountRows(a.rows); n > largeProjection || !a.fits(n) {
		return fmt.Errorf("the table of %d row counts does not fit into the memory of this worker", n)
	}
	p, goal := bounds.LayOut(a.rows), a.rows.Count(a.space.CellsOf(&a.space.Goal))
	if name != "" {
		if p.Distance, err = objects.Get(ctx, name); err != nil {
			return err
		}
	}
	if len(p.Distance) != p.Size || !p.Plausible(&goal) {
		p.Distance = nil
		if err := p.Fill(session.NewRun(ctx, a.Options), goal, bounds.AllDistances, nil); err != nil {
			return err
		}
	}
	a.bound = p
	return nil
}

// positionsMerged is for how many positions the answers of a corridor of links are
// remembered where layers are put together for others.
const positionsMerged = 1 << 16

// do implements stage.
func (s *refutation[W]) do(ctx context.Context, o *layers.Order, objects session.Objects) ([]byte, error) {
	if s.merges != (o.Merge != "") {
		return nil, fmt.Errorf("%w: the order is another one than the description", ErrAbout)
	}
	crew := layers.Crew[W]{
		Run:   session.NewRun(ctx, session.Options{Workers: 1, Memory: s.Run.Options.Memory}),
		Space: s.Space, Objects: objects,
		NewSweep: func(r *session.Run) *layers.Sweep[W] { return layers.NewSweep(r, s.Space, s.zones, s.newFilter) },
	}
	switch {
	case s.merges:
		crew.Keep = s.keep()
	case s.second && s.depth == s.middle:
		crew.Take = s.isPastHalf
	}
	return crew.Do(ctx, o)
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// atlasBuildCommand makes the data of the atlas. It is for those who work on the
// program, so no list of commands has it.
func atlasBuildCommand() *cli.Command {
	return &cli.Command{
		Name:   "build",
		Hidden: true,
		Usage:  "make the data of the atlas",
		Description: `Solves what the atlas is to answer, each puzzle within --time, and writes the
entries to --output, which the atlas of the program is when it is built anew.
What the file has already is known to the runs and is worked out again only with
more time. What long runs have left in a store is taken with --cache DIR. FILE is a
certificate to make an entry of, or a result whose line is taken if it is shorter
than the best one that is known; its bound is not.`,
		UsageText: "halma-solve atlas build --output FILE [--only TEXT] [--time LIMIT] [--cache DIR]\n       [FILE…]",
		Flags:     cli.Flags(cli.OutFile, atlasOnly, cli.Time, cli.Memory, cli.Workers, cli.Store, cli.Quiet),
		Action:    atlasBuild,
	}
}

// atlasMaking is an atlas that is being made.
type atlasMaking struct {
	entries map[string]*atlas.Entry // by fingerprint
	before  map[string]*atlas.Entry // as they were
	kept    solver.Store            // results of other runs; may be nil
	limits  solver.Options
}

func atlasBuild(c *cli.Context) (err error) {
	path := cli.OutFile.Of(c)
	m := atlasMaking{limits: cli.MachineOf(c)}
	if m.limits.Time = cli.Time.Of(c); m.limits.Time == 0 {
		m.limits.Time = tableTime
	}
	if m.entries, err = entriesIn(path); err != nil {
		return err
	}
	m.before = maps.Clone(m.entries)
	store, err := storeGiven(c)
	if err != nil {
		return err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
		m.kept = solver.NewRecords(store)
	}
	if m.limits.Checkpoints, err = os.MkdirTemp("", "halma-solve-"); err != nil {
		return cli.IOError("no place for large layers: %v", cli.Cause(err))
	}
	defer func() { _ = os.RemoveAll(m.limits.Checkpoints) }()
	m.limits.Scratch = true
	for _, name := range c.Args().Slice() {
		if err := m.adopt(name); err != nil {
			return err
		}
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	m.limits.Progress = show.Event
	for _, q := range atlas.Plan() {
		if ctx.Err() != nil || !strings.HasPrefix(q.ID(), atlasOnly.Of(c)) {
			continue
		}
		if err := m.solve(ctx, q); err != nil {
			return err
		}
	}
	show.Done()
	list, err := m.ordered()
	if err != nil {
		return err
	}
	return saveAtlas(ctx, c, list)
}

// storeGiven opens the store that --cache names; without it there is none.
func storeGiven(c *cli.Context) (*cache.Store, error) {
	if cli.Store.Of(c) == "" {
		return nil, nil
	}
	dir, err := cli.StoreDir(c)
	if dir == "" || err != nil {
		return nil, err
	}
	return openStore(dir)
}

// saveAtlas writes entries to the output.
func saveAtlas[E any](ctx context.Context, c *cli.Context, list []*E) error {
	var out bytes.Buffer
	if err := atlas.Write(&out, list); err != nil {
		return err
	}
	file, err := cli.OutputOf(c)
	if err != nil {
		return err
	}
	return saveRows(ctx, c, file, out.Bytes())
}

// entriesIn reads the entries of a file that may not be there yet.
func entriesIn(path string) (map[string]*atlas.Entry, error) {
	entries := map[string]*atlas.Entry{}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return entries, nil
	}
	if err != nil {
		return nil, cli.IOError("cannot read %s: %v", path, cli.Cause(err))
	}
	list, err := atlas.Read[atlas.Entry](bytes.NewReader(text))
	if err != nil {
		return nil, cli.InputError(path, err)
	}
	for _, e := range list {
		entries[e.Fingerprint] = e
	}
	return entries, nil
}

// answers are the entries so far, for a search.
func (m *atlasMaking) answers() *known.Answers { return answersOf(m.entries) }

func answersOf(entries map[string]*atlas.Entry) *known.Answers {
	a := known.New(nil)
	a.Find = func(fingerprint [32]byte) *atlas.Entry {
		if e := entries[atlas.Key(fingerprint)]; e != nil && !e.Follows {
			return e
		}
		return nil
	}
	return a
}

// solve makes the entry of a question, if it has a line and says more than the others.
func (m *atlasMaking) solve(ctx context.Context, q atlas.Question) error {
	p, err := q.Puzzle()
	if err != nil {
		return err
	}
	if err := m.recall(q, p); err != nil {
		return err
	}
	o := m.limits
	o.Store = m.answers()
	before := solver.Recall(p, o.Store)
	if e := m.entries[atlas.Key(p.Fingerprint())]; before.Status == solver.Optimal || e != nil && e.Limit >= o.Time.Seconds() {
		return nil
	}
	began := processorTime()
	r, err := solver.Solve(ctx, p, o)
	if err != nil || r.Line == nil || ctx.Err() != nil || r.Lower == before.Lower && r.Upper == before.Upper {
		return err
	}
	e := &atlas.Entry{
		Command: q.Command() + " --time " + duration(o.Time) + fmt.Sprintf(" --workers %d", cli.AllWorkers(o.Workers)),
		Seconds: max(math.Round((processorTime()-began).Seconds()*100)/100, 0.01),
	}
	if r.Status != solver.Optimal {
		e.Limit = o.Time.Seconds()
	}
	return m.add(e, q, r)
}

// recall makes the entry of a question of what a store has of it, if that is more than the
// entries say.
func (m *atlasMaking) recall(q atlas.Question, p *puzzles.Puzzle) error {
	if m.kept == nil {
		return nil
	}
	before, r := solver.Recall(p, m.answers()), solver.Recall(p, m.kept)
	if r.Lower <= before.Lower && (r.Line == nil || before.Line != nil && r.Upper >= before.Upper) {
		return nil
	}
	return m.add(&atlas.Entry{Command: q.Command() + " --prove"}, q, r)
}

// adopt makes an entry of a certificate, or takes the lines of results.
func (m *atlasMaking) adopt(path string) error {
	name, text, err := readFile(path)
	if err != nil {
		return err
	}
	if !isCertificate(text) {
		return m.adoptLines(name, text)
	}
	made, finding, err := derivedAgain(name, text)
	if err != nil {
		return err
	}
	p, line, err := made.Solution()
	if err != nil {
		return certificateError(name, err)
	}
	d := made.Puzzle
	q := atlas.Question{Game: p.Game, Board: d.Board, Size: d.Size, Men: string(d.Men), Rules: d.Rules, Count: d.Count, Jumps: d.Jumps}
	if info, _ := p.Game.Info(); !info.Has(cli.Rules.Name) {
		q.Rules = ""
	}
	r := &solver.Result{
		Puzzle: p, Status: solver.Status(made.Status), Lower: made.Lower, Upper: p.Cost(line), Line: line, Steps: made.Steps,
		Proof: "its certificate: " + strings.Join(finding.Claims[max(0, len(finding.Claims)-1):], "; "),
	}
	if best := solver.Recall(p, m.answers()); best.Line != nil && best.Upper < r.Upper {
		if r.Line, r.Upper = best.Line, best.Upper; r.Upper == r.Lower {
			r.Status = solver.Optimal
		}
	}
	if err := m.add(&atlas.Entry{Command: q.Command() + " --prove", Program: made.Program}, q, r); err != nil {
		return err
	}
	return m.adoptLines(name, text) // where its bound is not the best one, its line may be
}

// adoptLines takes the lines of results that are shorter than the best ones known.
func (m *atlasMaking) adoptLines(name string, text []byte) error {
	list, err := readOwn("atlas import", name, text)
	if err != nil {
		return err
	}
	for _, r := range list {
		if err := replay(name, r); err != nil {
			return err
		}
		best, is, err := shorter(name, r, m.answers())
		if err != nil {
			return err
		}
		if !is {
			continue
		}
		q, ok := questionOf(r.Puzzle)
		if !ok {
			return cli.InputError(name, fmt.Errorf("%s is nothing that the atlas is to answer", r.Puzzle))
		}
		best.Line, best.Upper, best.Moves, best.Hops = r.Line, r.Upper, r.Moves, r.Hops
		if best.Status = solver.Bounded; best.Upper == best.Lower {
			best.Status = solver.Optimal
		}
		if err := m.add(&atlas.Entry{Command: q.Command()}, q, best); err != nil {
			return err
		}
	}
	return nil
}

// questionOf returns the question of the atlas that a puzzle is.
func questionOf(p *puzzles.Puzzle) (q atlas.Question, ok bool) {
	for _, q := range atlas.Plan() {
		if of, err := q.Puzzle(); err == nil && of.Fingerprint() == p.Fingerprint() {
			return q, true
		}
	}
	return q, false
}

// add completes an entry and takes it, unless there is a better one.
func (m *atlasMaking) add(e *atlas.Entry, q atlas.Question, r *solver.Result) error {
	p := r.Puzzle
	key := atlas.Key(p.Fingerprint())
	if old := m.entries[key]; old != nil && !old.Follows && (old.Lower > r.Lower || old.Upper < r.Upper) || r.Line == nil {
		return nil
	}
	e.Question, e.Fingerprint = q, key
	e.Lower, e.Upper, e.Line, e.Proof = r.Lower, r.Upper, atlas.FormatLine(p.Board, r.Line), r.Proof
	e.Program = cmp.Or(e.Program, "halma-solve "+version())
	e.Date = time.Now().UTC().Format(time.DateOnly)
	if info, _ := p.Game.Info(); info.Certificates {
		made, err := solver.Certify(r, e.Program)
		if err != nil {
			return err
		}
		if e.Steps, err = json.Marshal(made.Steps); err != nil {
			return err
		}
	}
	m.entries[key] = e
	return m.share(e, r)
}

// share gives the line of a game under the booklet's rules to the same under the free
// ones if it is as short: then one entry answers both.
func (m *atlasMaking) share(e *atlas.Entry, r *solver.Result) error {
	if !r.Puzzle.Arrival.KeepsGoal() {
		return nil
	}
	free := r.Puzzle.With(positions.Free)
	of := m.entries[atlas.Key(free.Fingerprint())]
	if of == nil || of.Follows || of.Upper < e.Upper {
		return nil
	}
	if _, err := verify.Replay(free, r.Line); err != nil {
		return err
	}
	better := *of
	better.Upper, better.Line = e.Upper, e.Line
	m.entries[of.Fingerprint] = &better
	return nil
}

// stand makes an entry of its own of one that followed from others, if these say less of it
// now: a better line of theirs need not be one of its puzzle.
func (m *atlasMaking) stand(e *atlas.Entry, q atlas.Question, p *puzzles.Puzzle) error {
	if e == nil || !e.Follows {
		return nil
	}
	if r := solver.Recall(p, m.answers()); r.Line != nil && r.Lower >= e.Lower && r.Upper <= e.Upper {
		return nil
	}
	return m.add(&atlas.Entry{Command: q.Command(), Limit: e.Limit}, q, solver.Recall(p, answersOf(m.before)))
}

// ordered returns the entries in the order of the plan, in which what follows comes
// behind what it follows from. Of what follows no more is left than the bounds.
func (m *atlasMaking) ordered() (list []*atlas.Entry, err error) {
	for _, q := range atlas.Plan() {
		p, err := q.Puzzle()
		if err != nil {
			return nil, err
		}
		key := atlas.Key(p.Fingerprint())
		if err := m.stand(m.entries[key], q, p); err != nil {
			return nil, err
		}
		if e := m.entries[key]; e != nil && !e.Follows {
			if r := solver.Recall(p, m.answers()); r.Lower > e.Lower || r.Upper < e.Upper {
				if err := m.add(e, q, r); err != nil { // others have made it better
					return nil, err
				}
			}
		}
		e := m.entries[key]
		delete(m.entries, key)
		r := solver.Recall(p, m.answers())
		if r.Line != nil && (e == nil || e.Follows || r.Lower == e.Lower && r.Upper == e.Upper) {
			light := &atlas.Entry{Question: q, Fingerprint: key, Lower: r.Lower, Upper: r.Upper, Follows: true}
			if e != nil {
				light.Limit = e.Limit
			}
			e = light
		}
		if e != nil && !(e.Follows && r.Line == nil) {
			m.entries[key] = e
			list = append(list, e)
		}
	}
	return list, nil
}

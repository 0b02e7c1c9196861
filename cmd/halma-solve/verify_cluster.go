package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

// verifyCommon is what all tasks of verify have in common.
type verifyCommon struct {
	Puzzle json.RawMessage   `json:"puzzle,omitempty"`
	Only   bool              `json:"only,omitempty"`
	Limits submission.Limits `json:"limits"`
	JSON   bool              `json:"json,omitempty"`
	CSV    bool              `json:"csv,omitempty"`
}

// verifyTaskOrder is a task of verify: submissions, and what is proven of the puzzles
// that they name. A worker that lacks the bounds of a puzzle says so, and gets the
// task again with them: the bounds are in the store of the coordinator.
type verifyTaskOrder struct {
	Input  string                       `json:"input"`  // the sum of the items
	Bounds map[string]submission.Bounds `json:"bounds"` // by fingerprint
}

// verifyAnswer stands before the lines that a task makes, on a line of its own.
type verifyAnswer struct {
	Sum   submission.Summary     `json:"sum"`
	First *positions.SyntaxError `json:"first,omitempty"` // of submission 1
	Need  []json.RawMessage      `json:"need,omitempty"`  // puzzles whose bounds are missing; nothing else counts
}

func boundsKey(p *puzzles.Puzzle) string {
	f := p.Fingerprint()
	return hex.EncodeToString(f[:])
}

// verifySubmissions does a task of verify.
func verifySubmissions(ctx context.Context, t *cluster.Task) ([]byte, error) {
	var common verifyCommon
	var order verifyTaskOrder
	if err := errors.Join(json.Unmarshal(t.Spec.Common, &common), json.Unmarshal(t.Payload, &order)); err != nil {
		return nil, err
	}
	o := submission.Options{Only: common.Only, Limits: common.Limits, ParsePuzzle: reports.ParsePuzzle}
	if common.Puzzle != nil {
		p, err := puzzlefile.Parse(common.Puzzle)
		if err != nil {
			return nil, err
		}
		o.Puzzle = p
	}
	var answer verifyAnswer
	o.Bounds = func(p *puzzles.Puzzle) submission.Bounds {
		b, ok := order.Bounds[boundsKey(p)]
		if !ok {
			var text bytes.Buffer
			if puzzlefile.Write(&text, p) == nil { // else nothing is proven of it
				answer.Need = append(answer.Need, text.Bytes())
			}
		}
		return b
	}
	data, err := t.Get(ctx, order.Input)
	if err != nil {
		return nil, err
	}
	items, err := submission.ParseItems(data)
	if err != nil {
		return nil, err
	}
	c, err := submission.NewChecker(o)
	if err != nil {
		return nil, err
	}
	line := verifyTask{json: common.JSON, csv: common.CSV}
	out, sum := c.CheckAll(nil, items, func(dst []byte, v *submission.Verdict) []byte {
		if v.Number == 1 && v.At != nil {
			answer.First = v.At
		}
		return line.line(dst, v)
	})
	if answer.Sum = sum; len(answer.Need) > 0 {
		answer, out = verifyAnswer{Need: answer.Need}, nil
	}
	head, err := json.Marshal(answer)
	return append(append(head, '\n'), out...), err
}

// verifyAhead is how many batches of submissions are with workers at once.
const verifyAhead = 16

// elsewhere has submissions checked on a cluster, if the options say so. first takes
// what is wrong with the first one.
func (t *verifyTask) elsewhere(c *cli.Context, ctx context.Context, o *submission.StreamOptions, first *positions.SyntaxError, show *cli.Progress) (*remoteJob, error) {
	if err := clusterRefuses(c); err != nil || !clusterOption.IsSet(c) {
		return nil, err
	}
	if t.draw {
		return nil, cli.UsageError("--draw and --cluster exclude each other")
	}
	common := verifyCommon{Only: o.Only, Limits: o.Limits, JSON: t.json, CSV: t.csv}
	known := map[string]submission.Bounds{}
	if o.Puzzle != nil {
		var text bytes.Buffer
		if err := puzzlefile.Write(&text, o.Puzzle); err != nil {
			return nil, fmt.Errorf("the puzzle cannot be sent: %w", err)
		}
		common.Puzzle = text.Bytes()
		known[boundsKey(o.Puzzle)] = o.Bounds(o.Puzzle)
	}
	job, err := beginJob(c, ctx, verifyKind, common, show)
	if err != nil {
		return nil, err
	}
	o.Workers = verifyAhead
	o.Elsewhere = func(ctx context.Context, items []submission.Item) ([]byte, submission.Summary, error) {
		bounds := map[string]submission.Bounds{}
		for key, b := range known {
			bounds[key] = b
		}
		sum, err := job.client.Put(ctx, submission.AppendItems(nil, items))
		if err != nil {
			return nil, submission.Summary{}, err
		}
		for {
			out, answer, err := job.verify(ctx, verifyTaskOrder{sum, bounds})
			if err != nil || len(answer.Need) == 0 {
				if answer.First != nil {
					*first = *answer.First // nobody reads it before Each has returned
				}
				return out, answer.Sum, err
			}
			if err := learnBounds(bounds, answer.Need, o.Bounds); err != nil {
				return nil, submission.Summary{}, err
			}
		}
	}
	return job, nil
}

// learnBounds adds the bounds of puzzles that were asked for.
func learnBounds(known map[string]submission.Bounds, need []json.RawMessage, bounds func(*puzzles.Puzzle) submission.Bounds) error {
	before := len(known)
	for _, text := range need {
		p, err := puzzlefile.Parse(text)
		if err != nil {
			return fmt.Errorf("%w: a worker asks for the bounds of no puzzle: %w", cluster.ErrJob, err)
		}
		known[boundsKey(p)] = bounds(p)
	}
	if len(known) == before {
		return fmt.Errorf("%w: a worker asks for bounds that it has", cluster.ErrJob)
	}
	return nil
}

// verify has a task done and reads what came of it.
func (j *remoteJob) verify(ctx context.Context, order verifyTaskOrder) (lines []byte, answer verifyAnswer, err error) {
	task, err := json.Marshal(order)
	if err != nil {
		return nil, answer, err
	}
	out, err := j.run.Do(ctx, task)
	if err != nil {
		return nil, answer, err
	}
	head, lines, found := bytes.Cut(out.Data, []byte("\n"))
	if err := json.Unmarshal(head, &answer); err != nil || !found {
		return nil, answer, j.run.Refuse(out, errors.New("it is no list of verdicts"))
	}
	return lines, answer, nil
}

// keeper is a writer that keeps what is written for "jobs result", unless that is too
// long for a cluster to keep.
type keeper struct {
	io.Writer
	keeps bool
	made  []byte
}

// Write implements [io.Writer].
func (k *keeper) Write(text []byte) (int, error) {
	if k.keeps = k.keeps && len(k.made)+len(text) <= mostKept; k.keeps {
		k.made = append(k.made, text...)
	} else {
		k.made = nil
	}
	return k.Writer.Write(text)
}

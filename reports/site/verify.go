package site

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
)

// verify checks a submission, or many, and keeps nothing.
func (s *Site) verify(w http.ResponseWriter, r *http.Request) error {
	media, err := mediaOf(r, typeJSON, typeLines)
	if err != nil {
		return err
	}
	var p *puzzle
	if name := r.URL.Query().Get("puzzle"); name != "" {
		if p = s.catalog.find(name); p == nil {
			return noPuzzle.because("%.80q is neither ID nor name of one", name)
		}
	}
	if media == typeLines {
		return s.verifyMany(w, r, p, submission.JSONLines, r.Body)
	}
	in, free := buffer()
	defer free()
	if err := read(in, w, r, s.limits.Body); err != nil {
		return err
	}
	if isList(in.Bytes()) {
		return s.verifyMany(w, r, p, submission.JSON, bytes.NewReader(in.Bytes()))
	}
	checker, pool, err := s.checker(p)
	if err != nil {
		return err
	}
	defer pool.Put(checker)
	v, err := s.check(checker, in.Bytes())
	if err != nil {
		return err
	}
	out, free := buffer()
	defer free()
	return write(w, typeJSON, reports.VerdictJSON(out.AvailableBuffer(), v))
}

// check checks the submission that a body is. What cannot be read is a problem.
func (s *Site) check(checker *submission.Checker, body []byte) (*submission.Verdict, error) {
	v := checker.Check(submission.Item{Number: 1, Line: 1, Column: 1, Text: body, JSON: true})
	s.meter.verdicts[v.Status].Inc()
	if v.Status == submission.Unreadable {
		return nil, unreadable.in(v.At)
	}
	s.alarm(v, body)
	return v, nil
}

// isList reports whether a text begins as a list of objects, which are submissions;
// a list of anything else is a line.
func isList(text []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("["))
	return ok && bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte("{"))
}

// verifyMany checks submissions as they come in and answers each with a line, in
// their order; the last line counts them. Where reading fails the last line is a
// problem instead.
func (s *Site) verifyMany(w http.ResponseWriter, r *http.Request, p *puzzle, form submission.Form, body io.Reader) error {
	leave, err := s.guard.batch(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	checker, pool, err := s.checker(p)
	if err != nil {
		return err
	}
	defer pool.Put(checker)
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // HTTP/2 and recorders of tests need none
	if body == r.Body {
		body = http.MaxBytesReader(w, r.Body, s.limits.Batch)
	}
	w.Header().Set("Content-Type", typeLines)
	w.Header().Set("Cache-Control", "no-store")
	out, free := buffer()
	defer free()
	var sum submission.Summary
	reader := submission.NewReader(body, form, submission.Limits{Bytes: int(s.limits.Body)})
	for batch := new(submission.Batch); ; {
		if err := reader.Next(batch); err != nil {
			_, _ = w.Write(lastLine(sum, err))
			return nil
		}
		out.Reset()
		for _, item := range batch.Items {
			v := checker.Check(item)
			s.meter.verdicts[v.Status].Inc()
			s.alarm(v, item.Text)
			sum.Count(v)
			out.Write(reports.VerdictJSON(out.AvailableBuffer(), v))
		}
		if _, err := w.Write(out.Bytes()); err != nil {
			return nil // nobody reads it
		}
		if err := control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return nil
		}
	}
}

// lastLine counts the submissions, or says why no more could be read.
func lastLine(sum submission.Summary, err error) []byte {
	var syntax *positions.SyntaxError
	switch {
	case err == io.EOF:
		return reports.SummaryJSON(nil, sum)
	case errors.As(err, &syntax):
		return unreadable.in(err).line()
	}
	p, _ := problemOf(bodyError(err))
	return p.line()
}

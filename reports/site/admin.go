package site

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/halma-solve/halma-solve/cache"
)

// removeLine takes the line of a nickname out of a ranking.
func (s *Site) removeLine(w http.ResponseWriter, r *http.Request) error {
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	if s.keeper == nil {
		return nothingKept.because("")
	}
	a := s.keeper.ask(&keeping{puzzle: p, key: nicknameKey(r.PathValue("nickname")), remove: true})
	if a.err != nil {
		return a.err
	}
	s.log.Info("a line was removed", "puzzle", p.words, "id", p.id, "nickname", a.line.Nickname)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// backup answers with all kept lines, a submission in each line.
func (s *Site) backup(w http.ResponseWriter, r *http.Request) error {
	if s.keeper == nil {
		return nothingKept.because("")
	}
	w.Header().Set("Content-Type", typeLines)
	w.Header().Set("Cache-Control", "no-store")
	out := bufio.NewWriterSize(w, 64<<10)
	n := 0
	err := s.keeper.store.Each(cache.KindPlayed, func(i cache.Item) error {
		n++
		_, err := out.Write(append(i.Value, '\n'))
		return errors.Join(err, r.Context().Err())
	})
	if err != nil {
		s.log.Error("a backup is not whole", "lines", n, "error", err)
		panic(http.ErrAbortHandler) // so that nobody takes it for whole
	}
	return out.Flush()
}

// restored is the answer to a backup that was read.
type restored struct {
	Lines   int `json:"lines"`   // read
	Kept    int `json:"kept"`    // of them taken
	Refused int `json:"refused"` // that are no solved lines; the log says which
}

// restore keeps the lines of a backup that are better than those that are there.
func (s *Site) restore(w http.ResponseWriter, r *http.Request) error {
	if _, err := mediaOf(r, typeLines); err != nil {
		return err
	}
	if s.keeper == nil {
		return nothingKept.because("")
	}
	checker, pool, err := s.checker(nil)
	if err != nil {
		return err
	}
	defer pool.Put(checker)
	control := http.NewResponseController(w)
	lines := bufio.NewScanner(r.Body)
	lines.Buffer(nil, int(s.limits.Body))
	var sum restored
	var waiting []*keeping
	for more := true; more; {
		if more = lines.Scan(); more && len(bytes.TrimSpace(lines.Bytes())) > 0 {
			sum.Lines++
			p, line, err := s.replayed(checker, lines.Bytes())
			if err != nil {
				sum.Refused++
				s.log.Warn("a line of a backup is refused", "line", sum.Lines, "error", err)
				continue
			}
			waiting = append(waiting, &keeping{puzzle: p, line: *line, key: nicknameKey(line.Nickname), old: true})
		}
		if len(waiting) == mostTogether || !more {
			// A backup may take longer than a request of strangers.
			_ = control.SetReadDeadline(time.Now().Add(bodyTime))
			if err := s.keeper.askAll(waiting, &sum); err != nil {
				return err
			}
			waiting = waiting[:0]
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return tooLarge.because("line %d is longer than %d bytes", sum.Lines+1, s.limits.Body)
	case err != nil:
		return bodyError(err)
	}
	return writeJSON(w, http.StatusOK, sum)
}

// askAll has lines of a backup written together.
func (k *keeper) askAll(lines []*keeping, sum *restored) error {
	answers := make(chan keptAnswer, len(lines))
	for _, j := range lines {
		go func() { answers <- k.ask(j) }()
	}
	var failure error
	for range lines {
		switch a := <-answers; {
		case a.err != nil:
			failure = a.err
		case a.kept:
			sum.Kept++
		}
	}
	return failure
}

// healthJSON is the answer of health.
type healthJSON struct {
	Status  string `json:"status"` // "ok", or "failing": lines cannot be kept
	Puzzles int    `json:"puzzles"`
	Lines   int64  `json:"lines"`   // kept
	Keeps   bool   `json:"keeps"`   // whether lines are kept at all
	Seconds int64  `json:"seconds"` // since the start
}

// health says whether the site can do its work.
func (s *Site) health(w http.ResponseWriter, r *http.Request) error {
	h := healthJSON{Status: "ok", Seconds: int64(time.Since(s.began).Seconds())}
	for _, set := range s.catalog.list() {
		h.Puzzles += len(set.puzzles)
	}
	status := http.StatusOK
	if k := s.keeper; k != nil {
		h.Keeps, h.Lines = true, k.held.Load()
		if k.failed() != "" {
			h.Status, status = "failing", http.StatusServiceUnavailable
		}
	}
	return writeJSON(w, status, h)
}

// metrics answers with all counters, for Prometheus.
func (s *Site) metrics(w http.ResponseWriter, r *http.Request) error {
	promhttp.HandlerFor(s.meter.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r)
	return nil
}

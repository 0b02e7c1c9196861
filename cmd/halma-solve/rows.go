package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

// rowStore keeps the rows of a table, so that a run that was stopped goes on where
// it was.
type rowStore struct {
	store *cache.Store // nil: nothing is kept
	key   string       // of the rows, below the fingerprints of puzzles
}

// openRows opens the store that the options name. close is never nil.
func openRows(c *cli.Context, key string) (rows rowStore, closeStore func() error, err error) {
	rows, closeStore = rowStore{key: key}, func() error { return nil }
	dir, err := cli.StoreDir(c)
	if err != nil {
		return rows, closeStore, err
	}
	if rows.store, err = ownStore(c, dir); rows.store != nil {
		closeStore = rows.store.Close
	}
	return rows, closeStore, err
}

// get reads the row of a puzzle into row, if there is one.
func (s rowStore) get(fingerprint [32]byte, row any) (ok bool, err error) {
	if s.store == nil {
		return false, nil
	}
	data, ok, err := s.store.Get(cache.KindResult, fingerprint, []byte(s.key))
	return ok && json.Unmarshal(data, row) == nil, err
}

// put keeps the row of a puzzle.
func (s rowStore) put(fingerprint [32]byte, row any) error {
	if s.store == nil {
		return nil
	}
	data, err := json.Marshal(row)
	if err != nil {
		return err
	}
	return s.store.Put(cache.KindResult, fingerprint, []byte(s.key), data)
}

// makeRows makes a row of each item, until Ctrl-C.
func makeRows[T fmt.Stringer, R any](ctx context.Context, show *cli.Progress, items []T, row func(T) (R, error)) (rows []R, err error) {
	for i, item := range items {
		show.Task(fmt.Sprintf("%d of %d, %s", i+1, len(items), item))
		r, err := row(item)
		if err != nil || ctx.Err() != nil {
			return rows, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// saveRows writes the table, and says with its error whether it is whole.
func saveRows(ctx context.Context, c *cli.Context, file cli.Output, text []byte) error {
	if err := file.Save(c.App.Writer, text); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return cli.Stop(cli.ExitInterrupted, "")
	}
	return nil
}

// rowsJSON is a table as one JSON object.
func rowsJSON[R any](schema string, rows []R) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		Schema string `json:"schema"`
		Rows   []R    `json:"rows"`
	}{schema, rows}, "", "  ")
	return append(text, '\n'), err
}

package main

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// equipBatch gives a batch the store that keeps what was found out. A batch can do
// without: a store that another run has open is left alone. close is never nil.
func equipBatch(c *cli.Context, b *generate.Batch) (closeStore func() error, err error) {
	closeStore = func() error { return nil }
	dir, err := cli.StoreDir(c)
	if err != nil || dir == "" {
		return closeStore, err
	}
	s, err := cache.Open(storeOptions(dir))
	switch {
	case errors.Is(err, cache.ErrLocked) || errors.Is(err, cache.ErrReadOnly):
		fmt.Fprintf(c.App.ErrWriter, "halma-solve: %s; going on without what is in it\n", cli.OneLine(err.Error()))
		return closeStore, nil
	case err != nil:
		return closeStore, cli.IOError("%v", err)
	}
	b.Store = s
	return s.Close, nil
}

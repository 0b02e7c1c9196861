package main

import (
	"errors"

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
	b.Store, err = storeUnless(c, dir, func(err error) bool { return errors.Is(err, cache.ErrLocked) || errors.Is(err, cache.ErrReadOnly) })
	if b.Store != nil {
		closeStore = b.Store.Close
	}
	return closeStore, err
}

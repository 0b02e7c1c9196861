package cli

import (
	"fmt"

	"github.com/halma-solve/halma-solve/cache"
)

// noStore is the value of --cache that does without a store.
const noStore = "none"

// Store is the option for the directory of the store.
var Store = storeOption()

// Fresh has a search begin from nothing.
var Fresh = Switch("fresh", StoreCategory, "search anew: no answer is taken from the store or the atlas, nor what an unfinished proof saved; what is found is kept")

func storeOption() Option[string] {
	return Needed(Text("cache", StoreCategory, "`DIR`directory of the store of results, or none", "halma-solve in the user's cache directory"),
		"the name of a directory is needed, or none")
}

// homeless is set once the user has been told that there is no place for a store.
const homeless = "homeless"

// StoreDir reads --cache. It is "" if no store is wanted, or if there is no place for
// one, which stderr is told.
func StoreDir(c *Context) (string, error) {
	switch dir := Store.Of(c); dir {
	case noStore:
		return "", nil
	case "":
		dir, err := cache.DefaultDir()
		if err != nil && c.App.Metadata[homeless] == nil {
			fmt.Fprintf(c.App.ErrWriter, "%s: %v; going on without a store\n", program, err)
			c.App.Metadata[homeless] = true
		}
		return dir, nil
	default:
		return dir, nil
	}
}

package cli

import (
	"github.com/halma-solve/halma-solve/cache"
)

// noStore is the value of --cache that does without a store.
const noStore = "none"

// Store is the option for the directory of the store.
var Store = storeOption()

func storeOption() Option[string] {
	return Needed(Text("cache", StoreCategory, "`DIR`directory of the store of results, or none", "halma-solve in the user's cache directory"),
		"the name of a directory is needed, or none")
}

// StoreDir reads --cache. It is "" if no store is wanted.
func StoreDir(c *Context) (string, error) {
	switch dir := Store.Of(c); dir {
	case noStore:
		return "", nil
	case "":
		dir, err := cache.DefaultDir()
		if err != nil {
			return "", IOError("%v", err)
		}
		return dir, nil
	default:
		return dir, nil
	}
}

//go:build !(darwin || freebsd || linux)

package retrograde

import (
	"errors"
	"os"
)

// CanMap says whether tables can be in a file on this system.
const CanMap = false

func mapFile(*os.File, int64, int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmap([]byte) error { return nil }

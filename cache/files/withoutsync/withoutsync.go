// Package withoutsync has files not brought to the disk. Tests import it for that
// alone: they kill programs, but no test cuts the power, and a busy disk makes
// minutes of seconds.
package withoutsync

import "github.com/halma-solve/halma-solve/cache/files"

func init() { files.WithoutSync = true }

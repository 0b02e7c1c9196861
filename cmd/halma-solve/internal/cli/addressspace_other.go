//go:build !linux

package cli

// addressLimit is not known on this system.
func addressLimit() (limit, used int64, limited bool) { return 0, 0, false }

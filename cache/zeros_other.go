//go:build !linux

package cache

// adviseHuge is nothing on this system.
func adviseHuge([]byte) {}

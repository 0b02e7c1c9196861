//go:build !linux

package cache

const hasHuge = false

// adviseHuge is nothing on this system.
func adviseHuge([]byte) {}

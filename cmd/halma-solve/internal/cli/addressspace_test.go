package cli

import (
	"math"
	"strings"
	"testing"
)

// TestAddressSpace: a limit that is too small is said in a line, one that is small
// limits the memory.
func TestAddressSpace(t *testing.T) {
	real := addressSpace
	defer func() { addressSpace = real }()
	for _, c := range []struct {
		left    int64
		limited bool
		start   bool   // the program begins
		most    string // the greatest --memory
	}{
		{math.MaxInt64, false, true, "4GiB"},
		{-1, true, false, ""},
		{leastMemory - 1, true, false, ""},
		{900 << 20, true, true, "800MiB"},
		{9 << 30, true, true, "8GiB"},
	} {
		addressSpace = func() (int64, int64, bool) { return 3 << 30, c.left, c.limited }
		err := checkAddressSpace()
		if (err == nil) != c.start {
			t.Errorf("%d bytes left: %v", c.left, err)
		}
		if err != nil {
			if text := err.Error(); exitCode(err) != ExitIO || !strings.Contains(text, "ulimit -v") || strings.Contains(text, "\n") {
				t.Errorf("exit code %d, %q", exitCode(err), text)
			}
			continue
		}
		if _, err := ParseMemory(c.most); err != nil {
			t.Errorf("%d bytes left: %v", c.left, err)
		}
		if c.limited {
			if _, err := ParseMemory("9GiB"); err == nil || !strings.Contains(err.Error(), "ulimit -v") {
				t.Errorf("%d bytes left, 9GiB: %v", c.left, err)
			}
			if n := DefaultMemory(); n > c.left {
				t.Errorf("%d bytes left, by default %d", c.left, n)
			}
		}
	}
}

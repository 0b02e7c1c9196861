package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	leastMemory    = 1 << 20 // below this a limit must be a mistake
	usualMemory    = 8 << 30
	fallbackMemory = 4 << 30 // where the machine does not tell its memory
)

// memoryUnits are the units of --memory. As in most tools a bare letter is
// binary; kB, MB, GB and TB are decimal.
var memoryUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10},
	{"MiB", 1 << 20},
	{"GiB", 1 << 30},
	{"TiB", 1 << 40},
	{"kB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
	{"TB", 1e12},
	{"K", 1 << 10},
	{"M", 1 << 20},
	{"G", 1 << 30},
	{"T", 1 << 40},
}

// ParseMemory reads an amount of memory such as "8GiB", "1.5 GiB", "500MB" or
// "4G". Upper and lower case are the same.
func ParseMemory(text string) (int64, error) {
	bad := fmt.Errorf("%q is no amount of memory: a number with a unit is needed, such as 8GiB, 500MB or 4G", Clip(text))
	for _, unit := range memoryUnits {
		if len(text) <= len(unit.name) || !strings.EqualFold(text[len(text)-len(unit.name):], unit.name) {
			continue
		}
		number := strings.TrimSpace(text[:len(text)-len(unit.name)])
		if strings.Trim(number, "0123456789.") != "" {
			return 0, bad
		}
		amount, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return 0, bad
		}
		amount *= unit.bytes
		switch {
		case amount < leastMemory:
			return 0, fmt.Errorf("%s is too little memory, 1MiB is the least", Clip(text))
		case amount >= math.MaxInt64:
			return 0, fmt.Errorf("%s is more memory than a machine can have", Clip(text))
		}
		return int64(amount), fitsAddressSpace(int64(amount))
	}
	return 0, bad
}

// DefaultMemory is 8 GiB, but at most 60 % of the machine's memory and of what
// the process may have: the limit of its control group, version 1 or 2, and that on
// its address space.
func DefaultMemory() int64 {
	least := uint64(math.MaxInt64)
	for _, limit := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := limit(); err == nil && n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt64 {
		return min(fallbackMemory, addressable())
	}
	return max(min(usualMemory, int64(least/10*6), addressable()), leastMemory)
}

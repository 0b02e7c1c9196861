package cli

import (
	"fmt"
	"math"

	"github.com/halma-solve/halma-solve/reports"
)

// addressReserve is the address space, in bytes, that the program needs besides
// tables and layers once it has begun: stacks of threads and arenas of the C
// library and of the Go runtime, which take far more of it than of memory. With
// less the runtime ends the program wherever it is. (Measured 2026-11 by bisection
// with two workers. What Go 1.26 and the C library take before the program begins
// is 1.2 to 1.5 GiB; with less the runtime ends it with a message of its own.)
const addressReserve = 512 << 20

// addressSpace returns the limit on the address space (ulimit -v) and how much of it
// tables and layers may take; left is negative if there is too little for anything.
// It is a variable for tests.
var addressSpace = func() (limit, left int64, limited bool) {
	limit, used, limited := addressLimit()
	if !limited || limit < 0 {
		return 0, math.MaxInt64, false
	}
	return limit, limit - used - addressReserve, true
}

// checkAddressSpace returns the error for a limit that would end the program
// somewhere on its way.
func checkAddressSpace() error {
	limit, left, limited := addressSpace()
	if !limited || left >= leastMemory {
		return nil
	}
	return IOError("the limit on virtual memory (ulimit -v), %s, is too small; 3 GiB do for small puzzles", reports.Bytes(limit))
}

// fitsAddressSpace returns an error for an amount of memory that the limit on the
// address space does not let the program have. The runtime takes an eighth more.
func fitsAddressSpace(amount int64) error {
	limit, _, limited := addressSpace()
	if most := addressable(); limited && amount > most {
		return fmt.Errorf("%s is more than the limit on virtual memory (ulimit -v), %s, leaves for it: %s", reports.Bytes(amount), reports.Bytes(limit), reports.Bytes(most))
	}
	return nil
}

// addressable is the greatest amount of memory that the limit on the address space
// allows.
func addressable() int64 {
	_, left, _ := addressSpace()
	return max(left/9*8, leastMemory)
}

package cli

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// addressLimit returns the limit on the process's address space, if there is one,
// and how much of it is taken.
func addressLimit() (limit, used int64, limited bool) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil || r.Cur > math.MaxInt64 {
		return 0, 0, false
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0, false
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseInt(pages, 10, 50)
	return int64(r.Cur), n * int64(os.Getpagesize()), err == nil
}

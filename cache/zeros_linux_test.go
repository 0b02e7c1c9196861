package cache

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// What a fresh process allocates after HugeHeap lies in mappings of which huge pages were asked for.
func TestHugeHeap(t *testing.T) {
	const child, size, most = "HALMA_TEST_HUGE_HEAP", 64 << 20, 48 << 20
	if os.Getenv(child) == "" {
		if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
			t.Skipf("the system has no huge pages: %v", err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestHugeHeap$")
		cmd.Env = append(os.Environ(), child+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v:\n%s", err, out)
		}
		return
	}
	HugeHeap(size)
	var kept [][]byte
	inside := 0
	for range most / hugeBytes * 2 {
		b := make([]byte, hugeBytes/2)
		kept = append(kept, b)
		at := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
		for _, m := range advised(t) {
			if m[0] <= at && at+uintptr(len(b)) <= m[1] {
				inside += len(b)
			}
		}
	}
	if inside < most*3/4 {
		t.Errorf("%d bytes of %d in huge pages", inside, len(kept)*hugeBytes/2)
	}
}

// advised returns the mappings of this process of which huge pages were asked for.
func advised(t *testing.T) (all [][2]uintptr) {
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	var now [2]uintptr
	for line := range strings.Lines(string(text)) {
		first, rest, _ := strings.Cut(line, " ")
		if from, to, ok := strings.Cut(first, "-"); ok {
			begin, _ := strconv.ParseUint(from, 16, 64)
			end, _ := strconv.ParseUint(to, 16, 64)
			now = [2]uintptr{uintptr(begin), uintptr(end)}
		}
		if first == "VmFlags:" && strings.Contains(rest, " hg") {
			all = append(all, now)
		}
	}
	return all
}

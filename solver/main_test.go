package solver

import (
	"os"
	"testing"

	"github.com/halma-solve/halma-solve/cache/files"
)

func TestMain(m *testing.M) {
	files.WithoutSync = true // no test here cuts the power
	os.Exit(m.Run())
}

// long skips a test that takes seconds when only a fast run is wanted.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
}

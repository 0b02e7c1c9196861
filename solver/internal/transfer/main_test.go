package transfer

import (
	"os"
	"testing"

	"github.com/halma-solve/halma-solve/cache/files"
)

func TestMain(m *testing.M) {
	files.WithoutSync = true // no test here cuts the power
	os.Exit(m.Run())
}

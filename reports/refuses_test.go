package reports

import (
	"strings"
	"testing"
)

// change is a change of a text, and what a reader says of it.
type change struct{ old, new, message string }

// refuses makes sure that a reader refuses a text with each of the changes.
func refuses(t *testing.T, text string, read func([]byte) error, changes []change) {
	t.Helper()
	for _, c := range changes {
		changed := strings.Replace(text, c.old, c.new, 1)
		if changed == text {
			t.Errorf("%s is not there:\n%.1800s", c.old, changed)
		}
		if err := read([]byte(changed)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", c.new, err, c.message)
		}
	}
}

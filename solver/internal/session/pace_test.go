package session

import "testing"

// TestScratchIsNotSavedTo asks for checkpoints at every occasion, in a place that another
// run can find and in one that none can.
func TestScratchIsNotSavedTo(t *testing.T) {
	for _, scratch := range []bool{false, true} {
		s := NewRun(t.Context(), Options{SaveAlways: true, Scratch: scratch}).Checkpointer()
		if s.Worth() == scratch || s.Due() == scratch {
			t.Errorf("scratch %t: worth a file %t, due %t", scratch, s.Worth(), s.Due())
		}
	}
}

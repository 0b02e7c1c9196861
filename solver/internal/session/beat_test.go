package session

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A phase that reports nothing by itself is reported all the same, second by second and no
// longer than it lasts, without a question to who holds the memory.
func TestPhasesBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []Event
		r := NewRun(context.Background(), Options{Progress: func(e Event) { events = append(events, e) }})
		r.Hold(7, func() int64 { return 3 })
		asked := false
		err := r.Phase("layers are put together", func() (string, int, error) {
			r.extra = func() int64 { asked = true; return 0 }
			r.Enter(4, 9, 1000)
			r.Done.Store(700)
			time.Sleep(heartbeat + heartbeat/2)
			r.Doing(Merging, 256)
			r.Done.Add(5)
			time.Sleep(2 * heartbeat)
			return "", 0, nil
		})
		time.Sleep(10 * heartbeat)
		if err != nil || len(events) != 3 || asked {
			t.Fatalf("%d events, %v; asked for memory: %t", len(events), err, asked)
		}
		if e := events[2]; e.Phase != "layers are put together" || e.Elapsed != 3*heartbeat || e.Bytes != 10 || e.Layer != 4 || e.Doing != Merging || e.Done != 5 || e.Todo != 256 {
			t.Errorf("%+v", e)
		}
		if e := events[0]; e.Doing != "" || e.Done != 700 || e.Todo != 1000 {
			t.Errorf("%+v", e)
		}
		if r.Enter(5, 9, 10); r.event.Doing != "" {
			t.Errorf("in the next layer it is still said to be %s", r.event.Doing)
		}
	})
}

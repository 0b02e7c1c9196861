package layers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// thrifty is another machine with little memory, in this process.
type thrifty struct {
	space  *Space[[1]uint64]
	memory int64

	mu      sync.Mutex
	peak    int64 // of its memory
	objects map[string][]byte
	most    int // bytes of an object
}

func (m *thrifty) Do(ctx context.Context, order []byte, check func([]byte) error) error {
	var o Order
	if err := json.Unmarshal(order, &o); err != nil {
		return err
	}
	r := session.NewRun(ctx, session.Options{Workers: 1, Memory: m.memory})
	crew := Crew[[1]uint64]{Run: r, Space: m.space, NewSweep: func(r *session.Run) *Sweep[[1]uint64] { return NewSweep(r, m.space, nil, everything) }, Objects: m}
	out, err := crew.Do(ctx, &o)
	m.mu.Lock()
	m.peak = max(m.peak, r.Stats().PeakBytes)
	m.mu.Unlock()
	if err != nil {
		return err
	}
	return check(out)
}

func (m *thrifty) Put(_ context.Context, data []byte) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	name := fmt.Sprintf("%x", sha256.Sum256(data))
	m.objects[name], m.most = bytes.Clone(data), max(m.most, len(data))
	return name, nil
}

func (m *thrifty) Get(_ context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.objects[name]
	if !ok {
		return nil, errors.New("no such object")
	}
	return data, nil
}

func (m *thrifty) Remove(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, name)
	return nil
}

func (*thrifty) Slots() int { return 2 }
func (*thrifty) Grain() int { return 600 }
func (*thrifty) Wide() int  { return 2000 }

func everything() Filter[[1]uint64] { return Everything[[1]uint64]{} }

// sentStage is a plain stage that can be sent.
func sentStage(from *Layer[[1]uint64]) Stage[[1]uint64] {
	st := PlainStage(from, func() int64 { return 0 })
	st.About = func() ([]byte, error) { return []byte("{}"), nil }
	st.Portions[0].About = st.About
	return st
}

// firstLayers makes the layers up to depth 7.
func firstLayers(t *testing.T, s *Space[[1]uint64], o session.Options) Layered[[1]uint64] {
	t.Helper()
	return layersOf(t, NewLayered(session.NewRun(t.Context(), o), s, nil), s)
}

// layersOf adds those up to depth 7 to a search that has the start.
func layersOf(t *testing.T, l Layered[[1]uint64], s *Space[[1]uint64]) Layered[[1]uint64] {
	t.Helper()
	sw := NewSweep(l.Run, s, nil, everything)
	for d := 1; d <= 7; d++ {
		err := l.Step(sw, d, 0, func() Stage[[1]uint64] { return sentStage(l.Layers[d-1]) })
		if err == nil {
			err = l.Describe(d)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// Layers that are wider than the memory of every process are made by several, which
// have no files either, and are those of one process with room for them.
func TestLayersWiderThanMemory(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 6, Army: "6", Arrival: positions.Free})
	s := NewSpace[[1]uint64](p)
	want := firstLayers(t, s, session.Options{Workers: 2})
	const memory = 1_000_000
	other := &thrifty{space: s, memory: memory, objects: map[string][]byte{}}
	got := firstLayers(t, s, session.Options{Workers: 1, Memory: memory, Elsewhere: other})
	if !slices.EqualFunc(got.Described, want.Described, func(a, b certificate.Layer) bool { return a == b }) {
		t.Errorf("the layers are\n%v\nwant\n%v", got.Described, want.Described)
	}
	if wide := int64(want.Widest) * 8; wide <= memory {
		t.Errorf("the widest layer has only %d bytes", wide)
	}
	if here, there := got.Stats().PeakBytes, other.peak; here > memory || there > memory || other.most > memory {
		t.Errorf("one process took %d bytes, the others %d, an object has %d", here, there, other.most)
	}
	objects := len(other.objects)
	for _, l := range got.Layers {
		if l.away != nil {
			objects -= len(l.away.parts)
		}
	}
	if objects > 300 { // the positions that one table was filled from
		t.Errorf("%d objects are left that nobody needs", objects)
	}
}

// Who has less memory than the search counts on says so.
func TestTooLittleMemoryElsewhere(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 6, Army: "6", Arrival: positions.Free})
	s := NewSpace[[1]uint64](p)
	other := &thrifty{space: s, memory: 20_000, objects: map[string][]byte{}}
	l := NewLayered(session.NewRun(t.Context(), session.Options{Workers: 1, Memory: 1 << 30, Elsewhere: other}), s, nil)
	sw := NewSweep(l.Run, s, nil, everything)
	for d := 1; d <= 7; d++ {
		err := l.Step(sw, d, 0, func() Stage[[1]uint64] { return sentStage(l.Layers[d-1]) })
		if errors.Is(err, session.ErrMemory) && strings.Contains(err.Error(), "more --memory here") {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("20,000 bytes are enough for all")
}

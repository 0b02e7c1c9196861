package together

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"reflect"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// file is where a sweep keeps how far it is; nothing without savings.
type file struct {
	savings *session.Savings
	id      session.Identity
	saver   session.Saver
}

// fileFormat changes with what layers hold: files of another one are not taken up.
const fileFormat = 1

// head says what a file is, and what is in it: positions in order, layer by layer, then
// those of the layer under way.
type head struct {
	Format   int              `json:"format"`
	Identity session.Identity `json:"identity"`
	Turns    int              `json:"turns"`
	Width    int              `json:"width"`
	End      int              `json:"end"`
	Made     int              `json:"made"`
	Into     int              `json:"into"`
	Done     int64            `json:"done"`
	Widest   int              `json:"widest"`
	Layers   []int            `json:"layers"`
	Next     int              `json:"next"`
}

// takeUp has a sweep keep how far it is in the file of that name, and go on from what is
// there if that is of the same games; with [session.ErrMemory] if it is more than may be held.
func (s *sweep[W]) takeUp(savings *session.Savings, name string) error {
	s.file.saver = s.Checkpointer()
	if savings == nil {
		return nil
	}
	s.file.savings, s.file.id = savings, savings.Identity(name)
	if s.space.rows != nil {
		s.file.id.Bounds = json.RawMessage(`"rows"`)
	}
	r := *s
	var h head
	found, err := statefile.Read(savings.Path(name), &h, func(in statefile.Reader) error { return r.load(in, &h) })
	if errors.Is(err, statefile.Err) {
		return nil // as if it were not there
	}
	if found && r.held() > s.Memory {
		return session.ErrMemory // rather than begin anew, and come to where there is too little
	}
	if found {
		*s = r
	}
	return err
}

// save saves how far the sweep is, if it is time, or if it is to stop for a reason. It
// returns that, or why it could not be saved.
func (s *sweep[W]) save(stop error) error {
	if s.file.savings == nil || stop == nil && !s.file.saver.Due() || !s.file.saver.Worth() {
		return stop
	}
	return errors.Join(stop, s.file.saver.Save(s.write))
}

func (s *sweep[W]) write() error {
	if err := s.file.savings.Open(); err != nil {
		return err
	}
	return statefile.Write(s.file.savings.Path(s.file.id.File), s.head(), s.body)
}

// head returns the head of the file as the sweep is now.
func (s *sweep[W]) head() head {
	h := head{
		Format: fileFormat, Identity: s.file.id, Turns: s.turns, Width: s.width, End: s.end, Made: s.made, Into: s.into, Done: s.done, Widest: s.widest,
		Next: s.next.size(),
	}
	for _, l := range s.layers {
		h.Layers = append(h.Layers, len(l))
	}
	return h
}

// body writes what is below the head.
func (s *sweep[W]) body(w io.Writer) error {
	for _, l := range s.layers {
		if err := writePositions(w, slices.Values(l)); err != nil {
			return err
		}
	}
	return writePositions(w, s.next.all())
}

// errForeign and errWrong are what is wrong with files that are not taken up.
const (
	errForeign = statefile.Wrong("it is of another search")
	errWrong   = statefile.Wrong("its positions are wrong")
)

// load takes a sweep from a file with such a head.
func (s *sweep[W]) load(in io.Reader, h *head) error {
	switch {
	case h.Format != fileFormat, !reflect.DeepEqual(h.Identity, s.file.id), h.Turns != s.turns, h.Width != s.width, h.End != s.end:
		return errForeign
	case h.Made < 0, h.Made >= s.end, len(h.Layers) != h.Made+1, h.Into < 0, h.Done < 0:
		return errWrong
	}
	s.layers = nil
	before := 1 // of the start, which comes from nowhere
	for _, n := range h.Layers {
		l, err := s.readPositions(in, n, before, true)
		if err != nil {
			return err
		}
		s.layers, before = append(s.layers, l), len(l)
	}
	next, err := s.readPositions(in, h.Next, before, false)
	if err != nil {
		return err
	}
	if last := len(s.last()); last == 0 || h.Into > last || h.Widest < 0 {
		return errWrong
	}
	s.made, s.into, s.done, s.widest, s.next = h.Made, h.Into, h.Done, h.Widest, newTable[W]()
	for i := range next {
		s.next.put(&next[i].position, next[i].source)
	}
	return nil
}

// writePositions writes positions as words: the winner's men, the helpers, the source.
func writePositions[W positions.Words](w io.Writer, all iter.Seq[stocked[W]]) error {
	var buffer []byte
	for p := range all {
		buffer = buffer[:0]
		for k := range len(p.winner) {
			buffer = binary.LittleEndian.AppendUint64(buffer, p.winner[k])
		}
		for k := range len(p.helpers) {
			buffer = binary.LittleEndian.AppendUint64(buffer, p.helpers[k])
		}
		if _, err := w.Write(binary.LittleEndian.AppendUint64(buffer, uint64(uint32(p.stock))<<32|uint64(uint32(p.from)))); err != nil {
			return err
		}
	}
	return nil
}

// readPositions reads so many positions of the game, in order if they are sorted, that come
// from a layer of some size. It takes no more memory than the file, whatever that says of
// their number.
func (s *sweep[W]) readPositions(in io.Reader, n, before int, sorted bool) ([]stocked[W], error) {
	var word [8]byte
	next := func() uint64 {
		if _, err := io.ReadFull(in, word[:]); err != nil {
			return 0
		}
		return binary.LittleEndian.Uint64(word[:])
	}
	if n < 0 {
		return nil, errWrong
	}
	var list []stocked[W]
	for range n {
		var p stocked[W]
		for k := range len(p.winner) {
			p.winner[k] = next()
		}
		for k := range len(p.helpers) {
			p.helpers[k] = next()
		}
		from := next()
		p.source = source{stock: int32(from >> 32), from: int32(from)}
		if !s.space.holds(&p.position) || p.stock < 0 || int(p.stock) > s.turns || p.from < 0 || int(p.from) >= before || sorted && len(list) > 0 && order(list[len(list)-1], p) >= 0 {
			return nil, errWrong
		}
		list = append(list, p)
	}
	return list, nil
}

// holds reports whether a position is one of the game, not its mirror image.
func (s *space[W]) holds(p *position[W]) bool {
	winner, helpers := positions.Widen(p.winner), positions.Widen(p.helpers)
	all := winner.Or(helpers)
	return winner.Len() == s.puzzle.Marked.Len() && all.Len() == s.puzzle.Start.Len() && winner.Len()+helpers.Len() == all.Len() &&
		all.AndNot(s.puzzle.Board.All()).Len() == 0 && s.canonical(*p) == *p
}

package retrograde

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// The table of a part travels as its wins, its distances if there are any, and the bits
// of settled positions, all rows of each, after a label, compressed.

// encodeTable returns the table of a part.
func encodeTable(label []byte, a *analysis) ([]byte, error) {
	out := bytes.NewBuffer(bytes.Clone(label))
	w, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	err = statefile.WriteNumbers(w, a.wins)
	if err == nil {
		_, err = w.Write(a.distances)
	}
	if err == nil {
		err = statefile.WriteNumbers(w, a.settled)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

// bytesOfRow is what a row of a part takes.
func (h *Helper) bytesOfRow() int64 {
	n := 2 * 8 * int64(h.space.words)
	if h.counting {
		n += int64(h.space.cols)
	}
	return n
}

// tally counts positions of one side to move in tables.
type tally struct {
	settled int64 // and not illegal
	won     int64
	at      [maxPlies + 1]int64 // settled so many turns from the end, if there are distances
}

func (t *tally) add(other *tally) {
	t.settled += other.settled
	t.won += other.won
	for i, n := range other.at {
		t.at[i] += n
	}
}

// tables gets the tables of all parts after the last level, and compares them with what
// was said of the levels.
func (s *splitting) tables(after string) error {
	err := s.ask(order{Level: len(s.did), After: after, Table: true}, s.takeTable, func(int) {})
	if err != nil {
		return err
	}
	var all int64
	for ply, l := range s.levels {
		if all += l.Lost + l.Won; s.distances != nil && s.tallied.at[ply] != l.Lost+l.Won {
			return fmt.Errorf("%w: %d positions are settled in level %d, and said were %d", ErrParts, s.tallied.at[ply], ply, l.Lost+l.Won)
		}
		s.tallied.won -= l.Won
	}
	row, col := s.at(s.game.View(s.game.Start()))
	start := s.settled.has(s.space, row, col)
	if all != s.tallied.settled || s.tallied.won != 0 || start != (s.plies != duel.NoPlies) ||
		start && s.distances != nil && int(s.distances[row*s.cols+col]) != s.plies {
		return fmt.Errorf("%w: %d positions are settled, and said were %d", ErrParts, s.tallied.settled, all)
	}
	return nil
}

// ErrParts is wrapped when the tables of parts are not what was said of their levels.
var ErrParts = errors.New("the parts of the table contradict what was said of them")

// takeTable takes the table of a part.
func (s *splitting) takeTable(ctx context.Context, p int, done *partDone) error {
	s.hands <- struct{}{}
	defer func() { <-s.hands }()
	if done.Table == "" {
		return errPart
	}
	s.options.Elsewhere.Used(done.Table)
	data, err := s.options.Elsewhere.Get(ctx, done.Table)
	if err != nil {
		return err
	}
	text, ok := bytes.CutPrefix(data, s.label)
	if !ok {
		return errPart
	}
	r, err := zstd.NewReader(bytes.NewReader(text), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer r.Close()
	rows := s.partOf(p, s.parts)
	settled := make(plane, (rows.end-rows.first)*s.words)
	err = statefile.ReadNumbers(r, s.wins[rows.first*s.words:rows.end*s.words])
	if err == nil && s.distances != nil {
		_, err = io.ReadFull(r, s.distances[rows.first*s.cols:rows.end*s.cols])
	}
	if err == nil {
		err = statefile.ReadNumbers(r, settled)
	}
	if n, end := r.Read(make([]byte, 1)); err != nil || n > 0 || end != io.EOF {
		return fmt.Errorf("%w: its table has another length (%w)", errPart, err)
	}
	sum, err := s.tallyOf(rows, settled)
	if err != nil {
		return err
	}
	copy(s.settled[rows.first*s.words:], settled)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tallied.add(sum)
	return nil
}

// tallyOf counts what is in the tables of a part, of which settled is not yet in its
// place: there are the illegal positions.
func (s *splitting) tallyOf(rows rowRange, settled plane) (*tally, error) {
	sum := new(tally)
	for row := rows.first; row < rows.end; row++ {
		news := settled.row(s.space, row-rows.first)
		illegal, wins := s.bits(row)
		n := [maxPlies + 1]int64{}
		all, won := 0, 0
		for i, word := range news {
			beyond := uint64(0)
			if i == s.words-1 && s.cols&63 != 0 {
				beyond = ^uint64(0) << (s.cols & 63)
			}
			if illegal[i]&^word|(word|wins[i])&beyond != 0 {
				return nil, errPart
			}
			word &^= illegal[i]
			all += bits.OnesCount64(word)
			won += bits.OnesCount64(wins[i])
			if s.distances == nil {
				continue
			}
			for ; word != 0; word &= word - 1 {
				n[s.distances[row*s.cols+i<<6+bits.TrailingZeros64(word)]]++
			}
		}
		weight := s.weight(row)
		sum.settled += weight * int64(all)
		sum.won += weight * int64(won)
		for ply := range n {
			sum.at[ply] += weight * n[ply]
		}
	}
	return sum, nil
}

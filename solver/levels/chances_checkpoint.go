package levels

import (
	"encoding/binary"
	"io"

	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

func (t *Chances) saveKnown(out io.Writer, w *work) error {
	if w.Phase == phaseReach {
		return nil
	}
	for _, chances := range [][]uint64{t.lower, t.upper} {
		if err := statefile.WriteNumbers(out, chances); err != nil {
			return err
		}
	}
	for _, moves := range t.moves {
		if _, err := out.Write(binary.AppendUvarint(nil, uint64(len(moves)))); err != nil {
			return err
		}
		if err := statefile.WriteNumbers(out, moves); err != nil {
			return err
		}
	}
	return nil
}

// loadKnown reads chances and turns.
func (t *Chances) loadKnown(in statefile.Reader, w *work, h *checkpoint) error {
	if h.Phase == phaseReach {
		return nil
	}
	t.Sweeps = h.Sweeps
	if err := t.take(w); err != nil {
		return err
	}
	for _, chances := range [][]uint64{t.lower, t.upper} {
		if err := statefile.ReadNumbers(in, chances); err != nil {
			return err
		}
	}
	for i := range t.moves {
		if _, ok := t.packed(i).Unpack(); !ok {
			return statefile.Wrong("a position has no chance")
		}
		if err := t.loadMoves(in, w, i); err != nil {
			return err
		}
	}
	return nil
}

// mostMoves is more numbers than the turns of a position ever are.
const mostMoves = 1 << 20

// loadMoves reads the turns of a position, and makes sure that they can be gone through.
func (t *Chances) loadMoves(in statefile.Reader, w *work, i int) error {
	const wrong = statefile.Wrong("the turns of a position are wrong")
	n, err := binary.ReadUvarint(in)
	if err != nil || n == 0 {
		return err
	}
	if n > mostMoves {
		return wrong
	}
	if err := w.meter.use(int64(4 * n)); err != nil {
		return err
	}
	moves := make([]uint32, n)
	if err := statefile.ReadNumbers(in, moves); err != nil {
		return err
	}
	t.moves[i] = moves
	weight := uint64(0)
	for len(moves) > 0 {
		if len(moves) < 3 || moves[1] == 0 || uint64(moves[1]) > uint64(len(moves)-2) {
			return wrong
		}
		end := 2 + int(moves[1])
		for _, to := range moves[2:end] {
			if int(to>>1) >= len(t.moves) {
				return wrong
			}
		}
		weight, moves = weight+uint64(moves[0]), moves[end:]
	}
	if weight != t.total {
		return wrong
	}
	return nil
}

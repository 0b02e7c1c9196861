package together

import (
	"bytes"
	"encoding/binary"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// proof is the step of a certificate for the length that a complete search has just
// refuted: its layers, the last of which is empty. There is none for a game that has
// begun already, and where the table of rows is too large for certificates.
func (h *hunt[W]) proof() []certificate.Step {
	if h.space.puzzle.Next != puzzles.AnyArmy || !h.space.certifiable() {
		return nil
	}
	s := certificate.Step{Kind: certificate.Together, Moves: h.turns, Rows: h.space.rows != nil}
	for _, layer := range h.layers {
		var sum certificate.Sum
		for _, p := range layer {
			sum.Add(h.space.code(p.position))
		}
		s.Layers = append(s.Layers, certificate.Layer{Depth: len(s.Layers), Positions: int64(len(layer)), Digest: sum.String()})
	}
	return []certificate.Step{s}
}

// code is the code of a position or its mirror image, whichever is smaller, as
// certificates have it: the winner's cells as bits, then those of the helpers.
func (s *space[W]) code(p position[W]) []byte {
	code := s.bits(p)
	if s.mirror == nil {
		return code
	}
	if image := s.bits(position[W]{s.image(p.winner), s.image(p.helpers)}); bytes.Compare(image, code) < 0 {
		return image
	}
	return code
}

func (s *space[W]) bits(p position[W]) []byte {
	size := (s.puzzle.Board.Len() + 7) / 8
	var out []byte
	for _, army := range []positions.Bits{positions.Widen(p.winner), positions.Widen(p.helpers)} {
		var code []byte
		for _, word := range army {
			code = binary.LittleEndian.AppendUint64(code, word)
		}
		out = append(out, code[:size]...)
	}
	return out
}

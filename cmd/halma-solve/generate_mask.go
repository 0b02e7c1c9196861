package main

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
)

// maskOf reads the drawing in a file.
func maskOf(path string, b *positions.Board) (mask positions.Bits, err error) {
	name, text, err := readFile(path)
	if err != nil {
		return mask, err
	}
	if mask, err = parseMask(b, drawingIn(text)); err != nil {
		return mask, cli.InputError(name, err)
	}
	return mask, nil
}

// parseMask reads a drawing of a cross with "-" where there is no hole, or without.
func parseMask(b *positions.Board, drawing string) (positions.Bits, error) {
	mask, err := b.ParseDiagram(drawing)
	if hasNoHoles(drawing) {
		var drawn *positions.Board
		if drawn, mask, err = positions.ParseDrawn(drawing); err == nil && drawn.DrawBoard(positions.Bits{}) != b.DrawBoard(positions.Bits{}) {
			err = &positions.SyntaxError{Line: 1, Column: 1, Msg: fmt.Sprintf("this drawing has %d holes, which are not those of the %s; see --board", drawn.Len(), b)}
		}
	}
	if err == nil && mask.Len() == 0 {
		err = &positions.SyntaxError{Line: 1, Column: 1, Msg: "no hole of the drawing may have a man: mark some with o"}
	}
	return mask, err
}

// hasNoHoles reports whether a drawing shows where there is no hole.
func hasNoHoles(drawing string) bool {
	for line := range strings.Lines(drawing) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") && strings.ContainsRune(line, positions.SymbolNoHole) {
			return true
		}
	}
	return false
}
